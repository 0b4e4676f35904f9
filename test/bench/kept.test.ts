import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { circumstances, keptOf, readKept, writeKept } from "../../bench/kept.ts";
import { checkMeasures } from "../../bench/line.ts";
import { nodeLines, pageLines } from "../../bench/lines.mjs";

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-kept-"));
  file = join(folder, "kept.json");
});
afterEach(() => rm(folder, { recursive: true }));

const measure = (what: string, value: number) => ({ what, value, unit: "x" });
const now = circumstances("1.1.0", 1);
const then = { ...circumstances("1.0.0", 1), date: "2026-11-01", load: 2 };

test("figures are kept by line; a line that was not measured again keeps its own", async () => {
  await writeKept(
    [
      { name: "read", measures: [measure("old", 1), measure("ratio", 2)] },
      { name: "grow", measures: [measure("exponent", 1.05)] },
    ],
    then,
    file,
  );
  await writeKept([{ name: "read", measures: [measure("ratio", 1234.4)] }], now, file);

  const kept = await readKept(file);

  expect(keptOf(kept, "grow", "exponent")).toBe("1.05 x (2026-11-01, load 2)");
  expect(keptOf(kept, "read", "ratio")).toBe(`1234 x (${now.date}, load ${now.load})`);
  expect(keptOf(kept, "read", "old")).toBe("");
  expect(keptOf(kept, "constructor", "name")).toBe("");
  expect(kept["read"]?.version).toBe("1.1.0");
});

test("without a file nothing was kept; one that is broken is a fault", async () => {
  expect(await readKept(file)).toEqual({});

  await writeFile(file, "{");

  await expect(readKept(file)).rejects.toThrow(SyntaxError);
});

test("a line that measures nothing, or no number, says what it looked for", () => {
  expect(() => checkMeasures("read", [])).toThrow("read measured nothing");
  expect(() => checkMeasures("read", [measure("ratio", 1), measure("gap", Number.NaN)])).toThrow(
    'read found no figure for "gap": NaN',
  );
});

test("every line has a name on the command line", () => {
  const files = readdirSync("bench/lines").map((name) => name.replace(".ts", ""));

  expect([...Object.values(nodeLines), ...Object.values(pageLines)].toSorted()).toEqual(files.toSorted());
});
