import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { failureOf, type TellFailure } from "#core/diagnostic/failure.ts";
import { inspectPaths, startMeta } from "#core/project/inspectWire.ts";
import { checkHost } from "#adapters/server/checkRequest.ts";
import { isLoopbackOrigin } from "#adapters/server/inspect/origins.ts";
import { withMeta } from "#adapters/server/pageHandler.ts";
import { staticFiles } from "#adapters/server/staticFiles.ts";
import { alwaysHeaders, policyText, type HeaderSet, type PolicyOptions } from "#adapters/server/policy.ts";
import { newToken } from "#adapters/server/secret.ts";

export interface InspectPageOptions extends PolicyOptions {
  /** Folder of the built studio, where the inspector's page lies too. */
  readonly studioDir: string;
  /** Pages of this computer that may show the inspector in a frame; nobody may unless named here. */
  readonly frames?: readonly string[];
  /** Called for files that could not be read, and for requests that met a fault of ours. */
  readonly failed?: TellFailure;
}

/**
 * The inspector's page. An app opens it (so it has no COOP, which would cut it off from its opener) or frames it, where the person
 * allowed that. It speaks to the relay beside it and to nobody else.
 */
export function inspectHeaders(
  { frames = [], ...options }: Omit<InspectPageOptions, "studioDir">,
  host: string,
): HeaderSet {
  const ancestors = frames.filter(isLoopbackOrigin);
  return {
    "content-security-policy": policyText(options, {
      // Not every browser counts WebSockets to its own origin as 'self'.
      "connect-src": `'self' ws://${host}`,
      "frame-ancestors": ancestors.length > 0 ? ancestors.join(" ") : "'none'",
    }),
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "no-store",
  };
}

/** Answers `/inspect` and the files that it needs; the studio's page is not there. */
export function inspectPages(
  options: InspectPageOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const path = join(options.studioDir, "inspect.html");
  const meta = { [startMeta]: newToken() };
  // No ending is added: `/index` is not `index.html`.
  const files = staticFiles(options.studioDir, (thrown) => options.failed?.(failureOf("served", thrown)));
  return (request, response) => {
    for (const [name, value] of Object.entries(alwaysHeaders)) response.setHeader(name, value);
    const say = (code: number, message: string, more: HeaderSet = {}) =>
      void response.writeHead(code, { "content-type": "text/plain; charset=utf-8", ...more }).end(message);
    const wrong = checkHost(request, request.socket.localPort ?? 0);
    if (wrong) return say(wrong.status, wrong.message);
    if (request.method !== "GET" && request.method !== "HEAD") return say(405, "Only GET and HEAD here");
    const route = (request.url ?? "/").replace(/[?#].*$/s, "");
    if (route === "/") return say(302, "", { location: inspectPaths.page });
    if (route === inspectPaths.page || route === "/inspect.html") {
      readFile(path, "utf8").then(
        (body) => {
          response.writeHead(200, {
            "content-type": "text/html; charset=utf-8",
            ...inspectHeaders(options, request.headers.host ?? ""),
          });
          response.end(request.method === "HEAD" ? undefined : withMeta(body, meta));
        },
        () => say(404, `The inspector is not built: ${path} is missing (npm run build makes it)`),
      );
      return;
    }
    // Pages are served above, each under its policy.
    if (route.endsWith(".html") || route.endsWith("/")) return say(404, "There is no such file");
    files(request, response, () => say(404, "There is no such file"));
  };
}
