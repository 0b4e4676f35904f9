import { distinctNames } from "#core/chart/distinctNames.ts";
import { asLabel, formulaParts } from "#core/expr/formulaParts.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { clauseNames, formulaWords } from "#core/project/readerWords.ts";
import type { ToldNames } from "#core/ruleset/toldNames.ts";
import { labelOf, stateLabel, textIn } from "#core/ruleset/labels.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { readBack } from "#core/ruleset/readBack.ts";
import { Behaviors } from "#core/semantics/behavior.ts";
import { bookSourceOf } from "#test/support/bookOf.ts";

/** What Rules shows of one clause. */
export interface ReadBack {
  readonly clause: string;
  /** Rows that stand open, with the marks of `formulaParts`. */
  readonly rows: readonly string[];
  /** Rows behind a number, and what helpers stand for where that is folded. */
  readonly folded: readonly string[];
}

/** The read-back of every clause of a game in one language. @param only one of them @param edit the machine before it is read */
export function readBackOf(
  game: string,
  locale: string,
  { only, edit }: { readonly only?: string; readonly edit?: ((machine: string) => string) | undefined } = {},
): readonly ReadBack[] {
  const { chart, consts, ruleset, words } = bookSourceOf(game, undefined, edit);
  const { say, canvas } = words(locale);
  const labels = ruleset.labels[locale] ?? {};
  const title = textIn(ruleset.info.title, locale);
  const names = chartNames(chart.setup, { "state:": title, ...labels }, canvas);
  const stateName = distinctNames(chart, (path) => labelOf(ruleset, locale, stateLabel(path)));
  const behaviors = new Behaviors(chart, consts, formulaWords(say, labels));
  const { carriers } = clauseLinks(chart);
  const plainNames = clauseNames(names, stateName, say);
  // The name of a state or an event is one of the game where it has a label: what stands in it is no name of the code.
  const marked = (key: string, id: string, name: string) =>
    labels[key] === undefined ? name : asLabel(id, name);
  const toldNames: ToldNames = {
    ...plainNames,
    state: (id) => marked(`state:${id}`, id, plainNames.state(id)),
    named: (kind, name) => marked(`${kind}:${name}`, name, plainNames.named(kind, name)),
    event: (type) => marked(`event:${type}`, type, plainNames.event(type)),
    trigger: (transition) =>
      marked(`event:${transition.event}`, transition.event ?? "", plainNames.trigger(transition)),
  };
  return ruleset.clauses
    .filter(({ id }) => only === undefined || id === only)
    .map(({ id }) => {
      const { open, folded, definitions } = readBack(chart, carriers.get(id) ?? [], behaviors, toldNames);
      // An action says several things in one line; Rules shows a row of each.
      const rows = (lines: readonly string[]) => lines.flatMap((line) => line.split("; "));
      return {
        clause: id,
        rows: rows(open),
        folded: [...rows(folded), ...definitions.map(({ line }) => line)],
      };
    });
}

/** The words of a row that somebody reads, its labels among them, in a language that sets words apart. */
export const wordsIn = (row: string): number =>
  formulaParts(row)
    .map(({ text }) => text)
    .join("")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The letters and digits of a row that somebody reads. */
export const charactersIn = (row: string): number =>
  formulaParts(row)
    .map(({ text }) => text)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "").length;

/** A sign that stands in formulas and in no sentence; what a label holds is nobody's formula. */
export const isFormula = (row: string): boolean =>
  formulaParts(row).some(({ kind, text }) => kind === "words" && /:=|[=≠<>≤≥∈∉∃∀∧∨¬↦{}[\]|]/u.test(text));

/** What a name is by where it stands. */
export type NameKind = "field" | "helper" | "constant" | "value" | "local";

interface LatinName {
  readonly kind: NameKind;
  readonly name: string;
}

/** Names of the code in a row that are shown without a word, with what each of them is. A single letter is a variable as in any formula. */
export function latinNames(row: string): readonly LatinName[] {
  return formulaParts(row)
    .filter(({ kind }) => kind === "words")
    .flatMap(({ text }) =>
      [...text.matchAll(/“[^”]*”|(\.)?([A-Za-z_$][\w$]+)(\()?/g)].flatMap(
        ([whole, dot, name = "", call]): LatinName[] => {
          if (whole.startsWith("“"))
            return (whole.match(/[A-Za-z_$][\w$]+/g) ?? []).map((word) => ({
              kind: "value",
              name: word,
            }));
          const kind: NameKind = dot
            ? "field"
            : call
              ? "helper"
              : /^[A-Z][A-Z\d_]+$/.test(name)
                ? "constant"
                : "local";
          return [{ kind, name }];
        },
      ),
    );
}
