// `npm run trials`: tries to break the product and prints what broke. Exits with 1 when anything did.
import { readdir } from "node:fs/promises";
import { parseArgs } from "node:util";
import { bundled } from "../scripts/bundled.mjs";

const names = (await readdir(new URL("lines", import.meta.url)))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length))
  .toSorted();

const usage = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};
const USAGE = "usage: node trials/run.mjs [--only NAME]… [--seed N] [--scale X] [--json]";
const parsed = (config) => {
  try {
    return parseArgs(config);
  } catch (error) {
    return usage(`${error.message}\n${USAGE}`);
  }
};
const { values } = parsed({
  options: {
    help: { type: "boolean", short: "h" },
    json: { type: "boolean" },
    only: { type: "string", multiple: true },
    seed: { type: "string" },
    // How much of the full count of cases is tried.
    scale: { type: "string", default: "1" },
  },
});
if (values.help) {
  process.stdout.write(`${USAGE}\nNAME is one of ${names.join(", ")}\n`);
  process.exit(0);
}
const seed = values.seed === undefined ? Math.floor(Math.random() * 0x7fffffff) : Number(values.seed);
const scale = Number(values.scale);
if (!Number.isSafeInteger(seed)) usage(`--seed takes a whole number, not ${values.seed}`);
if (!(scale > 0)) usage(`--scale takes a number above 0, not ${values.scale}`);
const wanted = values.only ?? names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) usage(`There is no trial ${unknown.join(", ")}; there is ${names.join(", ")}`);

const say = (text) => process.stderr.write(`${text}\n`);
say(`seed ${seed}, scale ${scale}`);
const results = [];
for (const name of wanted) {
  const trial = (await bundled(`trials/lines/${name}.ts`))[name];
  say(`${name}: ${trial.about}`);
  const start = performance.now();
  const rows = await trial.run({ seed, scale, say });
  results.push({ name, seconds: Math.round((performance.now() - start) / 1000), rows });
}

if (values.json)
  process.stdout.write(
    `${JSON.stringify({ node: process.version, seed, scale, trials: results }, null, 2)}\n`,
  );
else {
  const { table } = await bundled("bench/support/table.ts");
  const cells = results.flatMap(({ name, rows }) =>
    rows.map(({ what, cases, faults, figure, goal }) => [
      name,
      what,
      String(cases),
      String(faults.length),
      figure ?? "",
      goal,
    ]),
  );
  process.stdout.write(`\nseed ${seed}, scale ${scale}\n`);
  process.stdout.write(table([["TRIAL", "WHAT", "CASES", "FAULTS", "FIGURE", "GOAL"], ...cells]));
}
const faults = results.flatMap(({ name, rows }) =>
  rows.flatMap((row) => row.faults.map((fault) => `${name}, ${row.what}: ${fault}`)),
);
for (const fault of faults.slice(0, 40)) say(fault);
if (faults.length > 40) say(`and ${faults.length - 40} more`);
process.exit(faults.length > 0 ? 1 : 0);
