import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "vite";

// Lays out the games of machines/ that have no layout yet (`--all`: every game anew, `--only ID`: that one anew; `--room`: gives
// those that have one the room that their states have come to need, and leaves the rest where it stands) and writes their layout
// files, so that nobody's first picture has to wait for the layout engine. The same functions as "Tidy up" in the studio, with room
// for the labels of every language.
const all = process.argv.includes("--all");
const room = process.argv.includes("--room");
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : undefined;
const vite = await createServer({
  configFile: false,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, watch: null, hmr: false },
});
const load = (path) => vite.ssrLoadModule(path);
try {
  const { readModule } = await load("/src/core/read/readModule.ts");
  const { completeLayout } = await load("/src/core/layout/completeLayout.ts");
  const { arrange } = await load("/src/core/layout/arrange.ts");
  const { sceneOf } = await load("/src/core/layout/scene.ts");
  const { layoutKey, parseLayout, positionsIn, printLayout, setPositions } = await load(
    "/src/core/layout/layoutFile.ts",
  );
  const { namesFrom } = await load("/src/core/layout/names.ts");
  const { formulaOf } = await load("/src/core/expr/formula.ts");
  const { elkInProcess } = await load("/src/adapters/elk/elkInProcess.ts");
  const games = readdirSync("machines")
    .filter((f) => f.endsWith(".machine.ts"))
    .map((f) => f.slice(0, -".machine.ts".length));
  for (const id of games) {
    const file = `machines/${id}.layout.json`;
    if (only === undefined ? existsSync(file) && !all && !room : id !== only) continue;
    const chart = readModule(readFileSync(`machines/${id}.machine.ts`, "utf8")).charts[0];
    if (!chart) throw new Error(`machines/${id}.machine.ts holds no machine`);
    const formula = (part) => {
      if (part.kind !== "named") return formulaOf(part.text);
      const guard = chart.setup?.guards.find((g) => g.name === part.name);
      return guard ? formulaOf(guard.text) : undefined;
    };
    const names = [undefined, "en", "ja", "zh-Hant"].map((locale) => {
      const { canvas, asks } = JSON.parse(readFileSync(`src/locales/${locale ?? "en"}.json`, "utf8"));
      const labels =
        locale && existsSync(`rulesets/${id}/labels/${locale}.json`)
          ? JSON.parse(readFileSync(`rulesets/${id}/labels/${locale}.json`, "utf8")).labels
          : undefined;
      return namesFrom(labels, { ...canvas.in, asks }, formula);
    });
    const { layout } = parseLayout(room && existsSync(file) ? readFileSync(file, "utf8") : "");
    const key = layoutKey(chart.ref);
    const positions = room
      ? withRoom(chart, positionsIn(layout, key), names)
      : await completeLayout(chart, {}, names, await elkInProcess());
    writeFileSync(file, printLayout(setPositions(layout, key, positions)));
    console.log(`${file}: ${Object.keys(positions).length} states`);
  }

  /** The places where states stand after those that have outgrown theirs were made way for, in every language. */
  function withRoom(chart, places, names) {
    const found = { ...places };
    for (let moved = true; moved;) {
      const before = JSON.stringify(found);
      for (const one of names) {
        const scene = sceneOf(chart, one);
        const boxes = arrange(scene, found);
        for (const { id, parent } of scene.items.values()) {
          const [box, outer, place] = [boxes.get(id), boxes.get(parent ?? ""), found[id]];
          if (place && parent !== undefined)
            found[id] = {
              x: box.x - outer.x,
              y: box.y - outer.y,
              w: Math.max(place.w, box.w),
              h: Math.max(place.h, box.h),
            };
        }
      }
      moved = JSON.stringify(found) !== before;
    }
    return found;
  }
} finally {
  await vite.close();
}
