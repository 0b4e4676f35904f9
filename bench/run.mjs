// `npm run bench`: measures and prints. Nothing fails on a figure: machines differ, and a slow one is no fault of the code.
// A line that finds nothing to measure fails, and the others go on.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { bundled } from "../scripts/bundled.mjs";
import { nodeLines, pageLines } from "./lines.mjs";

const files = { ...pageLines, ...nodeLines };

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    only: { type: "string", multiple: true },
    // of `readability`: which charts
    game: { type: "string", multiple: true },
    // What is measured is kept as what later runs are held against.
    keep: { type: "boolean", default: false },
    // How much is done of what makes a figure worth telling.
    scale: { type: "string", default: "1" },
  },
});
const { game: games = [], keep } = values;
const usage = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};
const scale = Number(values.scale);
if (!(scale > 0)) usage(`--scale takes a number above 0, not ${values.scale}`);
const wanted = values.only ?? Object.keys(files);
const unknown = wanted.filter((name) => !Object.hasOwn(files, name));
if (unknown.length > 0)
  usage(`There is no line ${unknown.join(", ")}; there is ${Object.keys(files).join(", ")}`);

const say = (text) => process.stderr.write(`${text}\n`);
let build;
const built = () =>
  (build ??= bundled("scripts/studio/buildStudio.ts").then(({ buildStudio }) => buildStudio()));
const withStudio = async (job) =>
  (await bundled("scripts/studio/withStudio.ts")).withStudio(await built(), job);
const { checkMeasures } = await bundled("bench/line.ts");

const measured = [];
const failed = [];
for (const name of wanted) {
  const line = (await bundled(`bench/lines/${files[name]}.ts`))[files[name]];
  say(`${name}: ${line.about}`);
  try {
    const measures = await line.run({ say, built, withStudio, scale, games, keep });
    checkMeasures(name, measures);
    measured.push({ name, measures });
  } catch (error) {
    failed.push(name);
    say(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

const { circumstances, figure, keptOf, readKept, writeKept } = await bundled("bench/kept.ts");
const kept = await readKept();
const { version } = JSON.parse(await readFile("package.json", "utf8"));
if (keep) await writeKept(measured, circumstances(version, scale));

if (values.json)
  process.stdout.write(
    `${JSON.stringify({ node: process.version, ...circumstances(version, scale), lines: measured, failed }, null, 2)}\n`,
  );
else {
  const { table } = await bundled("bench/support/table.ts");
  const rows = measured.flatMap(({ name, measures }) =>
    measures.map(({ what, value, unit, limit, note }) => [
      name,
      what,
      figure(value),
      unit,
      limit === undefined ? "" : `<= ${limit}`,
      keptOf(kept, name, what),
      note ?? "",
    ]),
  );
  process.stdout.write(`\n${table([["LINE", "WHAT", "VALUE", "", "GOAL", "LAST KEPT", ""], ...rows])}`);
}
if (failed.length > 0) {
  say(`Nothing was measured by ${failed.join(", ")}`);
  process.exit(1);
}
