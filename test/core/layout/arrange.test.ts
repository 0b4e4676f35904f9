import { describe, expect, test } from "vitest";
import { elkInProcess } from "#adapters/elk/elkInProcess.ts";
import type { Chart, StateNode } from "#core/chart/chart.ts";
import { arrange, childrenOf } from "#core/layout/arrange.ts";
import { completeLayout } from "#core/layout/completeLayout.ts";
import { contains, overlaps, type Rect } from "#core/layout/geometry.ts";
import { sceneOf } from "#core/layout/scene.ts";
import { chartOf, ids, randomChart } from "#test/core/layout/charts.ts";
import { dice } from "#test/support/dice.ts";

const engine = await elkInProcess();
const actions = chartOf(
  `entry: ['rememberWhoWentFirst', 'x', 'shuffleTheDeckAndPlaceIt', 'dealSevenCards', 'y', 'setTheClock']`,
).root.entry;

describe.each([1, 2, 3, 4, 5, 6, 7, 8])("in a layout (chart %i)", (seed) => {
  test("where nothing has grown every state stands at its place", async () => {
    const chart = randomChart(seed, 40);
    const positions = await completeLayout(chart, {}, [ids], engine);

    const boxes = arrange(sceneOf(chart, ids), positions);

    for (const [id, { x, y }] of Object.entries(positions)) {
      const { outer, box } = inside(boxes, id);
      expect({ x: box.x - outer.x, y: box.y - outer.y }, id).toEqual({ x, y });
    }
  });

  test("states that have grown stand apart from those they stood apart from, within their parents", async () => {
    const chart = randomChart(seed, 40);
    const positions = await completeLayout(chart, {}, [ids], engine);
    const roll = dice(seed);
    const root = grown(chart.root, () => (roll() < 0.25 ? Math.ceil(roll() * actions.length) : 0));
    const scene = sceneOf({ ...chart, root } as Chart, ids);

    const boxes = arrange(scene, positions);

    for (const [parent, kids] of childrenOf(scene))
      kids.forEach((kid, i) => {
        const box = boxes.get(kid.id) as Rect;
        const outer = boxes.get(parent) as Rect;
        expect(contains(outer, box), `${kid.id} in ${parent}`).toBe(true);
        expect(box.y - outer.y).toBeGreaterThan(scene.items.get(parent)?.content.head ?? 0);
        for (const other of kids.slice(i + 1))
          expect(overlaps(box, boxes.get(other.id) as Rect), `${kid.id} and ${other.id}`).toBe(false);
      });
  });
});

test("who makes way goes no farther than it must, and who stands elsewhere stays", () => {
  const chart = chartOf(
    `initial: 'a', states: { a: { entry: ['one', 'dealSevenCardsToEach', 'shuffleTheDeckAndPlaceIt'] }, below: {}, far: {}, beside: {} }`,
  );
  const room = { w: 300, h: 40 };
  const known = {
    a: { x: 48, y: 60, ...room },
    below: { x: 48, y: 112, ...room },
    far: { x: 48, y: 500, ...room },
    beside: { x: 400, y: 60, ...room },
  };

  const boxes = arrange(sceneOf(chart, ids), known);

  const [a, below] = [boxes.get("a"), boxes.get("below")] as [Rect, Rect];
  expect(a.h).toBeGreaterThan(room.h);
  expect(below.y).toBe(a.y + a.h + 12);
  expect(boxes.get("a")).toMatchObject({ x: 48, y: 60 });
  expect(boxes.get("far")).toMatchObject({ x: 48, y: 500 });
  expect(boxes.get("beside")).toMatchObject({ x: 400, y: 60 });
});

test("states that a person laid over each other stay so", () => {
  const chart = chartOf(`initial: 'a', states: { a: { entry: ['one', 'two', 'three'] }, b: {} }`);
  const known = { a: { x: 48, y: 60, w: 120, h: 40 }, b: { x: 60, y: 70, w: 120, h: 40 } };

  const boxes = arrange(sceneOf(chart, ids), known);

  expect(boxes.get("b")).toMatchObject({ x: 60, y: 70 });
});

/** The same states with as many actions more in each as the dice say. */
function grown(node: StateNode, more: () => number): StateNode {
  const entry = [...node.entry, ...actions.slice(0, more())];
  return { ...node, entry, children: node.children.map((child) => grown(child, more)) };
}

function inside(boxes: ReadonlyMap<string, Rect>, id: string): { outer: Rect; box: Rect } {
  const parent = id.includes(".") ? id.slice(0, id.lastIndexOf(".")) : "";
  return { outer: boxes.get(parent) as Rect, box: boxes.get(id) as Rect };
}
