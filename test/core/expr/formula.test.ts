import { describe, expect, test } from "vitest";
import { formulaOf } from "#core/expr/formula.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { printFormula } from "#core/expr/print.ts";

const printed = (text: string) => {
  const { expr } = parseExpr(text);
  if (!expr) throw new Error(`Refused: ${text}`);
  return printFormula(expr);
};

describe("an expression as a formula", () => {
  test.each([
    ["context.dp >= context.op", "dp ≥ op"],
    ["context.a !== 1 && !(context.b || context.c)", "a ≠ 1 ∧ ¬(b ∨ c)"],
    ["(context.a || context.b) && context.c", "(a ∨ b) ∧ c"],
    ["context.a || (context.b && context.c)", "a ∨ (b ∧ c)"],
    ["context.a && context.b || context.c || context.d", "(a ∧ b) ∨ c ∨ d"],
    ["context.a - (context.b - context.c)", "a − (b − c)"],
    ["(context.a + context.b) * -2", "(a + b) · −2"],
    ["context.a % 2 === 0", "a mod 2 = 0"],
    ["2 * (context.a % 3)", "2 · (a mod 3)"],
    ["context.a * (context.b * context.c)", "a · b · c"],
    ["(-context.a) ** 2", "(−a) ^ 2"],
    ["(context.a ** 2) ** 3", "(a ^ 2) ^ 3"],
    ["context.a < context.b < 3", "(a < b) < 3"],
    ["context.a > 0 === true", "(a > 0) = true"],
    ["(context.a || 1) ?? 2", "(a ∨ 1) else 2"],
    ["context.a ?? (context.b || 2)", "a else (b ∨ 2)"],
    ["context.a ?? context.b ?? 0", "a else b else 0"],
    ["!(context.a === 'x')", "a ≠ “x”"],
    ["context.seats.includes(event.by)", "by ∈ seats"],
    ["!context.seats.includes(event.by)", "by ∉ seats"],
    ["context.hand.length > 0", "|hand| > 0"],
    ["context.list.some((p) => p.id === event.by)", "∃ p ∈ list: p.id = by"],
    ["context.a && context.list.every((p) => p.ok)", "a ∧ (∀ p ∈ list: p.ok)"],
    ["context.list.filter((x) => x > 1).length", "|{x ∈ list: x > 1}|"],
    ["context.a ? 1 : context.b ? 2 : null", "a ? 1 : b ? 2 : none"],
    ["context.op ?? 0", "op else 0"],
    ["[...context.log, { by: event.by, n: 1 }]", "[…log, { by, n: 1 }]"],
    ["`to ${event.name}`", "“to {name}”"],
    ["Math.min(context.a, Math.abs(context.b))", "min(a, |b|)"],
    ["context.points[event.area].x", "points[area].x"],
  ])("%s reads %s", (text, formula) => expect(printed(text)).toBe(formula));

  test("a prefix stays where two things have one name", () => {
    expect(printed("event.defense === context.defense && event.by === context.turnPlayer")).toBe(
      "event.defense = context.defense ∧ by = turnPlayer",
    );
    expect(printed("context.list.every((by) => by === event.by)")).toBe("∀ by ∈ list: by = event.by");
  });

  test("its few words can be said in another language", () => {
    const words = { none: "なし", else: "または", mod: "余り" };

    expect(formulaOf("({ context }) => (context.a ?? 1) % 2 === null", words)).toBe(
      "(a または 1) 余り 2 = なし",
    );
  });
});

describe("the formula of an implementation", () => {
  test.each([
    ["({ context, event }) => event.by === context.turnPlayer", "by = turnPlayer"],
    ["({ event }) => { assertEvent(event, 'X'); return event.n > 1; }", "n > 1"],
    ["(_, params) => params.n > 1", "n > 1"],
    [
      "assign({ op: 0, dp: ({ context, event }) => context.dp + event.points })",
      "op := 0; dp := dp + points",
    ],
    ["assign(({ context }) => ({ n: context.n + 1 }))", "n := n + 1"],
    ["assign({ defense: ({ event }) => event.defense })", "defense := event.defense"],
    [
      "assign({ players: ({ context, event }) => context.players.map((p) => p.id === event.by ? { ...p, hand: p.hand - 1 } : p) })",
      "players[p: p.id = by].hand := p.hand − 1",
    ],
    [
      "and(['isA', not('isB'), ({ context }) => context.n > 1 || context.m > 1])",
      "isA ∧ ¬isB ∧ (n > 1 ∨ m > 1)",
    ],
    ["or([{ type: 'isA', params: { n: 1 } }, stateIn('#x.y')])", "isA ∨ in #x.y"],
    ["not(and(['a', 'b']))", "¬(a ∧ b)"],
    ['"byTurnPlayer"', "byTurnPlayer"],
  ])("%s reads %s", (text, formula) => expect(formulaOf(text)).toBe(formula));

  test.each([
    "raise({ type: 'X' })",
    "({ context }) => fetch(context.url).then(go)",
    "() => { go(); }",
    "not code at all",
  ])("%s has none", (text) => expect(formulaOf(text)).toBeUndefined());
});
