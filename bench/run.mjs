// `npm run bench`: measures and prints. Nothing fails on a figure: machines differ, and a slow one is no fault of the code.
import { parseArgs } from "node:util";
import { bundled } from "../scripts/bundled.mjs";

const files = {
  "first-chart": "firstChart",
  "keystroke-to-graph": "keystrokeToGraph",
  "drag-to-text": "dragToText",
  "rename-to-text": "renameToText",
  "elsewhere-to-graph": "elsewhereToGraph",
  read: "read",
  grow: "grow",
  "open-game": "openGame",
  play: "play",
  "debug-step": "debugStep",
  "inspect-page": "inspectPage",
  find: "findByName",
  "edit-picture": "editPicture",
  "large-chart": "largeChart",
  readability: "readability",
};

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    only: { type: "string", multiple: true },
    // of `readability`: which charts, and that what is measured is kept as what later runs are held against
    game: { type: "string", multiple: true },
    keep: { type: "boolean" },
  },
});
const { game: games = [], keep = false } = values;
const wanted = values.only ?? Object.keys(files);
const unknown = wanted.filter((name) => !Object.hasOwn(files, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no line ${unknown.join(", ")}; there is ${Object.keys(files).join(", ")}\n`);
  process.exit(2);
}

const say = (text) => process.stderr.write(`${text}\n`);
let built;
const studio = () =>
  (built ??= bundled("scripts/studio/buildStudio.ts").then(({ buildStudio }) => buildStudio()));

const measured = [];
for (const name of wanted) {
  const line = (await bundled(`bench/lines/${files[name]}.ts`))[files[name]];
  say(`${name}: ${line.about}`);
  measured.push({ name, measures: await line.run({ say, studio, games, keep }) });
}

if (values.json)
  process.stdout.write(`${JSON.stringify({ node: process.version, lines: measured }, null, 2)}\n`);
else {
  const { table } = await bundled("bench/support/table.ts");
  const figure = (value) => value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0);
  const rows = measured.flatMap(({ name, measures }) =>
    measures.map(({ what, value, unit, limit, note }) => [
      name,
      what,
      figure(value),
      unit,
      limit === undefined ? "" : `<= ${limit}`,
      note ?? "",
    ]),
  );
  process.stdout.write(`\n${table([["LINE", "WHAT", "VALUE", "", "GOAL", ""], ...rows])}`);
}
