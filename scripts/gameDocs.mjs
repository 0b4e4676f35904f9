import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

// Writes docs/games/<id>.md for every game of machines/: what it is, its chart, its setup, clauses, open points and scenarios.
const root = fileURLToPath(new URL("..", import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, watch: null, hmr: false },
});
try {
  const { gamePage } = await vite.ssrLoadModule("/scripts/gameDocs/gamePage.ts");
  const { gameIds, readGame } = await vite.ssrLoadModule("/src/cli/games.ts");
  mkdirSync(`${root}/docs/games`, { recursive: true });
  for (const id of await gameIds(root)) {
    const text = gamePage(id, (await readGame(root, id)).files);
    writeFileSync(`${root}/docs/games/${id}.md`, text);
    console.log(`docs/games/${id}.md: ${Buffer.byteLength(text)} bytes`);
  }
} finally {
  await vite.close();
}
