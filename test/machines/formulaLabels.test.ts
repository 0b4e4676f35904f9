import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { places } from "#core/chart/places.ts";
import { FormulaNames } from "#core/expr/formulaNames.ts";
import { formulaParts } from "#core/expr/formulaParts.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { boundNames } from "#core/expr/parts.ts";
import { Reading, type ReadingWords } from "#core/expr/readable.ts";
import { readModule } from "#core/read/readModule.ts";
import { formulaLabels } from "#core/ruleset/formulaLabels.ts";
import { type ActionBehavior, Behaviors, type GuardBehavior } from "#core/semantics/behavior.ts";
import { GAMES } from "#test/core/simulate/lawGiven.ts";

const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/** Names of code that a reader may meet in a formula without a label, of all that are named there. */
const MAX_UNLABELLED = 0.05;

const textsOf = (part: GuardBehavior | ActionBehavior): readonly string[] => {
  if ("lines" in part) return part.readable ? part.lines : [];
  if (part.sign !== "formula") return part.of.flatMap(textsOf);
  return part.readable && part.text !== undefined ? [part.text] : [];
};

/** Every formula of a game that Rules may show, in the words and labels of a language. */
function formulasOf(game: string, language: string) {
  const { behavior, simulate } = json(`src/locales/later/${language}.json`);
  const { charts, consts = [] } = readModule(readFileSync(`machines/${game}.machine.ts`, "utf8"));
  const [chart] = charts;
  if (!chart) throw new Error(`${game} has no machine`);
  const behaviors = new Behaviors(chart, consts, {
    none: behavior.none,
    else: behavior.fallback,
    mod: behavior.mod,
    yes: simulate.yes,
    no: simulate.no,
    reading: new Reading(behavior.reading as ReadingWords),
    names: new FormulaNames(formulaLabels(json(`rulesets/${game}/labels/${language}.json`).labels)),
  });
  const does = [...places(chart).values()].flatMap(({ node }) => [
    ...[...node.entry, ...node.exit].map((action) => behaviors.action(action)),
    ...node.transitions.flatMap(({ guard, actions, slot, event }) => {
      const type = slot === "on" ? event : undefined;
      return [
        ...(guard ? [behaviors.guard(guard, type)] : []),
        ...actions.map((action) => behaviors.action(action, type)),
      ];
    }),
  ]);
  const definitions = behaviors.definitions(does).filter(({ readable }) => readable);
  const texts = [...does.flatMap(textsOf), ...definitions.map(({ text }) => text)];
  const fields = [...(chart.context ?? []), ...(chart.events ?? []).flatMap((event) => event.fields)];
  // What a helper calls the thing that it is given is its own affair.
  const given = new Set(
    consts.flatMap(({ text }) => {
      const { expr } = parseExpr(text);
      return expr?.kind === "arrow" ? expr.params.flatMap(boundNames) : [];
    }),
  );
  return {
    texts: new Set([...texts, ...behaviors.start.values().map(({ text }) => text)]),
    names: new Set([...consts, ...fields].map(({ name }) => name).filter((name) => !given.has(name))),
  };
}

test.for(GAMES.flatMap((game) => ["ja", "zh-Hant"].map((language) => [game, language] as const)))(
  "the formulas of %s in %s name fields, values and helpers by their labels",
  ([game, language]) => {
    const { texts, names } = formulasOf(game, language);
    const parts = [...texts].flatMap(formulaParts);
    const labelled = parts.filter(({ kind }) => kind === "label").length;
    // A single letter is what a formula calls one of a list by.
    const unlabelled = parts
      .filter(({ kind }) => kind === "words")
      .flatMap(({ text }) => text.match(/[A-Za-z_$][\w$]+/g) ?? [])
      .filter((word) => names.has(word));

    expect(labelled).toBeGreaterThan(400);
    expect(unlabelled.length / (labelled + unlabelled.length), unlabelled.join(" ")).toBeLessThanOrEqual(
      MAX_UNLABELLED,
    );
  },
);
