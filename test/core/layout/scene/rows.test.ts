import { expect, test } from "vitest";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import { namesFrom } from "#core/layout/names.ts";
import { childrenOf } from "#core/layout/scene/scene.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { canvasWords } from "#test/adapters/flow/words.ts";
import { chartOf } from "#test/core/layout/charts.ts";

const chart = chartOf(`initial: 'p', states: {
  p: { initial: 'a', states: { a: { on: { GO: 'b' } }, b: { on: { GO: 'c' } }, c: {} } },
  q: {} }`);
const scene = (compounds: Arrangement["compounds"]) =>
  sceneOf(chart, namesFrom(undefined, canvasWords), { level: "map", arrangement: { compounds, notes: [] } });
const rolesOf = (compounds: Arrangement["compounds"]) =>
  scene(compounds)
    .arrows.map(({ from, to, role }) => `${from} ${role} ${to}`)
    .toSorted();
const rowsOf = (compounds: Arrangement["compounds"]) =>
  childrenOf(scene(compounds))
    .get("p")
    ?.map(({ id }) => id);

test("the steps of a card stand as the code has them, or as the layout file does where it names the phase", () => {
  expect(rowsOf({})).toEqual(["p.a", "p.b", "p.c"]);
  expect(rowsOf({ p: { lines: [["c"], ["a", "b"]] } })).toEqual(["p.c", "p.a", "p.b"]);
  expect(rowsOf({ "": { lines: [["q"], ["p"]] } })).toEqual(["p.a", "p.b", "p.c"]);
});

test("a tick leads to the row that stands below, an arc to any other", () => {
  expect(rolesOf({})).toEqual(["p.a tick p.b", "p.b tick p.c"]);
  expect(rolesOf({ p: { lines: [["b"], ["a"], ["c"]] } })).toEqual(["p.a arc p.b", "p.b arc p.c"]);
});
