import { readdirSync } from "node:fs";
import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";

/** Of what a build makes. */
const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html;charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".txt": "text/plain;charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/**
 * Serves the files of a folder. They are looked up in a list built here, so no path of a request reaches the disk; no ending is added to it. A file
 * is open for as long as its answer is, however that ends.
 * @param failed is called for a file that could not be read. One that a new build took away meanwhile is handed on, as one that never was
 */
export function staticFiles(
  dir: string,
  failed: (thrown: unknown) => void,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const files = new Map(pathsIn(dir).map((path) => [`/${path.replaceAll(sep, "/")}`, join(dir, path)]));
  return (request, response, next) => {
    const path = files.get(routeOf(request));
    if (path === undefined) return next();
    sendFile(path, request, response).catch((error: NodeJS.ErrnoException) => {
      // The other side has gone, as when a page is left while it loads.
      if (response.destroyed && error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
      failed(error);
      if (response.headersSent) response.destroy();
      else if (error.code === "ENOENT") next();
      else response.writeHead(503, { "content-type": "text/plain" }).end("The file cannot be read now");
    });
  };
}

/** Browsers ask for parts of films, of which there are none here: a range is not looked at. @throws Error of the system, or that the answer broke off */
async function sendFile(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = await open(path);
  try {
    const { size, mtime } = await file.stat();
    const etag = `W/"${size}-${mtime.getTime()}"`;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
    response.writeHead(200, {
      "content-length": size,
      "content-type": types[extname(path)] ?? "application/octet-stream",
      "last-modified": mtime.toUTCString(),
      etag,
    });
    if (request.method === "HEAD" || size === 0) return void response.end();
    // As many bytes as were announced, though the file may have grown.
    await pipeline(file.createReadStream({ end: size - 1 }), response);
  } finally {
    await file.close();
  }
}

/** What lies in a folder and those below it, but for what is hidden. */
const pathsIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|[\\/])\./.test(path));

function routeOf({ url = "/" }: IncomingMessage): string {
  const route = url.replace(/[?#].*$/s, "");
  try {
    return decodeURI(route);
  } catch {
    return route;
  }
}
