import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

// Writes docs/games/<id>.md for every game of machines/: what it is, its chart, its setup, clauses, open points and scenarios; and
// docs/games/pictures/<id>.<lang>.svg, the chart as a picture in three languages.
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
  const { gamePictures } = await vite.ssrLoadModule("/scripts/gameDocs/gamePictures.ts");
  mkdirSync(`${root}/docs/games/pictures`, { recursive: true });
  for (const id of await gameIds(root)) {
    const { files } = await readGame(root, id);
    for (const [name, svg] of gamePictures(id, files)) {
      writeFileSync(`${root}/docs/games/pictures/${name}`, svg);
      console.log(`docs/games/pictures/${name}: ${Buffer.byteLength(svg)} bytes`);
    }
    const text = gamePage(id, files);
    writeFileSync(`${root}/docs/games/${id}.md`, text);
    console.log(`docs/games/${id}.md: ${Buffer.byteLength(text)} bytes`);
  }
} finally {
  await vite.close();
}
