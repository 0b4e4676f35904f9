import { expect, test } from "vitest";
import { statesInFrame, toggled } from "#adapters/flow/useManyStates.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

/** A phase with two steps in it, and a step beside it. */
const items = [
  { id: "", box: { x: 0, y: 0, w: 300, h: 200 } },
  { id: "p", parent: "", box: { x: 10, y: 10, w: 150, h: 100 } },
  { id: "p.a", parent: "p", box: { x: 20, y: 20, w: 50, h: 30 } },
  { id: "p.b", parent: "p", box: { x: 80, y: 20, w: 50, h: 30 } },
  { id: "q", parent: "", box: { x: 200, y: 20, w: 50, h: 30 } },
];
const scene = { items: new Map(items.map((item) => [item.id, item])) } as unknown as Scene;
const boxes = new Map(items.map(({ id, box }) => [id, box]));

test("a frame selects what stands whole in it", () => {
  expect(statesInFrame(scene, boxes, { x: 15, y: 15, w: 120, h: 60 })).toEqual(["p.a", "p.b"]);
  expect(statesInFrame(scene, boxes, { x: 15, y: 15, w: 70, h: 60 })).toEqual(["p.a"]);
});

test("of a state and what it holds the frame selects the outer one, the machine never", () => {
  expect(statesInFrame(scene, boxes, { x: -10, y: -10, w: 400, h: 300 })).toEqual(["p", "q"]);
});

test("a state is added, and taken out again", () => {
  expect(toggled(["q"], "p.a")).toEqual(["q", "p.a"]);
  expect(toggled(["q", "p.a"], "q")).toEqual(["p.a"]);
});

test("a state replaces what it holds and what holds it", () => {
  expect(toggled(["q", "p.a"], "p")).toEqual(["q", "p"]);
  expect(toggled(["q", "p"], "p.b")).toEqual(["q", "p.b"]);
});
