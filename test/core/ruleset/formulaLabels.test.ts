import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FormulaNames } from "#core/expr/formulaNames.ts";
import { formulaParts, plainFormula } from "#core/expr/formulaParts.ts";
import { formulaOf } from "#core/expr/formula.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { type FormulaWords, printFormula, type PrintOptions } from "#core/expr/print.ts";
import { Reading, type ReadingWords } from "#core/expr/readable.ts";
import { formulaLabels } from "#core/ruleset/formulaLabels.ts";

const labels = {
  "context:turnPlayer": "turn player",
  "context:players": "players",
  "context:players.id": "player",
  "context:hand": "hand",
  "context:charm.target": "the charmed player",
  "context:before": "phase",
  "context:next": "phase",
  "field:by": "done by",
  "field:PLAY.card": "card played",
  "field:USE.card": "card used",
  "input:hand": "cards of an opening hand",
  "value:PLAY.kind.bg": "scenery",
  "value:context.before.main": "main phase",
  "seat:table": "the table",
  "derived:living": "players still in the game",
  "derived:topOf": "the top of {1}",
};
const { behavior } = JSON.parse(readFileSync("src/locales/later/en.json", "utf8")) as {
  behavior: { reading: ReadingWords };
};
const words: FormulaWords = {
  none: "none",
  else: "else",
  mod: "mod",
  yes: "yes",
  no: "no",
  reading: new Reading(behavior.reading),
  names: new FormulaNames(formulaLabels(labels)),
};

function read(code: string, options: PrintOptions = {}): string {
  const { expr } = parseExpr(code);
  if (!expr) throw new Error(`Refused: ${code}`);
  return plainFormula(printFormula(expr.kind === "arrow" ? expr.body : expr, { words, ...options }));
}

describe("names in a formula by their labels", () => {
  test.each([
    ["event.by === context.turnPlayer", "done by = turn player"],
    // one label for the whole path, or each name by its own
    ["context.charm.target === event.by", "the charmed player = done by"],
    ["context.charm.hand > 1", "charm.hand > 1"],
    // an item of a list is named as what the list holds
    ["context.players.some((p) => p.id === event.by)", "∃ p ∈ players: p.player = done by"],
    [
      "context.players.find((p) => p.id === event.by).hand > 0",
      "(the first p ∈ players: p.player = done by).hand > 0",
    ],
    ["({ hand: input.hand })", "{ hand: cards of an opening hand }"],
    ["context.open === false", "open = no"],
    // what nobody named stands as in the code
    ["context.strange > event.n", "strange > n"],
    // one label of two fields is no name: both are told apart
    ["context.before !== context.next", "phase (before) ≠ phase (next)"],
    ["living(context).length > 1", "|players still in the game(context)| > 1"],
    ["topOf(context.hand) + 1", "(the top of hand) + 1"],
    ["topOf(context.hand, 3)", "the top of hand(3)"],
    // a function's own names are not those of the game
    ["list.some((living) => living > 1)", "∃ living ∈ list: living > 1"],
    ["list.some((context) => context.hand > 1)", "∃ context ∈ list: context.hand > 1"],
  ])("%s", (code, formula) => expect(read(code)).toBe(formula));

  test("a field of an event is named as that event's, and not at all where events differ", () => {
    expect(read("event.card === 1", { event: "PLAY" })).toBe("card played = 1");
    expect(read("event.card === 1", { event: "USE" })).toBe("card used = 1");
    expect(read("event.card === 1")).toBe("card = 1");
  });

  test("a value is named as one of the field that it is compared with or given to", () => {
    expect(read('event.kind === "bg"', { event: "PLAY" })).toBe("kind = “scenery”");
    expect(read('!["bg", "x"].includes(event.kind)', { event: "PLAY" })).toBe("kind ∉ [“scenery”, “x”]");
    expect(read('context.before === "main"')).toBe("phase (before) = “main phase”");
    expect(read('event.by === (x ? "table" : "P1")')).toBe(
      "done by = (if x then “the table”, otherwise “P1”)",
    );
    expect(
      plainFormula(formulaOf('assign({ before: ({ context }) => context.x ? "main" : "end" })', words) ?? ""),
    ).toBe("phase (before) := if x then “main phase”, otherwise “end”");
  });

  test("each label says what it stands for, and code keeps its names", () => {
    const { expr } = parseExpr("event.by === context.turnPlayer");
    expect(formulaParts(printFormula(expr!, { words }))).toEqual([
      { kind: "label", id: "event.by", text: "done by" },
      { kind: "words", text: " = " },
      { kind: "label", id: "context.turnPlayer", text: "turn player" },
    ]);
    for (const text of ["context.hand.slice(from)", "context.hand.slice(topOf(context.hand))"]) {
      const code = parseExpr(text).expr;
      expect(formulaParts(printFormula(code!, { words }))).toEqual([{ kind: "code", text }]);
    }
  });
});
