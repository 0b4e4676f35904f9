import { expect, test } from "vitest";
import { clauseCards } from "#core/ruleset/clauseCards.ts";
import { clauseTold } from "#core/ruleset/clauseTold.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { readBack } from "#core/ruleset/readBack.ts";
import { codeNames } from "#core/ruleset/toldNames.ts";
import { readModule } from "#core/read/readModule.ts";
import { formulaWords } from "#core/project/readerWords.ts";
import { Behaviors } from "#core/semantics/behavior.ts";
import { bookSourceOf } from "#test/support/bookOf.ts";
import { GAMES } from "#test/core/simulate/lawGiven.ts";

test.for(GAMES)("every line of a clause of %s stands open or is folded, and none is lost", (game) => {
  const { chart, consts } = bookSourceOf(game);
  const behaviors = new Behaviors(chart, consts);

  for (const carriers of clauseLinks(chart).carriers.values()) {
    const { lines, helpers } = clauseTold(chart, carriers, behaviors, codeNames);
    const { open, folded, definitions } = readBack(chart, carriers, behaviors, codeNames);
    const all = new Set([...open, ...folded, ...definitions.map(({ line }) => line)]);
    expect(lines.filter((line) => !all.has(line))).toEqual([]);
    expect(helpers).toEqual(expect.arrayContaining(definitions.map(({ name }) => name)));
  }
});

test.for(GAMES)("the clauses of %s fold alike in all languages", (game) => {
  const { chart, consts, ruleset, words } = bookSourceOf(game);
  const { carriers } = clauseLinks(chart);

  const folds = ["en", "ja", "zh-Hant"].map((locale) => {
    const behaviors = new Behaviors(
      chart,
      consts,
      formulaWords(words(locale).say, ruleset.labels[locale] ?? {}),
    );
    return [...carriers.values()].map((list) =>
      clauseCards(chart, list, behaviors).map(({ carrier, isBrief }) => `${carrier.id} ${isBrief}`),
    );
  });

  expect(folds[1]).toEqual(folds[0]);
  expect(folds[2]).toEqual(folds[0]);
});

test("a state is said to be never reached only where every transition of the machine is known", () => {
  const signs = (target: string) => {
    const { charts } = readModule(`import { createMachine } from "xstate"; import { other } from "./other";
      export const m = createMachine({ id: "m", initial: "a", states: {
        a: { on: { GO: { target: ${target} } } }, b: { meta: { clauses: ["B-1"] } }, c: {} } });`);
    const [chart] = charts;
    if (!chart) throw new Error("no chart");
    const carriers = clauseLinks(chart).carriers.get("B-1") ?? [];
    const { open } = readBack(chart, carriers, new Behaviors(chart, []), codeNames);
    return open.includes(codeNames.sign("unreached"));
  };

  expect(signs('"c"')).toBe(true);
  expect(signs("other")).toBe(false);
  expect(signs('"nowhere"')).toBe(false);
});
