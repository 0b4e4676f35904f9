import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formulaOf } from "#core/expr/formula.ts";
import { FormulaNames } from "#core/expr/formulaNames.ts";
import { formulaParts, plainFormula } from "#core/expr/formulaParts.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { type FormulaWords, printFormula } from "#core/expr/print.ts";
import { Reading, type ReadingWords } from "#core/expr/readable.ts";
import { formulaLabels } from "#core/ruleset/formulaLabels.ts";
import { ModuleCode } from "#core/semantics/moduleCode.ts";

const { behavior } = JSON.parse(readFileSync("src/locales/later/en.json", "utf8")) as {
  behavior: { reading: ReadingWords };
};

const wordsWith = (labels: Readonly<Record<string, string>>): FormulaWords => ({
  none: "none",
  else: "else",
  mod: "mod",
  reading: new Reading(behavior.reading),
  names: new FormulaNames(formulaLabels(labels)),
});

const words = wordsWith({
  "context:players": "players",
  "context:hand": "hand",
  "context:top": "card",
  "context:owner": "owner",
  "field:SEE.owner": "owner",
  "item:players": "player",
  "item:hand": "card",
  "local:card": "card",
  "local:seat": "seat",
  "local:rest": "what is left",
  "derived:topOf": "the top of {1}",
  "derived:ownedBy": "owned by {2}",
});

function read(code: string): string {
  const { expr } = parseExpr(code);
  if (!expr) throw new Error(`Refused: ${code}`);
  return plainFormula(printFormula(expr, { words }));
}

describe("local names by their words", () => {
  test.each([
    // one of a list is called what the list holds
    ["context.players.some((p) => p.out)", "∃ player ∈ players: player.out"],
    ["context.players.filter((p) => p.out).length", "|{player ∈ players: player.out}|"],
    ["context.players.map((p) => p.hp)", "[for each player ∈ players: player.hp]"],
    [
      "context.players.slice(1).find((p) => p.out)",
      "the first player ∈ (players without the first): player.out",
    ],
    ["context.players.reduce((sum, p) => sum + p.hp, 0)", "sum over player ∈ players: player.hp"],
    [
      "context.players.filter((p) => p.out).map((p) => p.hp)",
      "[for each {player ∈ players: player.out}: player.hp]",
    ],
    ["[...context.hand, ...x].some((c) => c.out)", "∃ card ∈ […hand, …x]: card.out"],
    // a longer name says what it stands for; what it is handed on from has a label
    ["context.hand.some((seat) => seat === owner)", "∃ seat ∈ hand: seat = owner"],
    ["list.some((owner) => owner === 1)", "∃ owner ∈ list: owner = 1"],
    // two names of one formula never read the same
    [
      "context.players.some((p) => context.players.some((q) => p.hp === q.hp))",
      "∃ player ∈ players: ∃ player② ∈ players: player.hp = player②.hp",
    ],
    ["context.hand.some((c) => c === context.top)", "∃ card① ∈ hand: card① = card"],
    ["context.hand.some((card) => card === context.top)", "∃ card① ∈ hand: card① = card"],
    ["list.some((x) => list.some((y) => x === y))", "∃ x ∈ list: ∃ y ∈ list: x = y"],
    // what hides another may be called the same
    [
      "context.players.some((p) => p.hand.some((p) => p.out))",
      "∃ player ∈ players: ∃ card ∈ player.hand: card.out",
    ],
    ["max(2, 1)", "max(2, 1)"],
    ["Math.max(context.owner, 0)", "highest(owner, 0)"],
    // a field that only the module has
    ["list.rest", "list.what is left"],
  ])("%s", (code, formula) => expect(read(code)).toBe(formula));

  test("each word says what it stands for in the code", () => {
    const { expr } = parseExpr("context.players.some((p) => p.out)");
    expect(formulaParts(printFormula(expr!, { words }))).toContainEqual({
      kind: "label",
      id: "p",
      text: "player",
    });
  });

  test("what each of a list becomes is told in one line with the same words", () => {
    const text = formulaOf(
      "assign({ players: ({ context }) => context.players.map((p) => p.out ? { ...p, hp: 0 } : p) })",
      words,
    );
    expect(plainFormula(text ?? "")).toBe("for each {player ∈ players: player.out}: player.hp := 0");
  });

  test("what helpers are given is called the same in their head and in what they are", () => {
    const code = new ModuleCode(
      [
        { name: "topOf", text: "(card, seat) => card === seat" },
        { name: "ownedBy", text: "(context, card, owner) => card.by === owner && context.top === card" },
        { name: "plain", text: "(n) => n + 1" },
        { name: "LIMITS", text: "[1, 2]" },
      ],
      words,
    );
    const told = code.definitions(["topOf", "ownedBy", "plain", "LIMITS"]);
    expect(told.map(({ head, text }) => `${plainFormula(head)} = ${plainFormula(text)}`)).toEqual([
      "the top of card(seat) = card = seat",
      "owned by owner(card①) = card①.by = owner ∧ card = card①",
      "plain(n) = n + 1",
      "LIMITS = [1, 2]",
    ]);
  });
});

/** What an expression is, whatever its local names are called: each by how far out its function stands. */
function shape(code: string): string {
  const visit = (part: unknown, scope: readonly string[]): unknown => {
    if (Array.isArray(part)) return part.map((item) => visit(item, scope));
    if (typeof part !== "object" || part === null) return part;
    const { kind, name, params } = part as { kind?: string; name?: string; params?: { name: string }[] };
    if (kind === "name" && scope.includes(name ?? "")) return { bound: scope.lastIndexOf(name ?? "") };
    const inner = kind === "arrow" ? [...scope, ...(params ?? []).map((param) => param.name)] : scope;
    return Object.fromEntries(
      Object.entries(part)
        .filter(([key]) => key !== "at" && key !== "params")
        .map(([key, value]) => [key, visit(value, inner)]),
    );
  };
  return JSON.stringify(visit(parseExpr(code).expr, []));
}

test("two formulas read the same only where they are, however many names have one word", () => {
  const alike = wordsWith({
    ...Object.fromEntries(["a", "b", "card", "other", "list"].map((name) => [`local:${name}`, "card"])),
    "item:list": "card",
    "item:hand": "card",
    "context:top": "card",
    "context:hand": "card①",
  });
  const { expr } = fc.letrec<{ expr: string }>((tie) => ({
    expr: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom("a", "b", "card", "other", "context.top", "context.hand", "list", "1"),
      fc
        .tuple(tie("expr"), fc.constantFrom("===", "<"), tie("expr"))
        .map(([l, op, r]) => `(${l}) ${op} (${r})`),
      fc
        .tuple(
          fc.constantFrom("context.hand", "list", "card", "a"),
          fc.constantFrom("some", "every", "filter", "map", "find", "flatMap"),
          fc.constantFrom("a", "b", "card", "other"),
          tie("expr"),
        )
        .map(([list, method, name, body]) => `${list}.${method}((${name}) => ${body})`),
    ),
  }));
  const texts = new Map<string, string>();
  fc.assert(
    fc.property(expr, (code) => {
      const text = plainFormula(printFormula(parseExpr(code).expr!, { words: alike }));
      const before = texts.get(text) ?? code;
      texts.set(text, before);
      expect(shape(code), `${code} and ${before} both read ${text}`).toBe(shape(before));
    }),
    { numRuns: 6_000 },
  );
  expect(texts.size).toBeGreaterThan(1_000);
});
