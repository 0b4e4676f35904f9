import { expect, test } from "vitest";
import { compare } from "#core/run/scenario/expectations.ts";
import { cutTold, LARGE_CONTEXT_CHARACTERS, cutView } from "#core/run/play/cutView.ts";
import type { Outcome, PlayView } from "#core/run/play/play.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

const viewOf = (context: JsonObject, more: Partial<PlayView> = {}): PlayView => ({
  value: "a",
  in: ["a"],
  context,
  status: "active",
  asks: [],
  enabled: [],
  candidates: [],
  ...more,
});
const cut = (context: JsonObject, more: Partial<PlayView> = {}) =>
  cutView(viewOf(context, more), JSON.stringify(context).length);

test("a context of the usual size is shown whole", () => {
  const context = { hand: Array.from({ length: 400 }, (_, i) => `card ${i}`), note: "x".repeat(3_000) };

  expect(cut(context).context).toBe(context);
  expect(cut(context).cut).toBeUndefined();
});

const giants: [string, Json][] = [
  ["a text", "x".repeat(5e6)],
  ["a list of numbers", Array.from({ length: 1e5 }, (_, i) => i)],
  ["a list of objects", Array.from({ length: 2e4 }, (_, i) => ({ id: `card ${i}`, tags: ["a", "b", "c"] }))],
  ["an object of many fields", Object.fromEntries(Array.from({ length: 2e4 }, (_, i) => [`k${i}`, i]))],
  ["lists in lists", Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => Array(60).fill("y")))],
  ["a long key", { ["k".repeat(1e6)]: 1 }],
  ["a deep value", Array.from({ length: 60 }).reduce((inner: Json) => [inner], "z".repeat(1e5))],
];

test.each(giants)("%s is cut, says how much there is, and leaves the other fields alone", (_, value) => {
  const shown = cut({ deck: value, round: 3 });

  expect(JSON.stringify(shown).length).toBeLessThan(LARGE_CONTEXT_CHARACTERS * 3);
  expect(shown.context["round"]).toBe(3);
  expect(shown.cut).toEqual(["deck"]);
});

test("however many large fields there are, the view is small", () => {
  const fields = Array.from({ length: 5_000 }, (_, i) => [`f${i}`, "x".repeat(3_000)] as const);

  expect(JSON.stringify(cut(Object.fromEntries(fields))).length).toBeLessThan(1e6);
});

test("cut values are equal when the whole ones are, and only then", () => {
  const long = "x".repeat(1e5);
  const other = `${"x".repeat(5e4)}y${"x".repeat(5e4 - 1)}`;

  expect(cut({ s: long }).context).toEqual(cut({ s: "x".repeat(1e5) }).context);
  expect(cut({ s: long }).context).not.toEqual(cut({ s: other }).context);
});

test("a scenario's expectation is held against what is cut", async () => {
  const long = "x".repeat(1e5);
  const outcome: Outcome = {
    state: { snapshot: {}, clock: 0, timers: [] },
    view: cut({ s: long, n: 1 }),
    refused: false,
    reasons: [],
    considered: [],
    microsteps: [],
  };
  const held = (context: JsonObject) =>
    compare(0, { context }, outcome, false, () => Promise.resolve({ can: true, reasons: [] }));

  expect(await held({ s: long, n: 1 })).toBeUndefined();
  expect(await held({ s: `${long.slice(1)}y` })).toMatchObject({ what: "context", at: "s" });
});

test("an output is cut too", () => {
  const { output } = cut({}, { status: "done", output: "x".repeat(1e6) });

  expect(String(output).length).toBeLessThan(300);
});

test("what a step tells of its way holds no large value either, and is the same where it is small", () => {
  const change = { at: "log", before: undefined, after: "x".repeat(1e6) };
  const read = { text: "event.text", value: "y".repeat(1e6) };
  const small = [{ event: "GO", changes: [{ at: "n", before: 1, after: 2 }] }];
  const way = [{ event: "GO", changes: [change], considered: [{ guard: { of: [], reads: [read] } }] }];

  expect(cutTold(small)).toBe(small);
  expect(JSON.stringify(cutTold(way)).length).toBeLessThan(2_000);
  expect(cutTold(way)[0]).toMatchObject({ event: "GO", changes: [{ at: "log" }] });
});
