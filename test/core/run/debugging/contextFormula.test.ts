import { expect, test } from "vitest";
import { FormulaReader } from "#core/run/debugging/contextFormula.ts";
import type { JsonObject } from "#core/text/json.ts";

const context = { left: 3, name: "a = b", players: [{ hand: ["x", "y"] }], none: null, deck: ["…"] };
const at = (
  text: string,
  more: { cut?: string[]; event?: { type: string; n: number }; context?: JsonObject } = {},
) =>
  new FormulaReader([{ name: "double", text: "(n) => n * 2" }]).valueOf(text, {
    context: more.context ?? context,
    cut: more.cut ?? [],
    event: more.event,
  });

test.each([
  ["left", 3],
  ["context.left > 2", true],
  ["left > 2 && players[0].hand.length === 2", true],
  ["left ≥ 3 ∧ left ≠ 4", true],
  ["left = 3", true],
  ["name = 'a = b'", true],
  ["¬(left ≤ 2) ∨ false", true],
  ["left · 2 − 1", 5],
  ["left >= 3 && left <= 3 && left !== 4", true],
  ["double(left)", 6],
  ["none ?? 'nobody'", "nobody"],
  ["players.map((p) => p.hand.length)", [2]],
])("%s is %j", (text, value) => {
  expect(at(text)).toEqual({ value });
});

test("the event that drove it can be asked for", () => {
  expect(at("event.n + left", { event: { type: "GO", n: 4 } })).toEqual({ value: 7 });
  expect(at("event.n")).toMatchObject({ fault: { code: "nothing" } });
});

test("a name that is no field, and code outside of the subset, are told", () => {
  expect(at("cards + 1")).toMatchObject({
    fault: { code: "unknown-name", what: expect.stringContaining("cards") },
  });
  expect(at("left +")).toMatchObject({ fault: { code: "unread" } });
  expect(at("fetch('x')")).toMatchObject({ fault: expect.anything() });
  expect(at("left.constructor")).toMatchObject({ fault: { code: "unread" } });
});

test("a value that is shown cut is not worked with", () => {
  const cut = ["deck"];

  expect(at("deck.length", { cut })).toMatchObject({ fault: { code: "cut", what: "deck" } });
  expect(at("context.deck.length", { cut })).toMatchObject({ fault: { code: "cut" } });
  expect(at("double(context)", { cut })).toMatchObject({ fault: { code: "cut" } });
  expect(at("left + context.left", { cut })).toEqual({ value: 6 });
});

test("fields that are called context and event stay where they are", () => {
  const odd = { context: 1, event: 2 };

  expect(at("context.context + context.event", { context: odd })).toEqual({ value: 3 });
});
