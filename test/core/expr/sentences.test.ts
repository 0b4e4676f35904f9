import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainFormula } from "#core/expr/formulaParts.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { printFormula } from "#core/expr/print.ts";
import { formulaWords, sentencesIn } from "#core/project/readerWords.ts";
import { bookWords } from "#cli/books.ts";

const languages = ["en", "ja", "zh-Hant"] as const;
const sentences = Object.fromEntries(languages.map((at) => [at, sentencesIn(bookWords(at).say)]));

describe("sentences of formulas", () => {
  test.each([
    ["dp := dp + 1", "dp goes up by 1"],
    ["dp := dp − cost", "dp goes down by cost"],
    ["dp := none", "dp is cleared"],
    ["dp := []", "dp is emptied"],
    ["dp := 0", "dp becomes 0"],
    ["dp := op else 0", "dp becomes op (if none: 0)"],
    ["hand := […hand, card]", "card is added to hand"],
    [
      "for each p ∈ players: p.hand := 0, p.out := no",
      "for each p of players: p.hand becomes 0, and p.out becomes no",
    ],
    [
      "for each {p ∈ players: p.seat = by}: p.hp := p.hp − 1",
      "for each p of players for which p.seat is by: p.hp goes down by 1",
    ],
    ["by = turnPlayer", "by is turnPlayer"],
    ["by ≠ none", "by is set"],
    ["kind ∉ kinds", "kind is not among kinds"],
    ["|hand| = 0", "hand is empty"],
    ["|hand| ≥ 2", "the number of hand is at least 2"],
    ["¬used", "it is not the case that used"],
    [
      "∃ p ∈ players: p.hp = 0 ∧ ¬p.out",
      "for at least one p of players: p.hp is 0, and it is not the case that p.out",
    ],
    ["¬(∃ p ∈ players: p.out)", "for no p of players: p.out"],
    ["a = 1 ∨ b = 2", "a is 1, or b is 2"],
  ])("%s reads: %s", (formula, sentence) => {
    expect(sentences["en"]?.of(formula)).toBe(sentence);
    // The words of formulas are those of their language.
    for (const language of /each|else|none/.test(formula) ? (["en"] as const) : languages) {
      const told = sentences[language]?.of(formula);
      expect(told, language).not.toBe(formula);
      expect(sentences[language]?.formula(told ?? ""), language).toBe(formula);
    }
  });

  test.each(["a ? b = 1 : c", "if a ∧ b then c, otherwise d", "a else b = c", "x", "f(a) = 1 ↦ 2"])(
    "%s stays a formula",
    (formula) => expect(sentences["en"]?.of(formula)).toBeUndefined(),
  );

  test("a name that reads like a part of a sentence gives no sentence of another formula", () => {
    const told = sentences["en"]?.of("x = ⟪v⦙not v⟫");
    expect(told).toBeUndefined();
    expect(sentences["en"]?.of("x ≠ v")).toBe("x is not v");
    expect(sentences["en"]?.of("x := ⟪a⦙a goes up by b⟫")).toBeUndefined();
  });

  test("what all must hold is told apart, and nothing is torn", () => {
    expect(sentences["en"]?.conjuncts("a = 1 ∧ (b ∨ c) ∧ [x ∧ y] = z")).toEqual([
      "a = 1",
      "(b ∨ c)",
      "[x ∧ y] = z",
    ]);
    expect(sentences["en"]?.conjuncts("a ∧ b ∨ c")).toEqual(["a ∧ b ∨ c"]);
    expect(sentences["en"]?.conjuncts("∃ p ∈ l: a ∧ b")).toEqual(["∃ p ∈ l: a ∧ b"]);
    expect(sentences["en"]?.conjuncts("if a ∧ b then c, otherwise d")).toHaveLength(1);
  });
});

describe.each(languages)("formulas at random in %s", (language) => {
  const told = sentences[language];
  const { say } = bookWords(language);
  // Labels that hold words of the templates are the hard ones.
  const words = formulaWords(say, {
    "context:a": say("behavior.sentence.becomes")
      .replaceAll(/\{\w\}/g, "q")
      .trim(),
    "context:b": say("behavior.sentence.isNot")
      .replaceAll(/\{\w\}/g, "q")
      .trim(),
    "context:c": say("behavior.sentence.and").trim(),
    "context:d": "DP",
  });
  const name = fc.constantFrom("context.a", "context.b", "context.c", "context.d", "x", "y", "list");
  const { expr } = fc.letrec<{ expr: string }>((tie) => ({
    expr: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      name,
      fc.constantFrom("0", "1", "null", "true", "[]", '"q"'),
      fc
        .tuple(tie("expr"), fc.constantFrom("===", "!==", "<", ">=", "&&", "||", "??", "+", "-"), tie("expr"))
        .map(([left, op, right]) => `(${left}) ${op} (${right})`),
      tie("expr").map((of) => `!(${of})`),
      fc.tuple(name, tie("expr")).map(([list, body]) => `${list}.some((p) => ${body})`),
      fc.tuple(name, tie("expr")).map(([list, body]) => `!${list}.every((p) => ${body})`),
      fc.tuple(name, tie("expr")).map(([list, body]) => `${list}.filter((p) => ${body}).length`),
      fc.tuple(name, tie("expr")).map(([list, item]) => `${list}.includes(${item})`),
      fc
        .tuple(tie("expr"), tie("expr"), tie("expr"))
        .map(([test, yes, no]) => `(${test}) ? (${yes}) : (${no})`),
    ),
  }));
  const formula = fc.tuple(expr, fc.boolean(), name).map(([text, isAssigned, field]) => {
    const print = (code: string) => printFormula(parseExpr(code).expr!, { words, bare: new Set() });
    return isAssigned ? `${print(field)} := ${print(text)}` : print(text);
  });

  test("a sentence is parsed back to its formula, and no two formulas have the same", () => {
    const formulas = new Map<string, string>();
    let count = 0;
    fc.assert(
      fc.property(formula, (text) => {
        const sentence = told?.of(text);
        if (sentence === undefined) return;
        count += 1;
        const [shown, plain] = [plainFormula(sentence), plainFormula(text)];
        expect(told?.formula(shown)).toBe(plain);
        expect(formulas.get(shown) ?? plain).toBe(plain);
        formulas.set(shown, plain);
      }),
      { numRuns: 1_500, seed: 7 },
    );
    expect(count).toBeGreaterThan(300);
  });
});
