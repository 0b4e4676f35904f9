import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBefore, writeBefore, keyOf } from "../../bench/readability/before.ts";
import { at, columns, rowOf } from "../../bench/readability/figures.ts";
import type { Look } from "../../bench/readability/looks.ts";
import type { Readability } from "#test/support/readability/measureReadability.ts";

const found: Readability = {
  states: 300,
  named: 299,
  first: { all: 2, named: 2 },
  outer: { all: 0, named: 0 },
  foldsUntold: 0,
  unnamed: [],
  texts: 12,
  textsUnderFloor: 1,
  smallest: 8.94,
  textsCovered: 2,
  textsClipped: 3,
  textsPale: 4,
  textOnText: 5,
  lines: 8,
  chips: 6,
  linesThroughState: 7,
  linesThroughText: 9,
  lineCrossings: 3,
  frameCrossings: 2,
  examples: {},
};

test("a share that is not whole is no hundred, and what has no parts is whole", () => {
  const row = rowOf(found);

  expect(at(row, "NAMED %")).toBe(99);
  expect(at(row, "OUTER %")).toBe(100);
  expect(at(row, "A LINE")).toBe(0.63);
  expect(at(row, "LEAST PX")).toBe(8.9);
  expect(at(rowOf({ ...found, lines: 0, lineCrossings: 0, frameCrossings: 0 }), "A LINE")).toBe(0);
});

test("what is kept is read back by look, whatever the order of its columns; later looks replace their own", async () => {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-bench-"));
  const file = join(folder, "before.json");
  const look = (game: string, row: Look["row"]): Look => ({
    game,
    view: "canvas 850x740",
    locale: "ja",
    moment: "fit",
    row,
  });
  const [one, other] = [look("one", rowOf(found)), look("other", undefined)];

  expect(await readBefore(file)).toEqual(new Map());
  await writeBefore(new Map(), [one, other], file);
  expect((await readBefore(file)).get(keyOf(other))).toBeUndefined();
  await writeBefore(await readBefore(file), [look("other", rowOf({ ...found, texts: 99 }))], file);
  const kept = JSON.parse(await readFile(file, "utf8")) as { columns: string; looks: Record<string, string> };
  const turned = (text: string, between: string) => text.split(between).slice(1).toReversed().join(between);
  await writeFile(
    file,
    JSON.stringify({
      columns: turned(kept.columns, " | "),
      looks: Object.fromEntries(Object.entries(kept.looks).map(([key, row]) => [key, turned(row, " ")])),
    }),
  );
  const before = await readBefore(file);
  await rm(folder, { recursive: true });

  expect(before.get(keyOf(one))).toEqual([Number.NaN, ...rowOf(found).slice(1)]);
  expect(before.get(keyOf(other))?.[columns.findIndex(({ head }) => head === "TEXTS")]).toBe(99);
});
