import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Arrow } from "#core/expr/expr.ts";
import { applyArrow, evaluate } from "#core/expr/evaluate.ts";
import { ExprError } from "#core/expr/exprError.ts";
import { helperScope } from "#core/expr/helpers.ts";
import { parsedExpr, parseExpr } from "#core/expr/parse.ts";

const context = {
  n: 3,
  zero: 0,
  name: "Aoi",
  none: null,
  yes: true,
  list: [3, 1, 2],
  names: ["a", "b"],
  players: [
    { id: "P1", hand: 6, tags: ["x"] },
    { id: "P2", hand: 0, tags: [] },
  ],
  turnPlayer: "P1",
};
const scope = { context, event: { type: "X", by: "P2", points: 2 }, k: "hand" };

function run(text: string, given: Record<string, unknown> = scope, steps?: number): unknown {
  const { expr, refused } = parseExpr(text);
  if (!expr) throw new Error(`Refused: ${refused.what}`);
  return evaluate(expr, given, steps === undefined ? {} : { steps });
}

/** What JavaScript itself makes of it. */
const real = (text: string): unknown =>
  new Function(...Object.keys(scope), `"use strict"; return (${text});`)(...Object.values(scope));

describe("a value is JavaScript's", () => {
  test.each([
    "context.players.find((p) => p.id === context.turnPlayer)",
    "context.players.map((p) => p.id === event.by ? { ...p, hand: p.hand + event.points } : p)",
    "context.players.flatMap((p) => p.tags).concat(['y'], 'z').join('/')",
    "context.list.reduce((sum, x, i) => sum + x * i, 10)",
    "context.list.reduce((a, b) => a + b)",
    "context.list.slice(1).toReversed().at(-1)",
    "context.list.indexOf(9) + context.list.findIndex((x) => x === 2)",
    "context.list.some((x) => x > 2) && !context.list.every((x) => x > 2)",
    "context.absent?.deep.deeper.still[0]",
    "context.absent?.map((x) => x)",
    "context.absent",
    "context.absent >= 3",
    "context.none ?? 'fallback'",
    "`${context.name}: ${context.n % 2} ${context.none} ${context.absent}`",
    "{ ...context.players[0], [k]: -context.n, extra: [...context.names, ...context.list] }",
    "context.name.length + context.name.indexOf('o') + context.name.at(-1) + context.name.slice(1, 2) + context.name[0]",
    "context.name.includes('oi') === context.names.includes('oi')",
    "(([a, , b = 5, ...rest]) => [a, b, rest])([1, 2, context.absent, 4])",
    "Math.max(...context.list, 7) - Math.abs(-2) + Math.min()",
    "context.zero || context.none || 'or'",
    "context.none == context.absent",
    "1 / 0 - 2 ** 3 + +'4'",
    "context.players['length']",
  ])("%s", (text) => {
    // A function called on the spot is outside the subset; as a helper it is not.
    const called = /^\((\(.*)\)(\(\[.*\]\))$/.exec(text);
    const got = called
      ? run(`fn${called[2]}`, {
          ...scope,
          ...helperScope([{ name: "fn", text: called[1] ?? "" }], parsedExpr),
        })
      : run(text);

    expect(got).toEqual(real(text));
  });

  test("on any expression: the same value, or both fail", () => {
    const leaf = fc.constantFrom(
      ..."context.n,context.zero,context.name,context.none,context.yes,context.list,context.absent,event.points,1,2,'a',null,undefined,true,context.players[0].hand,context.players[5]".split(
        ",",
      ),
    );
    const { any } = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc
          .tuple(
            tie("any"),
            fc.constantFrom(
              "+",
              "-",
              "*",
              "/",
              "%",
              "<",
              "<=",
              ">",
              ">=",
              "===",
              "!==",
              "==",
              "!=",
              "&&",
              "||",
            ),
            tie("any"),
          )
          .map(([a, op, b]) => `(${a} ${op} ${b})`),
        fc.tuple(tie("any"), tie("any")).map(([a, b]) => `((${a}) ?? (${b}))`),
        fc.tuple(tie("any"), tie("any"), tie("any")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
        fc.tuple(fc.constantFrom("!", "-", "+"), tie("any")).map(([op, a]) => `${op}(${a})`),
        fc
          .tuple(tie("any"), fc.constantFrom(".length", "?.x", ".x?.y.z", "[0]", "?.[1]"))
          .map(([a, rest]) => `(${a})${rest}`),
        fc.tuple(tie("any"), tie("any")).map(([a, b]) => `[${a}, ${b}]`),
        fc
          .tuple(
            tie("any"),
            fc.constantFrom("map", "filter", "some", "every", "find", "findIndex", "flatMap"),
            tie("any"),
          )
          .map(([a, m, b]) => `(${a}).${m}((x, i) => ${b})`),
        fc
          .tuple(tie("any"), fc.constantFrom("includes", "indexOf", "concat"), tie("any"))
          .map(([a, m, b]) => `(${a}).${m}(${b})`),
        fc.tuple(tie("any")).map(([a]) => `\`<\${${a}}>\``),
      ),
    }));
    let values = 0;
    fc.assert(
      fc.property(any, (text) => {
        let got: unknown;
        try {
          got = run(text);
        } catch (error) {
          // What JavaScript would turn into text or a number by running code of an object is refused here.
          expect(error).toBeInstanceOf(ExprError);
          if ((error as ExprError).code !== "nothing") return;
          expect(() => real(text), text).toThrow();
          return;
        }
        expect([text, got]).toEqual([text, real(text)]);
        values++;
      }),
      { numRuns: 3000 },
    );
    expect(values).toBeGreaterThan(1000);
  });
});

