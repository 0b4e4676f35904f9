import { expect, test } from "vitest";
import { gameSubjects, pictureOf, subjectOf } from "#test/core/layout/place/subjects.ts";

const phase = (target: string) => `{ initial: "a", states: {
  a: { on: { SKIP: "#game.${target}", NEXT: "b" } },
  b: { on: { SKIP: "#game.${target}", NEXT: "c" } },
  c: { on: { SKIP: "#game.${target}", BACK: "a" } },
} }`;
const subject = subjectOf(
  "gathered",
  `import { setup } from "xstate";
export const machine = setup({}).createMachine({
  id: "game",
  initial: "first",
  states: { first: { on: { GO: "onward" } }, onward: ${phase("last")}, back: ${phase("first")}, last: { on: { GO: "back" } } },
});`,
  () => ({}),
);

/** Height of the last level piece, where a gathered line leaves its card, and the middles of the card's first and last row. */
function heights(card: string) {
  const { scene, boxes, routes } = pictureOf(subject, "en", { level: "map" });
  const arrows = scene.arrows.filter(({ role, from }) => role === "line" && from.startsWith(`${card}.`));
  const own = boxes.get(card);
  const left = arrows.map(({ id }) => {
    const points = routes.get(id)?.points ?? [];
    return points.findLast(
      ({ x, y }) => own && x >= own.x && x <= own.x + own.w && y >= own.y && y <= own.y + own.h,
    )?.y;
  });
  const middle = (row: string) => {
    const box = boxes.get(`${card}.${row}`);
    return box ? box.y + box.h / 2 : 0;
  };
  return { count: arrows.length, left: [...new Set(left)], first: middle("a"), last: middle("c") };
}

test("what several steps lead on to is gathered downwards and leaves the card at the last of them", () => {
  const { count, left, last } = heights("onward");

  expect(count).toBe(3);
  expect(left).toHaveLength(1);
  expect(Math.abs((left[0] ?? 0) - last)).toBeLessThan(12);
});

test("what several steps lead back to leaves the card at the first of them", () => {
  const { left, first } = heights("back");

  expect(left).toHaveLength(1);
  expect(Math.abs((left[0] ?? 0) - first)).toBeLessThan(12);
});

test("in Fate/Ace Royal the battle's ways to the end phase all run down", () => {
  const game = gameSubjects().find(({ name }) => name === "fate-ace-royal");
  if (!game) throw new Error("the game is gone");
  const { scene, routes } = pictureOf(game, "en", { level: "map" });
  const ways = scene.arrows.filter(
    ({ role, from, to }) =>
      role === "line" && from.startsWith("play.turn.battle.") && to === "play.turn.endPhase",
  );

  expect(ways.length).toBeGreaterThan(3);
  for (const { id } of ways) {
    const ys = (routes.get(id)?.points ?? []).map(({ y }) => y);
    expect([id, ys.toSorted((a, b) => a - b)]).toEqual([id, ys]);
  }
});
