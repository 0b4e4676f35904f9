import { describe, expect, test } from "vitest";
import { evenLines } from "#core/layout/content/labelContent.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import type { Words } from "#core/layout/level.ts";
import { gameSubjects, locales, pictureOf, subjectOf } from "#test/core/layout/place/subjects.ts";

/** Two phases: rows that branch by event, by guard, with an else, and one that goes on alone. */
const subject = subjectOf(
  "branching",
  `import { setup } from "xstate";
export const machine = setup({ guards: { won: () => true, tied: () => false } }).createMachine({
  id: "game",
  initial: "main",
  states: {
    main: {
      initial: "draw",
      states: {
        draw: { on: { DRAW: "play" } },
        play: { on: { PASS: "count", ATTACK: "#game.fight" } },
        count: { always: [{ guard: "won", target: "#game.over" }, { guard: "tied", target: "draw" }, { target: "rest" }] },
        rest: { on: { GO: [{ guard: "tied", target: "draw" }, { target: "#game.fight.hit" }] } },
      },
    },
    fight: { initial: "hit", states: { hit: { on: { HIT: "end" } }, end: { always: "#game.main" } } },
    over: { type: "final" },
  },
});`,
  () => ({ "guard:won": "someone has won", "guard:tied": "both stand alike", "event:ATTACK": "attack" }),
);
const wordsIn = (words: Words): Record<string, string> => {
  const scene = sceneOf(subject.chart, subject.names("en"), { level: "map", words });
  return Object.fromEntries(
    scene.arrows.flatMap(({ id, label }) => {
      const text = label.rows.flatMap(({ chips }) => chips.map((chip) => chip.text)).join(" ");
      return text === "" ? [] : [[id, text]];
    }),
  );
};

describe("words on lines of the map", () => {
  test("say the event, else the guard, else that it is what is left; nothing where there is one way on", () => {
    expect(wordsIn("all")).toEqual({
      "main.play|on|ATTACK|0": "attack",
      "main.count|always||0": "someone has won",
      "main.count|always||1": "both stand alike",
      "main.rest|on|GO|0": "both stand alike",
      "main.rest|on|GO|1": "else",
    });
  });

  test("go one kind after the other where room is scarce", () => {
    expect(Object.keys(wordsIn("lines"))).toEqual([
      "main.play|on|ATTACK|0",
      "main.count|always||0",
      "main.rest|on|GO|1",
    ]);
    expect(wordsIn("events")).toEqual({ "main.play|on|ATTACK|0": "attack" });
    expect(wordsIn("none")).toEqual({});
  });

  test("each has its place, and none is wider than 14 em", () => {
    const { scene, routes } = pictureOf(subject, "en", { level: "map" });
    for (const { id, label } of scene.arrows.filter((arrow) => arrow.label.rows.length > 0)) {
      expect(routes.get(id)?.label, id).toMatchObject(label.size);
      expect(label.size.w).toBeLessThanOrEqual(14 * 12 + 4);
      expect(label.rows.length).toBeLessThanOrEqual(2);
    }
  });
});

test("of what all candidates ask for nothing is said; the last one is what is left", () => {
  const sharing = subjectOf(
    "sharing",
    `import { and, setup } from "xstate";
export const machine = setup({ guards: { mine: () => true, won: () => false, tied: () => true } }).createMachine({
  id: "game", initial: "main",
  states: {
    main: { initial: "play", states: { play: { on: { GO: [
      { guard: and(["mine", "won"]), target: "#game.over" },
      { guard: and(["mine", "tied"]), target: "#game.fight" },
      { guard: "mine", target: "rest" } ] } }, idle: {}, rest: {} } },
    fight: { initial: "hit", states: { hit: {} } },
    over: { type: "final" },
  },
});`,
    () => ({ "guard:mine": "done by me", "guard:won": "someone has won", "guard:tied": "both stand alike" }),
  );
  const { arrows } = sceneOf(sharing.chart, sharing.names("en"), { level: "map", words: "all" });
  const said = arrows.map(({ to, label }) => [
    to,
    label.rows.flatMap(({ chips }) => chips.map((chip) => chip.text)).join(" "),
  ]);

  expect(Object.fromEntries(said)).toMatchObject({
    over: "someone has won",
    fight: "both stand alike",
    "main.rest": "else",
  });
});