describe("nothing outside the given names is reached", () => {
  test.each(["globalThis", "process", "Math", "toString", "hasOwnProperty", "constructorX"])(
    "%s is unknown",
    (name) => {
      expect(() => run(name)).toThrow(ExprError);
    },
  );

  test("inherited members are absent", () => {
    expect(run("context.toString")).toBeUndefined();
    expect(run("context.list[key]", { ...scope, key: "constructor" })).toBeUndefined();
    expect(run("context[key]", { ...scope, key: "__proto__" })).toBeUndefined();
    expect(run("context.name[key]", { ...scope, key: "constructor" })).toBeUndefined();
    expect(run("f.arrow", { f: run("(x) => x") })).toBeUndefined();
  });

  test("a key or field called __proto__ never sets a prototype", () => {
    const evil = JSON.parse(`{ "__proto__": { "polluted": 1 }, "a": 1 }`) as object;

    expect(run("{ ...evil }", { evil })).toEqual({ a: 1 });
    expect(() => run("{ [key]: evil }", { evil, key: "__proto__" })).toThrow(ExprError);
    expect(Object.getPrototypeOf(run("{ ...evil }", { evil }))).toBe(Object.prototype);
  });

  test("an object with its own toString or valueOf is never asked", () => {
    const spy = {
      toString: () => {
        throw new Error("asked");
      },
      valueOf: () => {
        throw new Error("asked");
      },
    };

    for (const text of [
      "spy + 1",
      "spy < 1",
      "-spy",
      "`${spy}`",
      "spy == 1",
      "[spy].join()",
      "'a'.includes(spy)",
    ])
      expect(() => run(text, { spy })).toThrow(ExprError);
  });
});

describe("it ends", () => {
  test("with a budget of steps", () => {
    expect(() =>
      run("list.map((a) => list.map((b) => list.map((c) => a + b + c)))", {
        list: Array.from({ length: 100 }, (_, i) => i),
      }),
    ).toThrow(/too many steps|too long/);
    expect(() => run("1 + 1 + 1", scope, 3)).toThrow("too many steps");
  });

  test("when a text or list keeps doubling", () => {
    const list = Array.from({ length: 60 }, (_, i) => i);
    expect(() => run("list.reduce((text) => text + text, 'ab')", { list })).toThrow(ExprError);
    expect(() => run("list.reduce((all) => [...all, ...all], [1])", { list })).toThrow(ExprError);
    expect(() => run("list.reduce((all) => all.concat(all), [1])", { list })).toThrow(ExprError);
    expect(() => run("list.reduce((text) => `${text}${text}`, 'ab')", { list })).toThrow(ExprError);
  });

  test("when a helper calls itself", () => {
    const helpers = helperScope([{ name: "again", text: "(n) => again(n + 1)" }], parsedExpr);

    expect(() => run("again(0)", helpers)).toThrow(ExprError);
  });
});

describe("errors say what and where", () => {
  test.each([
    ["context.none.deep", "nothing", "context.none.deep"],
    ["context.list.find((x) => x > 9).id", "nothing", "context.list.find((x) => x > 9).id"],
    ["1 + who", "unknown-name", "who"],
    ["context.n.map((x) => x)", "method", "context.n.map((x) => x)"],
    ["context.n(1)", "refused", ""],
    ["k(1)", "not-a-function", "k(1)"],
    ["[...context.n]", "not-a-list", "context.n"],
    ["context.list + 1", "operand", "context.list + 1"],
  ])("%s: %s", (text, code, place) => {
    try {
      run(text);
      expect.unreachable();
    } catch (error) {
      if (code === "refused") return expect((error as Error).message).toContain("Refused");
      expect(error).toBeInstanceOf(ExprError);
      expect((error as ExprError).code).toBe(code);
      const { from, to } = (error as ExprError).at;
      expect(text.slice(from, to)).toBe(place);
    }
  });
});

test("an arrow such as a guard is called with its arguments, and sees helpers and tables of its module", () => {
  const helpers = helperScope(
    [
      { name: "LIMIT", text: "5" },
      { name: "isSmall", text: "(n: number) => n <= LIMIT" },
      { name: "opaque", text: "function () { return 1 }" },
    ],
    parsedExpr,
  );
  const guard = parseExpr("({ context }, params) => isSmall(context.n + params.more)").expr as Arrow;

  expect(applyArrow(guard, [{ context: { n: 3 } }, { more: 2 }], helpers)).toBe(true);
  expect(applyArrow(guard, [{ context: { n: 3 } }, { more: 3 }], helpers)).toBe(false);
  expect(Object.keys(helpers)).toEqual(["LIMIT", "isSmall"]);
});
