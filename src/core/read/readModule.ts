import type { ModuleReading } from "#core/read/module.ts";
import { importedTexts, readFresh, sameImports, unreadable, type ReadOptions } from "#core/read/readFresh.ts";
import { rereadState } from "#core/read/partial/rereadState.ts";
import { stepsOnly, withinBudget } from "#core/text/budget.ts";

/**
 * Steps that reading may take, for a text and for each character of it. Reading takes 0.3 to 1.4 for a character; helpers that make a
 * thousand states with a thousand transitions each come to five million in a few lines.
 */
const MAX_STEPS = { inAll: 10_000_000, perCharacter: 10 };

/**
 * Finds every machine of an XState 5 module and reads it as far as it can be understood without running it. Never throws and
 * never prints: what is not understood stays verbatim as an opaque part with its place. A text whose parts are made of one another again and
 * again, so that forty lines are a machine of 2^40 states, is given up.
 */
export function readModule(text: string, options: ReadOptions = {}): ModuleReading {
  const lang = options.lang ?? "ts";
  return withinBudget(
    stepsOnly(MAX_STEPS.inAll + MAX_STEPS.perCharacter * text.length),
    () => readAll(text, lang, options),
    () => ({ ...unreadable(text, lang, "The machines in it are larger than can be read."), tooLarge: true }),
  );
}

function readAll(text: string, lang: "ts" | "js", options: ReadOptions): ModuleReading {
  const previous = options.previous?.reading.lang === lang ? options.previous : undefined;
  const known = previous && sameImports(previous.reading, options) ? previous : undefined;
  if (known?.text === text) return known.reading;
  const again = known && rereadState(text, known);
  if (again) importedTexts.set(again, importedTexts.get(known.reading) ?? new Map());
  return again ?? readFresh(text, options);
}
