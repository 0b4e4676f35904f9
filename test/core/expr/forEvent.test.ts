import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluate } from "#core/expr/evaluate.ts";
import { ExprError } from "#core/expr/exprError.ts";
import { forEvent } from "#core/expr/forEvent.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { printFormula } from "#core/expr/print.ts";

const read = (text: string) => {
  const { expr } = parseExpr(text);
  if (!expr) throw new Error(`Refused: ${text}`);
  return expr;
};

describe("an expression for one type of event", () => {
  test.each([
    ["event.type === 'GO' && context.a > 1", "a > 1"],
    ["context.a > 1 && (event.type === 'GO' || event.type === 'STOP')", "a > 1"],
    ["event.type !== 'GO' || context.a", "a"],
    ["event.type === 'STOP' ? context.a : context.b", "b"],
    ["!(event.type === 'STOP') && context.a", "a"],
    ["event.type === 'STOP'", "false"],
    ["context.list.some((x) => event.type === 'GO' && x > 1)", "∃ x ∈ list: x > 1"],
    ["context.list.some((event) => event.type === 'GO')", "∃ event ∈ list: event.type = “GO”"],
    ["context.n && event.type === 'GO'", "n ∧ true"],
  ])("%s reads %s", (text, formula) => expect(printFormula(forEvent(read(text), "GO"))).toBe(formula));

  test.each([
    ["context.n || event.type === 'STOP'", "n"],
    ["context.n && event.type === 'GO'", "n"],
    ["!(context.n || event.type === 'STOP') && context.m", "¬n ∧ m"],
    ["context.n && (context.m || event.type === 'GO')", "n"],
    ["(context.n || event.type === 'STOP') > 0", "(n ∨ false) > 0"],
    ["isSo(context.n || event.type === 'STOP')", "isSo(n ∨ false)"],
  ])("where only the truth counts %s reads %s", (text, formula) =>
    expect(printFormula(forEvent(read(text), "GO", true))).toBe(formula),
  );

  test("gives the same value for that type", () => {
    const { any } = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("context.n", "context.yes", "context.none", "1", "true", "false"),
        fc.constantFrom("event.type === 'GO'", "'STOP' === event.type", "event.type != 'GO'", "event.type"),
        fc
          .tuple(tie("any"), fc.constantFrom("&&", "||", "===", "<", "??"), tie("any"))
          .map(([a, op, b]) => `((${a}) ${op} (${b}))`),
        fc.tuple(tie("any"), tie("any"), tie("any")).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
        fc.tuple(tie("any")).map(([a]) => `!(${a})`),
        fc.tuple(tie("any")).map(([a]) => `[${a}].some((x) => x && (${a}))`),
      ),
    }));
    const scope = { context: { n: 2, yes: true, none: null }, event: { type: "GO" } };
    let shorter = 0;
    fc.assert(
      fc.property(any, (text) => {
        const expr = read(text);
        const narrowed = forEvent(expr, "GO");
        let value: unknown;
        try {
          value = evaluate(expr, scope);
        } catch (error) {
          expect(error).toBeInstanceOf(ExprError);
          return;
        }
        expect([text, evaluate(narrowed, scope)]).toEqual([text, value]);
        const holds = Boolean(evaluate(forEvent(expr, "GO", true), scope));
        expect([text, holds]).toEqual([text, Boolean(value)]);
        if (printFormula(narrowed).length < printFormula(expr).length) shorter++;
      }),
      { numRuns: 2000 },
    );
    expect(shorter).toBeGreaterThan(200);
  });
});
