import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluate } from "#core/expr/evaluate.ts";
import { formulaOf } from "#core/expr/formula.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { type FormulaWords, printFormula } from "#core/expr/print.ts";
import { formulaParts } from "#core/expr/formulaParts.ts";
import { Reading, READING_FORMS, type ReadingWords } from "#core/expr/readable.ts";

const languages = ["en", "ja", "zh-Hant"] as const;

/** The words that the studio gives the formulas of a language. */
function wordsOf(language: string): FormulaWords {
  const { behavior } = JSON.parse(readFileSync(`src/locales/later/${language}.json`, "utf8")) as {
    behavior: { none: string; fallback: string; mod: string; reading: ReadingWords };
  };
  return {
    none: behavior.none,
    else: behavior.fallback,
    mod: behavior.mod,
    reading: new Reading(behavior.reading),
  };
}
const english = wordsOf("en");

function parsed(text: string) {
  const { expr } = parseExpr(text);
  if (!expr) throw new Error(`Refused: ${text}`);
  return expr;
}
const read = (text: string, words = english) => printFormula(parsed(text), { words });

describe("lists and changed objects in words", () => {
  test.each([
    ["list.reduce((sum, e) => sum + e.n, 0)", "sum over e ∈ list: e.n"],
    [
      "list.filter((e) => e.n > 1).reduce((sum, e) => sum + e.n, start)",
      "start plus the sum over {e ∈ list: e.n > 1}: e.n",
    ],
    [
      "list.reduce((most, b) => Math.max(most, b.n), 0) + 1",
      "(the greatest over b ∈ list, at least 0: b.n) + 1",
    ],
    [
      "list.reduce((pile, p) => plus(pile, p.hand), pile)",
      "pile beginning as pile, then for each p ∈ list: pile := plus(pile, p.hand)",
    ],
    ["list.map((p) => p.id)", "[for each p ∈ list: p.id]"],
    ["list.filter((p) => !p.out).map((p) => p.id)", "[for each {p ∈ list: ¬p.out}: p.id]"],
    ["list.flatMap((p) => p.sub)", "[for each p ∈ list: …p.sub]"],
    ["list.find((p) => p.id === by)?.hand ?? 0", "(the first p ∈ list: p.id = by).hand else 0"],
    ["list.findIndex((p) => p.id === by) > 0", "(the place (from 0) of the first p ∈ list: p.id = by) > 0"],
    ["names.indexOf(by)", "the place (from 0) of by in names"],
    ["names.every((name, i) => names.indexOf(name) === i)", "all different: names"],
    ["names.every((name, i) => i > 0)", "∀ name ∈ names (place i, from 0): i > 0"],
    ["[...names.slice(names.indexOf(by)), ...names.slice(0, names.indexOf(by))]", "names in turn from by on"],
    ["names.slice(1)", "names without the first"],
    ["names.slice(0, -2)", "names without the last 2"],
    ["names.slice(0, 1)", "the first 1 of names"],
    ["names.slice(-1)", "the last 1 of names"],
    ["names.at(-1)", "the last of names"],
    ["names.slice(1).toReversed()", "(names without the first) the other way round"],
    ["({ ...p, hand: 0, out: p.out || lost })", "p with {hand := 0, out := p.out ∨ lost}"],
    ["a ? 1 : b ? 2 : 3", "if a then 1, otherwise if b then 2, otherwise 3"],
  ])("%s reads %s", (text, formula) => expect(read(text)).toBe(formula));

  test.each([
    ["names.slice(from)", "⟦names.slice(from)⟧"],
    ["list.map(refill)", "⟦list.map(refill)⟧"],
    ["list.reduce((a, b) => a + b)", "⟦list.reduce((a, b) ↦ a + b)⟧"],
    ["list.map(({ id }) => id).join('')", "⟦list.map({id} ↦ id).join(“”)⟧"],
    ["names.at(first)", "⟦names.at(first)⟧"],
  ])("%s stays code, and is marked: %s", (text, formula) => expect(read(text)).toBe(formula));

  test("what is assigned is told by what changes of it", () => {
    const assigned = (body: string) =>
      formulaOf(`assign({ players: ({ context, event }) => ${body} })`, english);

    expect(assigned("context.players.map((p) => ({ ...p, toss: null, out: p.lost }))")).toBe(
      "for each p ∈ players: p.toss := none, p.out := p.lost",
    );
    expect(
      assigned("context.players.map((p) => (p.id === event.by ? { ...p, ['hand']: p.hand - 1 } : p))"),
    ).toBe("for each {p ∈ players: p.id = by}: p.hand := p.hand − 1");
    expect(
      formulaOf("assign({ hp: ({ context, event }) => ({ ...context.hp, [event.target]: 3 }) })", english),
    ).toBe("hp[target] := 3");
    expect(assigned("context.players.map((p) => ({ ...p, [event.of]: 0, hand: 1 }))")).toBe(
      "for each p ∈ players: p[of] := 0, p.hand := 1",
    );
    expect(assigned("context.players.map((p) => (p.id === event.by ? refill(p) : p))")).toBe(
      "for each {p ∈ players: p.id = by}: p := refill(p)",
    );
    expect(assigned("({ ...context.players, left: 2 })")).toBe("players.left := 2");
    expect(assigned("context.others.map((p) => ({ ...p, out: true }))")).toBe(
      "players := [for each p ∈ others: p with {out := true}]",
    );
  });

  test("code and words stand apart", () => {
    expect(formulaParts(read("names.slice(from).length > 1"))).toEqual([
      { kind: "words", text: "|" },
      { kind: "code", text: "names.slice(from)" },
      { kind: "words", text: "| > 1" },
    ]);
  });

  test.each(languages)("every form has its words, with all that it fills in: %s", (language) => {
    const words = wordsOf(language).reading?.words;
    const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted();

    for (const form of READING_FORMS)
      expect(new Set(holes(words?.[form] ?? "")), form).toEqual(
        new Set(holes(english.reading?.words[form] ?? "")),
      );
  });
});

