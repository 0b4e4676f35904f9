import { parseModule, type Parsed } from "#core/syntax/parse.ts";

/** A module text with its tree. What else is computed from the tree (`tree.ts`) is kept with this record. */
export interface Source {
  readonly text: string;
  readonly lang: "ts" | "js";
  readonly parsed: Parsed;
}

/** A change has a text before and a text after it. */
const MAX_RECENT_TEXTS = 2;
/** Files that a machine imports are read again with every keystroke in it, so their trees are cached; a machine imports few. */
const MAX_CACHED_FILES = 64;

const texts: Source[] = [];
const files = new Map<string, Source>();

/**
 * A module text, parsed. The last two texts are remembered, here and nowhere else: whoever reads, checks, edits or looks for names
 * in a text takes the same tree.
 * @param lang by default that in which the text is known, else TypeScript; a text that is only JavaScript is read as such
 */
export function sourceOf(text: string, lang?: "ts" | "js"): Source {
  const known = knownSource(text, lang);
  if (known && texts[0] === known) return known;
  const source = known ?? freshSource(text, lang);
  const place = texts.indexOf(source);
  if (place >= 0) texts.splice(place, 1);
  // What is remembered as a file is not kept twice.
  if (place >= 0 || !known) texts.unshift(source);
  texts.length = Math.min(texts.length, MAX_RECENT_TEXTS);
  return source;
}

/** The text of a file that another one imports; the last text of each file is remembered. */
export function sourceAt(path: string, text: string, lang: "ts" | "js"): Source {
  const before = files.get(path);
  const same = before?.text === text && before.lang === lang;
  const source = same ? before : (knownSource(text, lang) ?? freshSource(text, lang));
  files.delete(path);
  files.set(path, source);
  if (files.size > MAX_CACHED_FILES) files.delete(files.keys().next().value ?? "");
  return source;
}

/** A text that nobody will ask for again: a piece of code, or one try of many. */
export function freshSource(text: string, lang?: "ts" | "js"): Source {
  const parsed = parseModule(text, lang ?? "ts");
  if (lang !== undefined || parsed.tree) return { text, lang: lang ?? "ts", parsed };
  const plain = parseModule(text, "js");
  return plain.tree ? { text, lang: "js", parsed: plain } : { text, lang: "ts", parsed };
}

/** The source of a text that is remembered. */
export function knownSource(text: string, lang?: "ts" | "js"): Source | undefined {
  const fits = (source: Source) => source.text === text && (lang === undefined || source.lang === lang);
  const known = texts.find(fits);
  if (known) return known;
  for (const source of files.values()) if (fits(source)) return source;
  return undefined;
}
