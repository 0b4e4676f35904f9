import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { typeText, type PayloadType } from "#core/chart/payload.ts";
import { readModule } from "#core/read/readModule.ts";
import { named } from "#test/charts/charts.ts";
import { only, opaqueParts } from "#test/charts/walk.ts";

/** The type of context field `x` of a machine with this type and these declarations beside it. */
function typeOf(type: string, beside = ""): string {
  const one = only(`${beside}\nsetup({ types: {} as { context: { x: ${type} } } }).createMachine({});`);
  const [field] = one.context ?? [];
  return field ? `${field.optional ? "?" : ""}${typeText(field.type)}` : "nothing";
}

describe("types of fields", () => {
  test.each([
    ["string", "string"],
    ["string | null", "string | null"],
    ["number | undefined", "?number"],
    ["'a' | \"b\" | -1 | true", '"a" | "b" | -1 | true'],
    ["`only`", '"only"'],
    ["`p${number}`", "string"],
    ["readonly string[]", "string[]"],
    ["ReadonlyArray<'a' | 'b'>", '("a" | "b")[]'],
    ["[string, number]", "[string, number]"],
    ["[first: string, second: 1]", "[string, 1]"],
    ["[string, ...number[]]", "(string | number)[]"],
    ["Record<string, number>", "Record<string, number>"],
    ["{ [id: string]: boolean }", "Record<string, boolean>"],
    ["Record<'p' | 'q', 1>", "{ p: 1; q: 1 }"],
    ["Partial<{ a: 1; b?: 2 }>", "{ a?: 1; b?: 2 }"],
    ["Required<{ a?: 1 }>", "{ a: 1 }"],
    ["Pick<{ a: 1; b: 2 }, 'a'> & { c: 3 }", "{ a: 1; c: 3 }"],
    ["Omit<{ a: 1; b: 2 }, 'a'>", "{ b: 2 }"],
    ["NonNullable<string | null>", "string"],
    ["Exclude<'a' | 'b', 'a'>", '"b"'],
    ["string & { brand: 1 }", "string"],
    ["{ a: 1; b: 2 }['b']", "2"],
    ["keyof { a: 1; b: 2 }", '"a" | "b"'],
    ["{ [K in 'a' | 'b']: K[] }", '{ a: "a"[]; b: "b"[] }'],
    ["{ [K in 'a']?: number }", "{ a?: number }"],
    ["(string)", "string"],
    ["() => void", "() => void"],
    ["Date", "Date"],
    ["T extends string ? 1 : 2", "T extends string ? 1 : 2"],
  ])("%s is %s", (type, expected) => expect(typeOf(type)).toBe(expected));

  test.each([
    ["(typeof SUITS)[number]", "const SUITS = ['S', 'H'] as const;", '"S" | "H"'],
    ["(typeof SUITS)[0]", "export const SUITS = ['S', 'H'] as const satisfies string[];", '"S"'],
    ["keyof typeof COST", "const COST = { a: 1, b: 2 } as const;", '"a" | "b"'],
    ["(typeof COST)['b']", "const COST = { a: 1, b: 2 } as const;", "2"],
    ["typeof COST", "const COST = { a: 1, b: ['x'] };", "{ a: number; b: string[] }"],
    ["Suit", "enum Suit { S = 's', H = 'h' }", '"s" | "h"'],
    ["Suit.S", "enum Suit { S = 's', H = 'h' }", '"s"'],
    ["Pair<'a'>", "type Pair<T, U = 1> = { t: T; u: U };", '{ t: "a"; u: 1 }'],
    ["Child", "interface Base { a: 1 } interface Child extends Base { b: 2 }", "{ a: 1; b: 2 }"],
    ["Tree", "interface Tree { kids: Tree[]; n: number }", "{ kids: Tree[]; n: number }"],
    ["Loop", "type Loop = Loop | string;", "Loop | string"],
  ])("%s beside %s is %s", (type, beside, expected) => expect(typeOf(type, beside)).toBe(expected));

  test("types that grow without end are cut off, not followed", () => {
    const doubled = Array.from({ length: 30 }, (_, i) => `type T${i} = { a: T${i + 1}; b: T${i + 1} };`).join(
      "\n",
    );

    const started = performance.now();
    const found = typeOf("T0", `${doubled} type T30 = string;`);

    expect(performance.now() - started).toBeLessThan(2000);
    expect(found).toContain("T");
  });
});

