import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExpr } from "#core/expr/parse.ts";

test.each([
  "context.players[0]!.hand",
  "event.by === context.turnPlayer && (context.op ?? 0) >= 3",
  "({ context, event }, params) => context.n % 2 === 0 || !params.on",
  "({ context: { n }, event: { points = 1, ...rest } }) => n + points",
  "({ event }) => { assertEvent(event, 'X'); return event.n as number; }",
  "[...context.stack, { type: 'x', [event.k]: `a${event.v}b`, ...more }]",
  "Math.min(1, Math.max(a, b), Math.abs(-c))",
  "list.map((x, i) => x * i).filter(([a, ...rest]) => a).toReversed().at(-1)?.name",
  "flag ? null : undefined",
  "context['two words'] satisfies string",
])("%s is in the readable subset", (text) => expect(parseExpr(text).refused).toBeUndefined());

test.each([
  ["a = 1", "AssignmentExpression", "a = 1"],
  ["x + new Date()", "NewExpression", "new Date()"],
  ["fetch('x').then(1)", "method", "then"],
  ["Math.random()", "call", "Math.random()"],
  ["list.sort()", "method", "sort"],
  ["f()()", "call", "f()()"],
  ["a.constructor", "name", "constructor"],
  ["a['__proto__']", "name", "'__proto__'"],
  ["({ __proto__: a })", "name", "__proto__"],
  ["typeof a", "operator", "typeof a"],
  ["a instanceof b", "operator", "a instanceof b"],
  ["a | b", "operator", "a | b"],
  ["async () => 1", "function", "async () => 1"],
  ["function () {}", "FunctionExpression", "function () {}"],
  ["() => { let x = 1; return x; }", "statement", "{ let x = 1; return x; }"],
  ["({ f() {} })", "function", "f() {}"],
  ["[, 1]", "hole", "[, 1]"],
  ["this.x", "ThisExpression", "this"],
  ["await x", "syntax", undefined],
  ["a +", "syntax", undefined],
  ["", "syntax", undefined],
  ["/x/", "RegExpLiteral", "/x/"],
  ["tag`x`", "TaggedTemplateExpression", "tag`x`"],
])("%s is refused as %s", (text, what, place) => {
  const { refused } = parseExpr(text);

  expect(refused?.what).toBe(what);
  if (place !== undefined) expect(text.slice(refused!.at.from, refused!.at.to)).toBe(place);
});

test("any text is parsed or refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const { expr, refused } = parseExpr(text);
      expect((expr === undefined) !== (refused === undefined)).toBe(true);
      if (refused) expect(refused.at.to).toBeLessThanOrEqual(text.length);
    }),
  );
  expect(parseExpr("(".repeat(50_000)).refused).toBeDefined();
  expect(parseExpr("!".repeat(50_000) + "a").refused).toBeDefined();
});
