import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

// The app's own small server: `node serve.mjs [port]`.
const files = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.js": ["dist/page.js", "text/javascript; charset=utf-8"],
};
const server = createServer(async ({ url = "/" }, response) => {
  const [path, type] = files[url.replace(/[?#].*$/s, "")] ?? [];
  if (!path) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": type });
  response.end(await readFile(new URL(path, import.meta.url)));
});
server.listen(Number(process.argv[2] ?? 5176), "127.0.0.1", () => {
  console.log(`http://localhost:${server.address().port}/`);
});
