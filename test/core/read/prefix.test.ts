import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { readPreview } from "#core/read/partial/readPreview.ts";
import { chart, named } from "#test/charts/charts.ts";

/** The reader's promise for any text at all: a value, never an exception, and places inside the text. */
function holds(text: string): void {
  const reading = readModule(text);
  if (!reading.parsed) expect([reading.charts.length, reading.diagnostics.length]).toEqual([0, 1]);
  for (const { at } of reading.diagnostics) {
    expect(at!.from).toBeGreaterThanOrEqual(0);
    expect(at!.to).toBeLessThanOrEqual(text.length);
  }
}

test.each(Object.entries(named))("%s: every prefix is read or told as a syntax error", (_, text) => {
  for (let end = 0; end <= text.length; end++) holds(text.slice(0, end));
});

test("any prefix of the volleyball module is read or told as a syntax error", () => {
  const text = readFileSync("machines/haikyu-break.machine.ts", "utf8");
  fc.assert(
    fc.property(fc.nat(text.length), (end) => holds(text.slice(0, end))),
    { numRuns: 60 },
  );
});

test("every prefix, closed at its end, is never an exception", () => {
  const text = named["targets"] ?? "";
  for (let end = 0; end <= text.length; end += 3) expect(() => readPreview(text.slice(0, end))).not.toThrow();
});

test("any text at all is read or told as a syntax error", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), holds), { numRuns: 300 });
});

test("any soup of the words that modules are made of is read or told as a syntax error", () => {
  const word = fc.constantFrom(
    ..."createMachine( setup( ) { } [ ] , : => ... on states initial target guard 'a' \"#b\" ` ${ a b const x = as const undefined null . ? ! ; () entry invoke always after enum type A | & < > typeof 1 meta".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }).map((words) => words.join(" ")),
      holds,
    ),
    { numRuns: 1000 },
  );
});

test("any value in any place of a config is read", () => {
  const value = fc.constantFrom(
    "1",
    "-1",
    "'x'",
    "null",
    "undefined",
    "[]",
    "{}",
    "[[]]",
    "[{}, 'a', null, ...x, , 5]",
    "{ ...x }",
    "{ [x]: 1 }",
    "{ f() {}, get g() { return 1 } }",
    "() => {}",
    "async function* () {}",
    "class {}",
    "new X()",
    "x?.y",
    "x as any",
    "`a${b}`",
    "/re/",
    "await x",
    "{ type: 5, params: 1 }",
    "assign()",
    "and()",
    "and([])",
    "not(...x)",
    "{ target: 5 }",
    "{ target: [['a']] }",
    "{ 1n: 2 }",
    "{ __proto__: 1, constructor: 2 }",
  );
  const key = fc.constantFrom(
    "id",
    "initial",
    "type",
    "history",
    "target",
    "on",
    "after",
    "always",
    "onDone",
    "route",
    "invoke",
    "entry",
    "exit",
    "tags",
    "meta",
    "description",
    "output",
    "states",
    "types",
    "context",
  );
  let parsed = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 4 }), (props) => {
      const body = props.map(([k, v]) => `${k}: ${v},`).join(" ");
      const text = chart(
        `a: { ${body} on: { X: { ${body} }, Y: [${props.map(([, v]) => v).join(", ")}] } }`,
        body,
      );
      const reading = readModule(text);
      expect([text, reading.parsed]).toEqual([text, true]);
      expect(reading.charts).toHaveLength(1);
      parsed++;
    }),
    { numRuns: 1000 },
  );
  expect(parsed).toBeGreaterThan(900);
});

test("thousands of nested brackets are refused, not crashed on", () => {
  holds("[".repeat(20_000));
  holds(`createMachine(${"{ states: { a: ".repeat(3000)}{}${"} }".repeat(3000)})`);
  holds(`const x = ${"a + ".repeat(20_000)}a`);
});
