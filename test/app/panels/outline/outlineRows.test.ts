import { expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";
import { outlineRows, rowNamed, statesIn } from "#app/panels/outline/outlineRows.ts";
import { longModule } from "../../../../bench/support/longModule.ts";

const chart = readModule(longModule(60)).charts[0]!;
const NONE: ReadonlySet<string> = new Set();

test("every state has a row in document order, with its place among its siblings", () => {
  const rows = outlineRows(chart, NONE);

  expect(rows.map(({ id }) => id)).toEqual([...places(chart).keys()].slice(1));
  expect(rows[0]).toMatchObject({ id: "phase0", depth: 0, parent: "", place: 1, of: 2 });
  expect(rows[2]).toMatchObject({ id: "phase0.step1", depth: 1, parent: "phase0", place: 2, of: 24 });
});

test("what is closed hides what is in it, and says how many that are", () => {
  const rows = outlineRows(chart, new Set(["phase0"]));

  expect(rows.map(({ id }) => id).slice(0, 2)).toEqual(["phase0", "phase1"]);
  expect(statesIn(rows[0]!.node)).toBe(24);
});

test("letters lead to the next name that begins so, and round", () => {
  const rows = outlineRows(chart, NONE);
  const named = ({ id, node }: { id: string; node: { key: string } }) =>
    id === "phase1" ? "エンドフェイズ" : node.key;
  const from = (i: number, typed: string) => rowNamed(rows, i, typed, named)?.id;

  expect(from(0, "s")).toBe("phase0.step0");
  expect(from(1, "s")).toBe("phase0.step1");
  expect(from(1, "st")).toBe("phase0.step0");
  expect(from(3, "step0")).toBe("phase1.step0");
  expect(from(3, "ｴﾝﾄﾞ")).toBe("phase1");
  expect(from(30, "P")).toBe("phase0");
  expect(from(0, "x")).toBeUndefined();
});
