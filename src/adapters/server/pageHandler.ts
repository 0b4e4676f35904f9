import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { tokenMeta, workspaceMeta } from "#core/project/wire.ts";
import { pageHeaders, type PolicyOptions } from "#adapters/server/policy.ts";

export interface PageOptions extends PolicyOptions {
  /** Folder of the built studio. */
  readonly studioDir: string;
  readonly token: string;
  readonly place: string;
}

/**
 * The built studio: its page, with this start's token written into it, and its files. The page is not for frames: a document in
 * one gets no token.
 * @throws Error when the studio is not built
 */
export async function pageHandler(
  options: PageOptions,
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const { studioDir, token, place } = options;
  const path = join(studioDir, "index.html");
  await readFile(path).catch((cause: unknown) => {
    throw new Error(`The studio is not built: ${path} is missing (npm run build makes it)`, { cause });
  });
  // Files are looked up in a list made here, so no path of a request reaches the disk.
  const files = sirv(studioDir, { etag: true, dotfiles: false });

  const page = async (request: IncomingMessage, response: ServerResponse, kind: "studio" | "inspect") => {
    const html = await readFile(path, "utf8");
    const framed = (request.headers["sec-fetch-dest"] ?? "document") !== "document";
    const body = framed ? html : withMeta(html, pageMeta(token, place));
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...pageHeaders(kind, options) });
    response.end(request.method === "HEAD" ? undefined : body);
  };

  return (request, response) => {
    const fail = (code: number, message: string) =>
      response.writeHead(code, { "content-type": "text/plain; charset=utf-8" }).end(message);
    if (request.method !== "GET" && request.method !== "HEAD")
      return void fail(405, "Only GET and HEAD here");
    const route = (request.url ?? "/").replace(/[?#].*$/s, "");
    // A route of the studio has no dot in it; a file has.
    if (route === "/index.html" || !route.includes(".")) {
      const kind = /^\/inspect(?:\/|$)/.test(route) ? "inspect" : "studio";
      page(request, response, kind).catch((error: unknown) => fail(500, String(error)));
      return;
    }
    files(request, response, () => void fail(404, "There is no such file"));
  };
}

/** The `<meta>` names and contents that a served page carries. */
export const pageMeta = (token: string, place: string): Readonly<Record<string, string>> => ({
  [tokenMeta]: token,
  [workspaceMeta]: createHash("sha256").update(place).digest("hex").slice(0, 16),
});

/** Writes `<meta>` elements at the start of the head. Contents are hex or base64url: nothing to escape. */
function withMeta(html: string, meta: Readonly<Record<string, string>>): string {
  const tags = Object.entries(meta).map(([name, content]) => `<meta name="${name}" content="${content}">`);
  return html.replace(/<head[^>]*>/, (head) => head + tags.join(""));
}
