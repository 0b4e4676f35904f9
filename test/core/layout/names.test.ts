import { expect, test } from "vitest";
import { namesFrom, type CanvasWords } from "#core/layout/names.ts";
import { readModule } from "#core/read/readModule.ts";

const words = { asks: {} } as unknown as CanvasWords;
/** What the entry actions of a machine are called. */
const actions = (entry: string, labels: Record<string, string> | undefined) => {
  const { root } = readModule(`createMachine({ entry: [${entry}] });`).charts[0]!;
  return root.entry.map(namesFrom(labels, words).action);
};

test("words among the parameters of an action go by their labels", () => {
  expect(
    actions("{ type: 'begin', params: { forced: true, to: 'hand' } }", {
      "action:begin": "begin it",
      "value:context.forced.true": "forced",
    }),
  ).toEqual(["begin it (forced, hand)"]);
});

test("a constant among the parameters is named by its label or not at all", () => {
  const entry = "{ type: 'draw', params: { cards: OPENING, hand: 4 } }";

  expect(actions(entry, {})).toEqual(["draw (4)"]);
  expect(actions(entry, { "value:context.cards.OPENING": "opening hand" })).toEqual([
    "draw (opening hand, 4)",
  ]);
  expect(actions(entry, undefined)).toEqual(["draw (OPENING, 4)"]);
});
