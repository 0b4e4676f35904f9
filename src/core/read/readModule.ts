import type { ModuleReading } from "#core/read/module.ts";
import { importedTexts, readFresh, sameImports, type ReadOptions } from "#core/read/readFresh.ts";
import { rereadState } from "#core/read/partial/rereadState.ts";

/**
 * Finds every machine of an XState 5 module and reads it as far as it can be understood without running it. Never throws and
 * never prints: what is not understood stays verbatim as an opaque part with its place.
 */
export function readModule(text: string, options: ReadOptions = {}): ModuleReading {
  const lang = options.lang ?? "ts";
  const previous = options.previous?.reading.lang === lang ? options.previous : undefined;
  const known = previous && sameImports(previous.reading, options) ? previous : undefined;
  if (known?.text === text) return known.reading;
  const again = known && rereadState(text, known);
  if (again) importedTexts.set(again, importedTexts.get(known.reading) ?? new Map());
  return again ?? readFresh(text, options);
}