test("one act, one step: languages with a form for one use it", () => {
  const one = subjectOf(
    "one",
    `import { createMachine } from "xstate";
export const machine = createMachine({ initial: "a", states: { a: { on: { NOTE: { actions: "x" }, GO: "b" } }, b: {} } });`,
    () => ({}),
  );
  const titles = (locale: "en" | "ja") =>
    [...pictureOf(one, locale, { level: "map" }).scene.items.values()].flatMap(({ content }) =>
      content.marks.filter(({ kind }) => kind === "stays").map(({ title }) => title),
    );

  expect(titles("en")).toEqual(["1 act that stays here"]);
  expect(titles("ja")).toEqual(["ここに留まる行動 1 件"]);
});

test.each(gameSubjects())("no condition beside a line of $name is cut, in any language", (game) => {
  for (const locale of locales) {
    const { arrows } = pictureOf(game, locale, { level: "map" }).scene;
    const rows = arrows.flatMap(({ label }) => [label.rows]);
    const cut = rows.flat().flatMap(({ chips }) => chips.filter(({ text }) => text.endsWith("…")));
    expect(cut).toEqual([]);
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(3);
  }
});

test("words break where phrases end, into as few lines as fit and these as even as can be; the rest is cut", () => {
  expect(evenLines("nothing is left")).toEqual(["nothing is left"]);
  expect(evenLines("nothing is left to process")).toEqual(["nothing is left", "to process"]);
  const three = evenLines("the die shows 1 and a battle can be forced on the turn player by a card in hand");
  expect(three).toHaveLength(3);
  expect(three.join(" ")).toBe(
    "the die shows 1 and a battle can be forced on the turn player by a card in hand",
  );
  const long = evenLines("context.cards.filter((card) => card.usable) ".repeat(10_000));
  expect(long).toHaveLength(3);
  expect(long.at(-1)).toMatch(/…$/);
});

test("what has no room of its own is told beside: on what a way is taken, and where a phase around answers till then", () => {
  const around = subjectOf(
    "around",
    `import { and, setup } from "xstate";
export const machine = setup({ guards: { mine: () => true, last: () => false } }).createMachine({
  id: "game", initial: "main",
  states: {
    main: {
      initial: "act",
      on: { PASS: { guard: "mine", target: "other" } },
      states: { act: { on: { PASS: { guard: and(["mine", "last"]), target: "#game.rest" } } } },
    },
    other: { initial: "a", states: { a: {} } },
    rest: { initial: "b", states: { b: {} } },
  },
});`,
    () => ({ "guard:last": "all others have passed" }),
  );
  const spareIn = (words: Words, of = around) =>
    Object.fromEntries(
      pictureOf(of, "en", { level: "map", words }).scene.arrows.flatMap(({ id, spare }) => {
        const [form] = spare?.forms ?? [];
        return form ? [[id, form.rows.flatMap(({ chips }) => chips.map((c) => c.text)).join(" ")]] : [];
      }),
    );

  expect(spareIn("events", subject)).toEqual({
    "main.count|always||0": "someone has won",
    "main.count|always||1": "both stand alike",
    "main.rest|on|GO|0": "both stand alike",
    "main.rest|on|GO|1": "else",
  });
  expect(spareIn("all", subject)).toEqual({});
  expect(spareIn("all")).toEqual({ "main.act|on|PASS|0": "PASS [all others have passed]" });
});

test("else stands where what comes before it is drawn beside it; else it says what is not the case", () => {
  const rest = subjectOf(
    "rest",
    `import { and, setup } from "xstate";
export const machine = setup({ guards: { on: () => true, due: () => false } }).createMachine({
  id: "game", initial: "act",
  states: {
    act: { always: [{ guard: and(["on", "due"]), target: "coin" }, { guard: "on", target: "next" }] },
    coin: { on: { GO: [{ guard: "due", actions: "count" }, { guard: "on", target: "act" }, { target: "next" }] } },
    next: { on: { GO: [{ guard: and(["on", "due"]), actions: "count" }, { target: "act" }], STOP: "coin" } },
  },
});`,
    () => ({ "guard:on": "the game goes on", "guard:due": "the coin is due" }),
  );
  for (const words of ["all", "whole"] as const) {
    const { arrows } = sceneOf(rest.chart, rest.names("en"), { level: "map", words });
    const said = arrows.map(({ from, to, label }) => [
      `${from} ${to}`,
      label.rows.flatMap(({ chips }) => chips.map(({ full, text }) => full ?? text))[0],
    ]);
    expect(Object.fromEntries(said)).toMatchObject(
      words === "all"
        ? {
            "act coin": "the coin is due",
            "act next": "else [the game goes on]",
            "coin next": "else ∧ ¬ the coin is due",
            "next act": "GO",
          }
        : {
            "act next": "the game goes on",
            "coin next": "GO [else ∧ ¬ the coin is due]",
            "next act": "GO [¬ the game goes on ∨ ¬ the coin is due]",
          },
    );
  }
});
