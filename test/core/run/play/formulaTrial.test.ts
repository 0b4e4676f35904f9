import { describe, expect, test } from "vitest";
import { parsedExpr } from "#core/expr/parse.ts";
import { GuardFormulas } from "#core/run/play/formulaTrial.ts";
import type { GuardTrial } from "#core/run/play/microstep.ts";

const consts = [
  { name: "isWhole", text: "(n) => n % 1 === 0" },
  {
    name: "isChange",
    text: "(change) => change.effect === 'none' ? change.amount === 0 : isWhole(change.amount)",
  },
  { name: "LIMIT", text: "4" },
  { name: "strange", text: "(event) => { throw new Error(); }" },
];
const trialOf = (formula: string, event: object, verdict: boolean, context: object = {}, params?: object) =>
  new GuardFormulas({ guards: { g: formula }, consts }, parsedExpr).try(
    "g",
    { context, event: { type: "GO", ...event }, params },
    verdict,
  );

/** The parts that decided, innermost: what is false and has nothing false in it. */
const deciding = (trial: GuardTrial | undefined): (string | undefined)[] => {
  if (!trial || trial.verdict !== false) return [];
  const inner = trial.of.flatMap(deciding);
  return inner.length > 0 ? inner : [trial.text];
};

describe("a formula that is tried once more", () => {
  test("tells the part that decided, through helpers and choices", () => {
    const formula = "({ event }) => event.type === 'GO' && event.card?.length > 0 && isChange(event)";

    expect(deciding(trialOf(formula, { card: "x", effect: "draw", amount: 0.5 }, false))).toEqual([
      "n mod 1 = 0",
    ]);
    expect(deciding(trialOf(formula, { card: "x", effect: "none", amount: 2 }, false))).toEqual([
      "change.amount = 0",
    ]);
    expect(deciding(trialOf(formula, { card: "", effect: "none", amount: 0 }, false))).toEqual([
      "|card| > 0",
    ]);
    expect(trialOf(formula, { card: "x", effect: "none", amount: 0 }, true)?.verdict).toBe(true);
  });

  test("tells what it read: members, and what is worked out at the sides of a comparison", () => {
    const trial = trialOf(
      "({ context, event }, params) => context.hand.length + params.more <= LIMIT",
      {},
      false,
      { hand: ["a", "b", "c"] },
      { more: 2 },
    );

    expect(trial?.reads).toEqual([
      { text: "|context.hand| + params.more", value: 5 },
      { text: "|context.hand|", value: 3 },
      { text: "params.more", value: 2 },
    ]);
  });

  test("names fields only where no part of the event goes out of sight", () => {
    expect(trialOf("({ event }) => event.a > event.b", { a: 1, b: 2 }, false)?.fields).toEqual(["a", "b"]);
    expect(
      trialOf("({ context, event }) => context.rows.some((r) => r.id === event.row)", { row: 3 }, false, {
        rows: [],
      })?.fields,
    ).toEqual(["row"]);
    expect(
      trialOf("({ context, event }) => context.list.includes(event)", {}, false, { list: [] }),
    ).not.toHaveProperty("fields");
  });

  test("says nothing where the code cannot be read, fails, or comes to something else", () => {
    expect(trialOf("({ event }) => strange(event)", {}, false)).toBeUndefined();
    expect(trialOf("({ event }) => event.a.b.c === 1", {}, false)).toBeUndefined();
    expect(trialOf("({ event }) => event.a === 1", { a: 1 }, false)).toBeUndefined();
    expect(trialOf("function () { return true }", {}, true)).toBeUndefined();
  });

  test("leaves out long values", () => {
    const long = Array.from({ length: 500 }, (_, i) => i);

    expect(
      trialOf("({ context }) => context.list === context.n", {}, false, { list: long, n: 1 })?.reads,
    ).toEqual([{ text: "context.n", value: 1 }]);
  });
});
