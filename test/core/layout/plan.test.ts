import { expect, test } from "vitest";
import { elkInProcess } from "#adapters/elk/elkInProcess.ts";
import { places } from "#core/chart/places.ts";
import { arrange, childrenOf } from "#core/layout/arrange.ts";
import type { LayoutEngine } from "#core/layout/elkGraph.ts";
import { contains, overlaps, type Rect } from "#core/layout/geometry.ts";
import { namesFrom } from "#core/layout/names.ts";
import { completeLayout, placeDropped } from "#core/layout/completeLayout.ts";
import { planLayout } from "#core/layout/plan.ts";
import { sceneOf } from "#core/layout/scene.ts";
import { chartOf, ids, randomChart, words } from "#test/core/layout/charts.ts";

const engine = await elkInProcess();
const never: LayoutEngine = { layout: () => Promise.reject(new Error("ELK was asked")) };
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

test.each(seeds)(
  "after a full layout parents contain their children and siblings stand apart (chart %i)",
  async (seed) => {
    const chart = randomChart(seed, 40);

    const positions = await completeLayout(chart, {}, [ids], engine);

    const scene = sceneOf(chart, ids);
    const boxes = arrange(scene, positions);
    expect(Object.keys(positions).length).toBe(places(chart).size - 1);
    for (const [parent, kids] of childrenOf(scene)) {
      const outer = boxes.get(parent) as Rect;
      kids.forEach((kid, i) => {
        const box = boxes.get(kid.id) as Rect;
        expect(contains(outer, box), `${kid.id} in ${parent}`).toBe(true);
        expect(box.y - outer.y).toBeGreaterThanOrEqual(scene.items.get(parent)?.content.head ?? 0);
        for (const other of kids.slice(i + 1))
          expect(overlaps(box, boxes.get(other.id) as Rect, 8), `${kid.id} and ${other.id}`).toBe(false);
      });
    }
  },
);

test("the same chart is laid out the same twice", async () => {
  const [one, two] = [randomChart(11, 60), randomChart(11, 60)];

  expect(await completeLayout(one, {}, [ids], engine)).toEqual(await completeLayout(two, {}, [ids], engine));
});

test("a new state finds a free place without ELK and moves nobody", async () => {
  const before = chartOf(
    `initial: 'a', states: { a: { initial: 'x', states: { x: { on: { GO: 'y' } }, y: {} } }, b: {} }`,
  );
  const known = await completeLayout(before, {}, [ids], engine);
  const after = chartOf(
    `initial: 'a', states: { a: { initial: 'x', states: { x: { on: { GO: 'y', NEW: 'z' } }, y: {}, z: {} } }, b: {} }`,
  );

  const positions = await completeLayout(after, known, [ids], never);

  for (const [id, place] of Object.entries(known)) expect(positions[id], id).toEqual(place);
  const [x, y, z] = ["a.x", "a.y", "a.z"].map((id) => positions[id] as Rect) as [Rect, Rect, Rect];
  expect(overlaps(z, x, 8)).toBe(false);
  expect(overlaps(z, y, 8)).toBe(false);
});

test("a state that is dropped on another one goes beside it; one that is dropped where nothing stands stays there", async () => {
  const chart = chartOf(
    `initial: 'a', states: { a: { initial: 'x', states: { x: {}, y: {}, z: {} } }, b: {} }`,
  );
  const known = await completeLayout(chart, {}, [ids], engine);
  const { "a.z": own, ...others } = known;
  const [x, y] = [known["a.x"], known["a.y"]] as [Rect, Rect];

  const onX = placeDropped(chart, ids, others, "a.z", { ...own, x: x.x + 4, y: x.y + 6 } as Rect) as Rect;
  const apart = { ...own, x: x.x + 900, y: x.y + 900 } as Rect;

  expect([x, y].filter((one) => overlaps(onX, one, 8))).toEqual([]);
  expect(Math.hypot(onX.x - x.x, onX.y - x.y)).toBeLessThan(400);
  expect(placeDropped(chart, ids, others, "a.z", apart)).toEqual(apart);
});

test("nothing is asked and nothing changes when every state has its place", async () => {
  const chart = randomChart(3, 30);
  const known = await completeLayout(chart, {}, [ids], engine);

  expect(planLayout(chart, known, ids)).toEqual({ whole: [], newcomers: [] });
  expect(await completeLayout(chart, known, [ids], never)).toBe(known);
});

test("a renamed state whose position was carried along moves nobody", async () => {
  const before = chartOf(`initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} }`);
  const known = await completeLayout(before, {}, [ids], engine);
  const after = chartOf(
    `initial: 'a', states: { a: { on: { GO: 'renamedToSomethingLong' } }, renamedToSomethingLong: {} }`,
  );
  const carried = { a: known["a"] as Rect, renamedToSomethingLong: known["b"] as Rect };

  const positions = await completeLayout(after, carried, [ids], never);

  expect(positions).toBe(carried);
});

test("a new compound is laid out inside and set beside its siblings", async () => {
  const before = chartOf(`initial: 'a', states: { a: {}, b: {} }`);
  const known = await completeLayout(before, {}, [ids], engine);
  const after = chartOf(
    `initial: 'a', states: { a: {}, b: {}, c: { initial: 'x', states: { x: { on: { GO: 'y' } }, y: {} } } }`,
  );

  const positions = await completeLayout(after, known, [ids], engine);

  expect(positions["a"]).toEqual(known["a"]);
  expect(positions["b"]).toEqual(known["b"]);
  const boxes = arrange(sceneOf(after, ids), positions);
  expect(contains(boxes.get("c") as Rect, boxes.get("c.y") as Rect)).toBe(true);
  expect(overlaps(boxes.get("c") as Rect, boxes.get("a") as Rect)).toBe(false);
});

test("steps come in the order of the document, the initial one first", async () => {
  const chart = chartOf(
    `initial: 'lead', states: { lead: { on: { NEXT: 'follow' } }, follow: { on: { NEXT: 'end', BACK: 'lead' } }, end: {} }`,
  );

  const positions = await completeLayout(chart, {}, [ids], engine);

  const { lead, follow, end } = positions as Record<"lead" | "follow" | "end", Rect>;
  expect(lead.x + lead.y).toBeLessThan(follow.x + follow.y);
  expect(follow.x + follow.y).toBeLessThan(end.x + end.y);
});

test("there is room for every label language, so that switching moves nothing", async () => {
  const chart = chartOf(`initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} }`);
  const long = namesFrom({ "state:a": "とても長い名前のついた状態です" }, words);

  const positions = await completeLayout(chart, {}, [ids, long], engine);

  const width = (names: typeof ids) => arrange(sceneOf(chart, names), positions).get("a")?.w;
  expect(width(ids)).toBe(width(long));
});
