import { expect, test } from "vitest";
import { elkInProcess } from "#adapters/elk/elkInProcess.ts";
import { childrenOf } from "#core/layout/arrange.ts";
import { overlaps, type Point, type Rect, sharedArea } from "#core/layout/geometry.ts";
import { drawPicture, fullRoute, type Picture } from "#core/layout/picture.ts";
import { completeLayout } from "#core/layout/completeLayout.ts";
import { piecesOf } from "#core/layout/routeGrid.ts";
import { type Scene, sceneOf, upwards } from "#core/layout/scene.ts";
import { chartOf, ids, randomChart } from "#test/core/layout/charts.ts";

const engine = await elkInProcess();
const onBorder = (box: Rect, p: Point) =>
  ((p.x === box.x || p.x === box.x + box.w) && p.y >= box.y && p.y <= box.y + box.h) ||
  ((p.y === box.y || p.y === box.y + box.h) && p.x >= box.x && p.x <= box.x + box.w);

async function pictureOf(chart: ReturnType<typeof chartOf>): Promise<{ scene: Scene; picture: Picture }> {
  const scene = sceneOf(chart, ids);
  return { scene, picture: drawPicture(scene, await completeLayout(chart, {}, [ids], engine)) };
}

test.each([1, 2, 3, 4, 5])(
  "every arrow runs from border to border and through no state (chart %i)",
  async (seed) => {
    const { scene, picture } = await pictureOf(randomChart(seed, 40));
    const leaves = [...scene.items.keys()].filter((id) => !childrenOf(scene).has(id));

    for (const arrow of scene.arrows) {
      const route = arrow.jump ? fullRoute(picture, arrow) : picture.routes.get(arrow.id);
      expect(route, arrow.id).toBeDefined();
      const points = route?.points ?? [];
      expect(
        onBorder(picture.boxes.get(arrow.from) as Rect, points[0] as Point),
        `start of ${arrow.id}`,
      ).toBe(true);
      expect(
        onBorder(picture.boxes.get(arrow.to) as Rect, points.at(-1) as Point),
        `end of ${arrow.id}`,
      ).toBe(true);
      for (const piece of piecesOf(points))
        for (const id of leaves) {
          if (id === arrow.from || id === arrow.to) continue;
          const line = { x: piece.x1, y: piece.y1, w: piece.x2 - piece.x1, h: piece.y2 - piece.y1 };
          expect(overlaps(line, picture.boxes.get(id) as Rect), `${arrow.id} through ${id}`).toBe(false);
        }
    }
  },
);

test.each([1, 2, 3, 4, 5])("labels keep off states and off each other (chart %i)", async (seed) => {
  const { scene, picture } = await pictureOf(randomChart(seed, 40));
  const leaves = [...scene.items.keys()]
    .filter((id) => !childrenOf(scene).has(id))
    .map((id) => picture.boxes.get(id) as Rect);
  const labels = [...picture.routes.values()].flatMap((r) => (r.label ? [r.label] : []));

  const clashes = labels.filter(
    (label, i) =>
      leaves.some((box) => sharedArea(label, box) > 4) ||
      labels.slice(i + 1).some((other) => sharedArea(label, other) > 4),
  );

  // on random charts, which are denser than any game, a few labels find no free place
  expect(clashes.length).toBeLessThanOrEqual(Math.ceil(labels.length * 0.06));
});

test("two ways there and one back between the same states are three lines apart", async () => {
  const { picture } = await pictureOf(
    chartOf(`initial: 'a', states: { a: { on: { ONE: 'b', TWO: 'b' } }, b: { on: { BACK: 'a' } } }`),
  );

  const lines = [...picture.routes.values()].map((route) =>
    route.points.map((p) => `${p.x},${p.y}`).join(" "),
  );
  const starts = [...picture.routes.values()].flatMap((r) => [
    r.points[0] as Point,
    r.points.at(-1) as Point,
  ]);

  expect(new Set(lines).size).toBe(3);
  for (const [i, p] of starts.entries())
    for (const q of starts.slice(i + 1)) expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(6);
});

test("a transition to itself is a loop outside the state with its label beside it", async () => {
  const { picture } = await pictureOf(
    chartOf(`initial: 'a', states: { a: { on: { AGAIN: { target: 'a', reenter: true } } }, b: {} }`),
  );
  const [route] = [...picture.routes.values()];
  const box = picture.boxes.get("a") as Rect;

  expect(route?.points.length).toBe(4);
  expect(overlaps(route?.label as Rect, box)).toBe(false);
});

test("arrows to and from compounds end at the compounds' borders, from inside too", async () => {
  const { picture } = await pictureOf(
    chartOf(
      `initial: 'a', states: { a: { initial: 'x', on: { OUT: 'b', IN: '.y', AGAIN: '.x' }, states: { x: { on: { UP: '#m.a' } }, y: {} } }, b: { on: { BACK: 'a' } } }`,
    ),
  );
  const box = picture.boxes.get("a") as Rect;
  const end = (id: string, last: boolean) => picture.routes.get(id)?.points.at(last ? -1 : 0) as Point;

  expect(onBorder(box, end("a|on|OUT|0", false))).toBe(true);
  expect(onBorder(box, end("a|on|IN|0", false))).toBe(true);
  expect(onBorder(box, end("a.x|on|UP|0", true))).toBe(true);
  expect(onBorder(box, end("b|on|BACK|0", true))).toBe(true);
});

test("a transition two borders away is a jump: a stub beside the row that names its target", async () => {
  const { scene, picture } = await pictureOf(
    chartOf(
      `initial: 'a', states: { a: { initial: 'p', states: { p: { initial: 'x', states: { x: { on: { LOST: '#m.over' } } } } } }, over: {} }`,
    ),
  );
  const [arrow] = scene.arrows;

  expect(arrow?.jump).toBe(true);
  expect(picture.routes.get(arrow?.id ?? "")?.points.length).toBe(2);
  const row = scene.items.get("a.p.x")?.content.rows.at(-1);
  expect(row?.chips.map((c) => c.text).join(" ")).toContain("→ over");
});

test("what lies in a folded state is hidden, and arrows that enter it end at it", () => {
  const chart = chartOf(
    `initial: 'a', states: { a: { initial: 'x', states: { x: { on: { OUT: '#m.b', NEXT: 'y' } }, y: {} } }, b: { on: { BACK: '#m.a.y' } } }`,
  );

  const scene = sceneOf(chart, ids, new Set(["a"]));

  expect([...scene.items.keys()]).toEqual(["", "a", "b"]);
  expect(scene.arrows.map((arrow) => `${arrow.from}>${arrow.to}`)).toEqual(["a>b", "b>a"]);
  expect(
    scene.items.get("a")?.content.rows.some((r) => r.chips.some((c) => c.text === "2 states, folded")),
  ).toBe(true);
  expect(upwards(scene, "b")).toEqual(["b", ""]);
});