// ---- Two programs that do different things never read the same ----

const name = fc.constantFrom("p", "q");
const leaf = fc.constantFrom("p.n", "q.n", "p", "q", "n", "0", "1", "p.sub", "rows", "more");
const program: fc.Memo<string> = fc.memo((depth) => {
  if (depth <= 1) return leaf;
  const part = program(depth - 1);
  const list = fc.oneof(
    fc.constantFrom("rows", "more", "p.sub"),
    fc.tuple(name, part).map(([x, test]) => `rows.filter((${x}) => ${test})`),
    part,
  );
  const method = fc.constantFrom("map", "flatMap", "find", "findIndex", "some", "every", "filter");
  return fc.oneof(
    fc.tuple(list, method, name, part).map(([l, m, x, v]) => `(${l}).${m}((${x}) => (${v}))`),
    fc.tuple(list, method, name, part).map(([l, m, x, v]) => `(${l}).${m}((${x}, i) => (${v}) === i)`),
    fc.tuple(list, part, part).map(([l, v, s]) => `(${l}).reduce((q, p) => q + (${v}), (${s}))`),
    fc.tuple(list, part, part).map(([l, v, s]) => `(${l}).reduce((q, p) => (${v}) + q, (${s}))`),
    fc.tuple(list, part, part).map(([l, v, s]) => `(${l}).reduce((q, p) => Math.max(q, (${v})), (${s}))`),
    fc.tuple(list, part, part).map(([l, v, s]) => `(${l}).reduce((q, p) => (${v}), (${s}))`),
    fc.tuple(list, part).map(([l, v]) => `(${l}).reduce((q, p) => q + (${v}))`),
    fc
      .tuple(
        list,
        fc.constantFrom("1", "2", "-1", "-2", "0, 1", "0, 2", "0, -1", "0, -2", "0", "n", "0, n", "1, 2"),
      )
      .map(([l, args]) => `(${l}).slice(${args})`),
    fc.tuple(list, fc.constantFrom("-1", "0", "1", "n")).map(([l, at]) => `(${l}).at(${at})`),
    list.map((l) => `(${l})[0]`),
    list.map((l) => `(${l}).toReversed()`),
    fc.tuple(list, part).map(([l, v]) => `(${l}).indexOf(${v})`),
    fc
      .tuple(list, list, part)
      .map(
        ([l, k, v]) => `[...(${l}).slice((${l}).indexOf(${v})), ...(${k}).slice(0, (${l}).indexOf(${v}))]`,
      ),
    fc.tuple(list, list, name).map(([l, k, x]) => `(${l}).every((${x}, i) => (${k}).indexOf(${x}) === i)`),
    fc.tuple(name, part, part).map(([x, v, w]) => `({ ...${x}, n: (${v}), sub: (${w}) })`),
    fc.tuple(part, part).map(([o, v]) => `({ ...(${o}), n: (${v}) })`),
    fc.tuple(part, name).map(([v, x]) => `({ n: (${v}), ...${x} })`),
    fc.tuple(part, part, part).map(([a, b, c]) => `((${a}) ? (${b}) : (${c}))`),
    fc
      .tuple(part, fc.constantFrom("+", "-", "===", ">", "&&", "||", "??"), part)
      .map(([a, op, b]) => `((${a}) ${op} (${b}))`),
    leaf,
  );
});

const item = fc.record({
  n: fc.integer({ min: -2, max: 2 }),
  sub: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
});
const rows = fc.array(item, { maxLength: 3 });
const scope = fc.record({ n: fc.integer({ min: -2, max: 3 }), p: item, q: item, rows, more: rows });

/** Programs that differ in one place only. */
const neighbours = (text: string): readonly string[] => [
  text,
  ...[
    [/\bp\b/, "q"],
    [/\brows\b/, "more"],
    [/\.map\(/, ".flatMap("],
    [/\.find\(/, ".filter("],
    [/q \+ /, "n + "],
    [/, 1\)/, ", 2)"],
    [/\(0, /, "(1, "],
    [/n: /, "sub: "],
    [/ \? \((.*?)\) : /, " ? (0) : "],
  ].flatMap(([from = "", to]) => {
    const other = text.replace(from as RegExp, to as string);
    return other === text || !parseExpr(other).expr ? [] : [other];
  }),
];

/** What comes of it: the value, or that it fails. */
function outcome(text: string, given: object): string {
  try {
    return JSON.stringify(evaluate(parsed(text), given as never)) ?? "undefined";
  } catch {
    return "fails";
  }
}

test.each(languages)("programs that read the same do the same, whatever the values: %s", (language) => {
  const words = wordsOf(language);
  const scopes = fc.sample(scope, { numRuns: 12, seed: 7 });
  const byText = new Map<string, string>();
  let shared = 0;
  for (const depth of [2, 3])
    for (const text of fc.sample(program(depth), { numRuns: 3_000, seed: depth }).flatMap(neighbours)) {
      const printed = read(text, words);
      const other = byText.get(printed);
      if (other === undefined || other === text) {
        byText.set(printed, text);
        continue;
      }
      shared++;
      for (const given of scopes)
        expect([printed, text, outcome(text, given)]).toEqual([printed, text, outcome(other, given)]);
    }

  expect(byText.size).toBeGreaterThan(3_000);
  expect(shared).toBeGreaterThan(10);
});
