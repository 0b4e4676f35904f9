import { expect, test } from "vitest";
import { chartOf } from "#test/core/layout/charts.ts";
import { placesOf } from "#core/layout/layoutFile.ts";
import { movedPlaces, PAD, TITLE_H } from "#core/layout/arrangement/movedPlaces.ts";

const at = (x: number, y: number, w = 100, h = 40) => ({ x, y, w, h });
const head = TITLE_H + PAD.top;

test("places go along with renamed states and leave with deleted ones; what is inside stays", () => {
  const known = { a: at(1, 2), "a.b": at(3, 4), c: at(5, 6) };

  expect(movedPlaces(known, { a: "d", "a.b": "d.b", c: null })).toEqual({ d: at(1, 2), "d.b": at(3, 4) });
});

test("a state that is wrapped stays where it is, with the new state around it", () => {
  const known = { a: at(100, 100), b: at(500, 700), "b.c": at(60, 60) };

  const after = movedPlaces(known, { b: "n.b", "b.c": "n.b.c" });

  expect(after).toEqual({
    a: at(100, 100),
    n: at(500 - PAD.left, 700 - head, 100 + PAD.left + PAD.right, 40 + head + PAD.bottom),
    "n.b": at(PAD.left, head),
    "n.b.c": at(60, 60),
  });
});

test("a new state that would lie on others, or past the edge, finds another place", () => {
  const near = movedPlaces({ a: at(500, 640), b: at(500, 700) }, { b: "n.b" });
  const edge = movedPlaces({ a: at(500, 640), b: at(PAD.left, head) }, { b: "n.b" });

  expect(near).toEqual({ a: at(500, 640) });
  expect(edge["n"]).toMatchObject({ x: PAD.left, y: head });
});

test("what goes into another state finds a place there, what goes out stays on the canvas", () => {
  const known = { a: at(100, 100), "a.b": at(50, 60), "a.b.c": at(7, 8), d: at(900, 900) };

  expect(movedPlaces(known, { d: "a.b.d" })).toEqual({
    a: at(100, 100),
    "a.b": at(50, 60),
    "a.b.c": at(7, 8),
  });
  expect(movedPlaces(known, { "a.b.c": "c" })["c"]).toEqual(at(157, 168));
  expect(movedPlaces(known, { a: null, "a.b": "b", "a.b.c": "b.c" })).toMatchObject({
    b: at(150, 160),
    "b.c": at(7, 8),
  });
});

test("of places kept for an undo only those of states that are there count", () => {
  const chart = chartOf("states: { a: { states: { b: {} } } }");

  expect(placesOf(chart, { a: at(1, 2), "a.b": at(3, 4), gone: at(5, 6) })).toEqual({
    a: at(1, 2),
    "a.b": at(3, 4),
  });
});