describe("declarations of a machine", () => {
  const parts = `type Ctx = { n: number }; type Ev = { type: "A" } | { type: "B" | "C"; by: string }; interface In { seats?: string[] }`;

  test.each([
    `setup({ types: {} as { context: Ctx; events: Ev; input: In } }).createMachine({})`,
    `setup({ types: { context: {} as Ctx, events: {} as Ev, input: {} as In } }).createMachine({})`,
    `setup({ types: { context: {} as Ctx, events: {} as unknown as Ev, input: <In>{} } }).createMachine({})`,
    `type All = { context: Ctx; events: Ev; input: In }; const types = {} as All; setup({ types }).createMachine({})`,
    `createMachine({ types: {} as { context: Ctx; events: Ev; input: In } })`,
  ])("are found in %s", (text) => {
    const one = only(`${parts}\n${text}`);

    expect(one.events).toEqual([
      { type: "A", fields: [] },
      { type: "B", fields: [{ name: "by", type: { kind: "string" }, optional: false }] },
      { type: "C", fields: [{ name: "by", type: { kind: "string" }, optional: false }] },
    ]);
    expect(one.input).toEqual([
      { name: "seats", type: { kind: "array", of: { kind: "string" } }, optional: true },
    ]);
    expect(one.context).toEqual([{ name: "n", type: { kind: "number" }, optional: false }]);
  });

  test("events are given only when every member can be read", () => {
    expect(
      only(`setup({ types: {} as { events: { type: "A" } | { type: string } } }).createMachine({})`).events,
    ).toBeUndefined();
    expect(only(`setup({ types: {} as { events: Imported } }).createMachine({})`).events).toBeUndefined();
    expect(only(`createMachine({})`).events).toBeUndefined();
  });

  test("the comment above a field, or behind it, is its documentation", () => {
    const { context } = only(`interface Ctx {
      /**
       * Cards in hand.
       * Never negative.
       */
      hand: number; // not this
      // First line
      // second line
      deck: string[];
      drop: number; // what was thrown away

      bare: 1;
      /** one */ x: 1; /** two */ y: 2;
    }
    setup({ types: {} as { context: Ctx } }).createMachine({})`);

    expect(context!.map((f) => [f.name, f.doc])).toEqual([
      ["hand", "Cards in hand. Never negative."],
      ["deck", "First line second line"],
      ["drop", "what was thrown away"],
      ["bare", undefined],
      ["x", "one"],
      ["y", "two"],
    ]);
  });
});

const unknownsOf = (type: PayloadType): string[] => {
  if (type.kind === "unknown") return [type.text];
  if (type.kind === "union" || type.kind === "tuple") return type.of.flatMap(unknownsOf);
  if (type.kind === "array" || type.kind === "record") return unknownsOf(type.of);
  return type.kind === "object" ? type.fields.flatMap((field) => unknownsOf(field.type)) : [];
};

const shipped = existsSync("machines")
  ? readdirSync("machines").filter((file) => file.endsWith(".machine.ts"))
  : [];

test.each(shipped)("%s is read as a whole: no opaque part, every target found, every type told", (file) => {
  const reading = readModule(readFileSync(`machines/${file}`, "utf8"));
  const [one] = reading.charts;

  expect(reading.diagnostics).toEqual([]);
  expect(opaqueParts(one!)).toEqual([]);
  const fields = [...one!.events!.flatMap((event) => event.fields), ...one!.input!, ...one!.context!];
  expect(fields.length).toBeGreaterThan(10);
  expect(fields.flatMap((field) => unknownsOf(field.type))).toEqual([]);
});

test("a chart without a setup has neither types nor setup", () => {
  const one = only(named["targets"] ?? "");

  expect([one.setup, one.events, one.input, one.context]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
