import { FormulaNames } from "#core/expr/formulaNames.ts";
import type { FormulaWords } from "#core/expr/print.ts";
import { Reading, READING_FORMS, type ReadingWords } from "#core/expr/readable.ts";
import { SENTENCE_FORMS, Sentences, type SentenceTemplates } from "#core/expr/sentences.ts";
import { type ChartNames, triggerText } from "#core/layout/names.ts";
import type { ToldNames } from "#core/ruleset/toldNames.ts";
import { formulaLabels } from "#core/ruleset/formulaLabels.ts";

/** The words of a key of `src/locales` in one language, such as `behavior.does`; facts fill in what stands in `{{braces}}`. */
export type Say = (key: string, facts?: Readonly<Record<string, string>>) => string;

/**
 * What formulas are printed with for a reader.
 * @param labels by key as in `labels/<locale>.json`; undefined keeps the names of the code
 */
export function formulaWords(say: Say, labels: Readonly<Record<string, string>> | undefined): FormulaWords {
  const reading = Object.fromEntries(READING_FORMS.map((form) => [form, say(`behavior.reading.${form}`)]));
  return {
    none: say("behavior.none"),
    else: say("behavior.fallback"),
    mod: say("behavior.mod"),
    yes: say("simulate.yes"),
    no: say("simulate.no"),
    reading: new Reading(reading as ReadingWords),
    ...(labels
      ? { names: new FormulaNames(formulaLabels({ "local:context": say("behavior.context"), ...labels })) }
      : {}),
  };
}

/** The sentences of a language for the commonest formulas. */
export function sentencesIn(say: Say): Sentences {
  const templates = Object.fromEntries(
    [...SENTENCE_FORMS, "and", "or"].map((form) => [form, say(`behavior.sentence.${form}`)]),
  );
  return new Sentences(templates as SentenceTemplates, {
    none: say("behavior.none"),
    else: say("behavior.fallback"),
    each: say("behavior.reading.each"),
    if: say("behavior.reading.if"),
  });
}

/** A name by itself is written nowhere. */
const NOWHERE = { from: 0, to: 0 };

/** What the parts of a machine are called where it is said what they do about a clause. @param stateName by path id */
export function clauseNames(names: ChartNames, stateName: (id: string) => string, say: Say): ToldNames {
  const state = (id: string) => (id === "" ? say("why.machine") : stateName(id));
  return {
    state,
    sentences: sentencesIn(say),
    eachOf: (list) => say("behavior.each-of", { list }),
    event: names.event,
    asks: names.asks,
    trigger: (transition) => triggerText(transition, names).text,
    arrival: (by, of) =>
      by === "start" ? say("behavior.starts") : say(`behavior.${by}-of`, { state: state(of) }),
    named: (kind, name) => names[kind]({ kind: "named", name, text: name, at: NOWHERE }),
    folded: (fold, count) =>
      say(`behavior.${fold}_${count === 1 ? "one" : "other"}`, { count: String(count) }),
    earlier: (by, text) => say(`behavior.earlier-${by}`, { text }),
    sign: (sign) => {
      if (sign === "waits") return say("review.waits");
      return sign === "stays" ? say("inspector.stays") : say(`behavior.${sign}`);
    },
  };
}
