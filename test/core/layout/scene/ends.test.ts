import { expect, test } from "vitest";
import type { Item } from "#core/layout/scene/scene.ts";
import { signsOf } from "#core/layout/scene/signs.ts";
import { toSvg } from "#core/layout/toSvg.ts";
import { gameSubjects, pictureOf, subjectOf } from "#test/core/layout/place/subjects.ts";

const subject = subjectOf(
  "ends",
  `import { setup } from "xstate";
export const machine = setup({}).createMachine({
  id: "game",
  initial: "play",
  states: {
    play: {
      initial: "turn",
      states: {
        turn: { initial: "act", states: { act: { on: { HIT: "#game.won" } }, done: { on: { STOP: "#game.drawn" } } } },
        over: {},
      },
      on: { CONCEDE: "lost" },
    },
    won: { type: "final" },
    lost: { type: "final" },
    drawn: { type: "final" },
  },
});`,
  () => ({}),
);

const linesOf = (item: Item | undefined): string =>
  (item?.content.rows ?? []).flatMap(({ chips }) => chips.map(({ text }) => text)).join(" ");

test("an end tells what leads there without a line; steps and phases that may end the game have a sign", () => {
  const picture = pictureOf(subject, "en", { level: "map" });
  const { items, arrows } = picture.scene;

  const drawn = arrows.filter(({ role, to }) => role === "line" && to === "won");
  expect(drawn.map(({ from }) => from)).toEqual(["play.turn.act"]);
  expect(linesOf(items.get("won"))).toBe("");
  expect(linesOf(items.get("lost"))).toBe("any time in play");
  const marked = [...items.values()].filter(({ content }) =>
    content.marks.some(({ kind }) => kind === "ends"),
  );
  expect(marked.map(({ id }) => id)).toEqual(["play", "play.turn.act", "play.turn.done"]);
  expect(signsOf(picture)).toContain("ends");
  expect(toSvg(picture, subject.names("en"), { title: "ends" }).match(/href="#i-ends"/g)).toHaveLength(3);
});

test("a closed state has the sign for what is closed in it", () => {
  const { items } = pictureOf(subject, "en", { level: "map", folded: new Set(["play.turn"]) }).scene;

  const [mark] = items.get("play.turn")?.content.marks.filter(({ kind }) => kind === "ends") ?? [];
  expect(mark?.title).toBe("may end the game: won, drawn");
});

test.each(gameSubjects())("of each end of $name one sees from where it is reached", (game) => {
  for (const locale of ["en", "ja", "zh-Hant"] as const) {
    const { items, arrows } = pictureOf(game, locale, { level: "map" }).scene;
    const ends = [...items.values()].filter(({ shape, parent }) => shape === "final" && parent === "");
    expect(ends.length).toBeGreaterThan(0);
    for (const end of ends) {
      const lines = arrows.filter(({ role, to }) => role === "line" && to === end.id).length;
      expect([end.id, lines > 0 || linesOf(end) !== ""]).toEqual([end.id, true]);
    }
  }
});
