import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "vite";

// Lays out the games of machines/ that have no layout yet (`--all`: every game anew, `--only ID`: that one anew) and writes
// their layout files, so that nobody's first picture has to wait for the layout engine. The same functions as "Tidy up" in the
// studio, with room for the labels of every language.
const all = process.argv.includes("--all");
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
  const { completeLayout } = await load("/src/core/layout/plan.ts");
  const { layoutKey, parseLayout, printLayout, setPositions } = await load("/src/core/layout/layoutFile.ts");
  const { namesFrom } = await load("/src/core/layout/names.ts");
  const { formulaOf } = await load("/src/core/expr/formula.ts");
  const { elkInProcess } = await load("/src/adapters/elk/elkInProcess.ts");
  const games = readdirSync("machines")
    .filter((f) => f.endsWith(".machine.ts"))
    .map((f) => f.slice(0, -".machine.ts".length));
  for (const id of games) {
    const file = `machines/${id}.layout.json`;
    if (only === undefined ? existsSync(file) && !all : id !== only) continue;
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
    const positions = await completeLayout(chart, {}, names, await elkInProcess());
    writeFileSync(file, printLayout(setPositions(parseLayout("").layout, layoutKey(chart.ref), positions)));
    console.log(`${file}: ${Object.keys(positions).length} states`);
  }
} finally {
  await vite.close();
}
