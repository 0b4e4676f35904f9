import { expect, test } from "vitest";
import type { Chart } from "#core/chart/chart.ts";
import { distinctNames } from "#core/chart/distinctNames.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { clauseNames, formulaWords } from "#core/project/readerWords.ts";
import { clauseCards } from "#core/ruleset/clauseCards.ts";
import { clauseTold, Teller } from "#core/ruleset/clauseTold.ts";
import { labelOf, stateLabel } from "#core/ruleset/labels.ts";
import { type Carrier, clauseLinks } from "#core/ruleset/links.ts";
import { readBack } from "#core/ruleset/readBack.ts";
import { codeNames, type ToldNames } from "#core/ruleset/toldNames.ts";
import { Behaviors } from "#core/semantics/behavior.ts";
import { type Mutant, mutantsOf } from "#test/machines/mutation/mutants.ts";
import { wrongRulesOf } from "#test/machines/mutation/wrongRules.ts";
import { bookSourceOf } from "#test/support/bookOf.ts";
import { dice } from "#test/support/dice.ts";
import { allRuleFiles } from "#test/support/allRuleFiles.ts";
import { patience } from "#test/support/patience.ts";
import { GAMES } from "#test/core/simulate/lawGiven.ts";

const LONG = process.env["LONG"] !== undefined;
/** Of each of the two kinds of faults; every day other ones than the scenarios are tried on. */
const SAMPLE = LONG ? 60 : 1;
const SEED = Number(process.env["SEED"] ?? 20261128);

/** Lines about what is around an element, which other elements decide. */
const AROUND = /^(?:tried-after|reached|accepts|begins)\b/;

interface Game {
  readonly chart: Chart;
  readonly carriers: ReadonlyMap<string, readonly Carrier[]>;
  /** With the names of the code, and with the words of each language. */
  readonly code: Reader;
  readonly readers: readonly Reader[];
}

interface Reader {
  readonly locale: string;
  readonly behaviors: Behaviors;
  readonly names: ToldNames;
}

function gameOf(game: string, code: string): Game {
  const { chart, consts, ruleset, words } = bookSourceOf(game, undefined, () => code);
  const readers = ["en", "ja", "zh-Hant"].map((locale): Reader => {
    const { say, canvas } = words(locale);
    const labels = ruleset.labels[locale] ?? {};
    const stateName = distinctNames(chart, (path) => labelOf(ruleset, locale, stateLabel(path)));
    return {
      locale,
      behaviors: new Behaviors(chart, consts, formulaWords(say, labels)),
      names: clauseNames(chartNames(chart.setup, labels, canvas), stateName, say),
    };
  });
  const behaviors = new Behaviors(chart, consts);
  return {
    chart,
    carriers: clauseLinks(chart).carriers,
    code: { locale: "code", behaviors, names: codeNames },
    readers,
  };
}

const toldAt = ({ chart, code, carriers }: Game, clause: string): string =>
  clauseTold(chart, carriers.get(clause) ?? [], code.behaviors, codeNames).lines.join("\n");

const openAt = ({ chart, carriers }: Game, clause: string, { behaviors, names }: Reader): string =>
  readBack(chart, carriers.get(clause) ?? [], behaviors, names).open.join("\n");

/** The languages in which what stands open at a clause is the same in two games. */
const sameIn = (right: Game, wrong: Game, clause: string): readonly string[] =>
  right.readers.flatMap((reader, i) =>
    openAt(right, clause, reader) === openAt(wrong, clause, wrong.readers[i]!) ? [reader.locale] : [],
  );

/** What the cards that are told in full say of their own elements. */
function ownLines(
  { chart, code: { behaviors }, carriers }: Game,
  clause: string,
  of: readonly Carrier[],
): string {
  const teller = new Teller(chart, behaviors, codeNames);
  const now = carriers.get(clause) ?? [];
  return of
    .filter(({ id }) => now.some((carrier) => carrier.id === id))
    .flatMap((carrier) => teller.carrier(carrier))
    .filter((line) => !AROUND.test(line))
    .join("\n");
}

const sampled = <T>(all: readonly T[], random: () => number): readonly T[] =>
  Array.from({ length: Math.min(SAMPLE, all.length) }, () => all[Math.floor(random() * all.length)]!);

test.for(GAMES)(
  "a fault in %s changes what stands open at a clause, and at each whose own card is told in full",
  { timeout: patience(180_000) },
  (name) => {
    const { machine } = allRuleFiles(name);
    const game = gameOf(name, machine);
    const random = dice(SEED);
    const mutants: readonly Mutant[] = [
      ...sampled(mutantsOf(machine), random),
      ...sampled(wrongRulesOf(machine), random),
    ];
    const clauses = [...game.carriers.keys()];
    const told = new Map(clauses.map((clause) => [clause, toldAt(game, clause)]));
    const open = new Map(clauses.map((clause) => [clause, openAt(game, clause, game.code)]));
    const full = new Map(
      clauses.map((clause) => {
        const cards = clauseCards(game.chart, game.carriers.get(clause) ?? [], game.code.behaviors);
        const isWhole = (card: (typeof cards)[number]) =>
          !card.isBrief && (card.state?.transitions.folded ?? []).length === 0;
        return [clause, cards.filter(isWhole).map(({ carrier }) => carrier)];
      }),
    );
    const counts = { own: 0, ownOpen: 0, all: 0, allOpen: 0, none: 0 };
    const hidden: string[] = [];
    for (const mutant of mutants) {
      const wrong = gameOf(name, mutant.code);
      const suspect = clauses.filter((clause) => toldAt(wrong, clause) !== told.get(clause));
      const seen = new Set(
        suspect.filter((clause) => openAt(wrong, clause, wrong.code) !== open.get(clause)),
      );
      counts.all += suspect.length;
      counts.allOpen += seen.size;
      if (suspect.length === 0) counts.none++;
      else if (seen.size === 0) hidden.push(`nowhere: ${mutant.id}`);
      // What differs in formulas differs in the sentences of each language; at one clause, as all are printed alike.
      const [first] = seen;
      const same = first === undefined ? [] : sameIn(game, wrong, first);
      if (same.length > 0) hidden.push(`${first} in ${same.join(", ")}: ${mutant.id}`);
      for (const clause of suspect) {
        const carriers = full.get(clause) ?? [];
        if (ownLines(wrong, clause, carriers) === ownLines(game, clause, carriers)) continue;
        counts.own++;
        if (seen.has(clause)) counts.ownOpen++;
        else hidden.push(`${clause}: ${mutant.id}`);
      }
    }
    console.log(name, mutants.length, JSON.stringify(counts));

    expect(counts.own).toBeGreaterThan(0);
    expect(hidden).toEqual([]);
  },
);
