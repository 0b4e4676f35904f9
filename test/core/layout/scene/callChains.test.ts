import { expect, test } from "vitest";
import { pictureOf, subjectOf } from "#test/core/layout/place/subjects.ts";

/** Steps call a check that goes on where they said; from there a change of phase is called that goes on where the check said. */
const subject = subjectOf(
  "chains",
  `import { assign, setup } from "xstate";
export const machine = setup({
  guards: {
    after: ({ context }, params) => context.after === params.at,
    heads: ({ context }, params) => context.to === params.at,
  },
  actions: {
    remember: assign({ after: (_, params) => params.at }),
    headFor: assign({ to: (_, params) => params.at }),
  },
}).createMachine({
  id: "game",
  context: { after: "none", to: "none" },
  initial: "one",
  states: {
    one: {
      on: {
        GO: { actions: { type: "remember", params: { at: "one" } }, target: "check" },
        SKIP: { actions: { type: "remember", params: { at: "one" } }, target: "check" },
      },
    },
    two: { on: { GO: { actions: { type: "remember", params: { at: "two" } }, target: "check" } } },
    three: {
      on: {
        GO: { actions: { type: "remember", params: { at: "three" } }, target: "check" },
        BACK: { actions: { type: "headFor", params: { at: "one" } }, target: "change" },
      },
    },
    check: {
      on: {
        DONE: [
          { guard: { type: "after", params: { at: "one" } }, target: "two" },
          { guard: { type: "after", params: { at: "two" } }, actions: { type: "headFor", params: { at: "three" } }, target: "change" },
          { guard: { type: "after", params: { at: "three" } }, actions: { type: "headFor", params: { at: "over" } }, target: "change" },
        ],
      },
    },
    change: {
      always: [
        { guard: { type: "heads", params: { at: "three" } }, target: "three" },
        { guard: { type: "heads", params: { at: "over" } }, target: "over" },
        { guard: { type: "heads", params: { at: "one" } }, target: "one" },
      ],
    },
    over: { type: "final" },
  },
});`,
  () => ({}),
);

test("a line leads from a call through the phases that are called in turn to where the game goes on", () => {
  const { scene } = pictureOf(subject, "en", { level: "map" });

  const ways = scene.arrows.map(({ from, to, via, beyond = [] }) => [from, to, via, ...beyond].join(" "));
  expect(ways.toSorted()).toEqual([
    "one two check",
    "three one change",
    "three over check change",
    "two three check change",
  ]);
});

test("from each caller a line leads to the phase that it calls, seen while one of the two is looked at", () => {
  const { scene, routes } = pictureOf(subject, "en", { level: "map" });

  const calls = scene.calls ?? [];
  expect(calls.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual([
    "one check",
    "three change",
    "three check",
    "two check",
  ]);
  expect(calls.filter(({ id }) => routes.has(id))).toEqual([]);
});

test("a phase tells how many states call it, not by how many transitions", () => {
  const { scene } = pictureOf(subject, "en", { level: "map" });

  const notes = (id: string) =>
    scene.items.get(id)?.content.rows.flatMap(({ chips }) => chips.map(({ text }) => text));
  expect(notes("check")).toEqual(["called from 3 steps, and back"]);
});
