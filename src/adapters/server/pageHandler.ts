import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { failureOf, type TellFailure } from "#core/diagnostic/failure.ts";
import { serverMeta } from "#core/project/wire.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { pageHeaders, type PolicyOptions } from "#adapters/server/policy.ts";
import { staticFiles } from "#adapters/server/staticFiles.ts";

export interface PageOptions extends PolicyOptions {
  /** Folder of the built studio. */
  readonly studioDir: string;
  /** Called for files that could not be read. */
  readonly failed: TellFailure;
}

/**
 * The built studio: its page and its files, the same for whoever asks. They hold no secret: another user of this computer can ask
 * for them too, so the page has to bring the key of this start with it.
 * @throws Error when the studio is not built
 */
export async function pageHandler(
  options: PageOptions,
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const { studioDir } = options;
  const failed = (thrown: unknown) => options.failed(failureOf("served", thrown));
  const path = join(studioDir, "index.html");
  await readFile(path).catch((cause: unknown) => {
    throw new Error(`The studio is not built: ${path} is missing (npm run build makes it)`, { cause });
  });
  const files = staticFiles(studioDir, failed);

  const page = async (request: IncomingMessage, response: ServerResponse) => {
    const body = withMeta(await readFile(path, "utf8"), pageMeta);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...pageHeaders(options) });
    response.end(request.method === "HEAD" ? undefined : body);
  };

  return (request, response) => {
    const fail = (code: number, message: string) =>
      response.writeHead(code, { "content-type": "text/plain; charset=utf-8" }).end(message);
    if (request.method !== "GET" && request.method !== "HEAD")
      return void fail(405, "Only GET and HEAD here");
    const route = (request.url ?? "/").replace(/[?#].*$/s, "");
    // What the studio shows stands behind the `#`: it is one page.
    if (route === "/" || route === "/index.html") {
      page(request, response).catch((error: unknown) => {
        failed(error);
        if (response.headersSent) response.destroy();
        else fail(500, thrownText(error));
      });
      return;
    }
    // The inspector's page has an origin of its own.
    if (route === "/inspect.html") return void fail(404, "The inspector is at its own address");
    files(request, response, () => void fail(404, "There is no such file"));
  };
}

/** The `<meta>` names and contents that a served page carries. */
export const pageMeta: Readonly<Record<string, string>> = { [serverMeta]: "1" };

/** Writes `<meta>` elements at the start of the head. */
export function withMeta(html: string, meta: Readonly<Record<string, string>>): string {
  const tags = Object.entries(meta).map(([name, content]) => `<meta name="${name}" content="${content}">`);
  return html.replace(/<head[^>]*>/, (head) => head + tags.join(""));
}
