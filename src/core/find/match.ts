import type { IndexedName, IndexedThing } from "#core/find/findIndex.ts";
import { signsOf } from "#core/find/findIndex.ts";
import { fold, squeeze } from "#core/find/fold.ts";

/** How well a thing answers a query, best first. */
export const GRADES = [
  /** Letter by letter its id. */
  "id",
  /** Letter by letter the last step of its path. */
  "key",
  /** One of its names, but for case, width and signs between words. */
  "name",
  /** A name begins so. */
  "prefix",
  /** A word of a name begins so. */
  "word",
  /** Each word of the query is somewhere in its names, or in those of the states around it. */
  "words",
  /** A word of what is written about it begins so. */
  "text",
  /** Somewhere in a name. */
  "part",
  /** Somewhere in what is written about it. */
  "text-part",
  /** Each word of the query is somewhere in its names or in what is written about it. */
  "text-words",
  /** Its letters occur in a name in this order, close together. */
  "loose",
] as const;
export type Grade = (typeof GRADES)[number];

/** A query, ready to be compared. */
export interface Query {
  readonly written: string;
  readonly squeezed: string;
  readonly folded: string;
  /** Its words, when there are several. */
  readonly words: readonly string[];
  readonly signs: number;
}

/** @returns undefined for a query without a letter or digit */
export function queryOf(written: string): Query | undefined {
  const squeezed = squeeze(written).text;
  if (squeezed === "") return undefined;
  const folded = fold(written).trim();
  const words = folded.split(/\s+/).flatMap((word) => squeeze(word).text || []);
  return {
    written: written.trim(),
    squeezed,
    folded,
    words: words.length > 1 ? words : [],
    signs: signsOf(squeezed),
  };
}

/** What matched: a grade, and which of the names or texts it is about. */
export interface Match {
  /** Place in `GRADES`. */
  readonly grade: number;
  readonly name?: number;
  readonly text?: number;
}

const gradeOf = (grade: Grade): number => GRADES.indexOf(grade);
const ID = gradeOf("id");
const KEY = gradeOf("key");
const NAME = gradeOf("name");
const PREFIX = gradeOf("prefix");
const WORD = gradeOf("word");
const WORDS = gradeOf("words");
const TEXT = gradeOf("text");
const PART = gradeOf("part");
const TEXT_PART = gradeOf("text-part");
const TEXT_WORDS = gradeOf("text-words");
const LOOSE = gradeOf("loose");
/** The grade of what does not match. */
export const NONE: number = GRADES.length;
const nothing: Match = { grade: NONE };

/** @param all the index that the thing is in */
export function match(entry: IndexedThing, query: Query, all: readonly IndexedThing[]): Match {
  const mayName = (entry.nameSigns & query.signs) === query.signs;
  let best = mayName ? nameMatch(entry, query) : nothing;
  if (best.grade > WORDS && query.words.length > 0 && everyWord(entry, query.words, all))
    best = { grade: WORDS, name: holding(entry.names, query.words) };
  if (best.grade > TEXT && entry.texts.length > 0 && (entry.allSigns & query.signs) === query.signs) {
    const text = textMatch(entry, query);
    if (text.grade < best.grade) best = text;
  }
  if (best.grade === NONE && mayName && query.words.length === 0) {
    const name = entry.names.findIndex((candidate) => isLoose(candidate, query.squeezed));
    if (name >= 0) best = { grade: LOOSE, name };
  }
  return best;
}

function nameMatch({ thing, short, names }: IndexedThing, { written, squeezed }: Query): Match {
  if (thing.id === written && thing.kind !== "command") return { grade: ID, name: 0 };
  let best = nothing;
  for (let i = 0; i < names.length; i++) {
    const grade = nameGrade(names[i]!, squeezed);
    if (grade < best.grade) best = { grade, name: i };
  }
  return best.grade === NAME && short === written ? { ...best, grade: KEY } : best;
}

function nameGrade({ text, starts }: IndexedName, query: string): number {
  let at = text.indexOf(query);
  if (at < 0) return NONE;
  if (at === 0) return text.length === query.length ? NAME : PREFIX;
  for (; at >= 0; at = text.indexOf(query, at + 1)) if (starts.includes(at)) return WORD;
  return PART;
}

function textMatch({ names, texts }: IndexedThing, { folded, words }: Query): Match {
  let best = nothing;
  for (let i = 0; i < texts.length; i++) {
    const { text } = texts[i]!;
    const at = text.indexOf(folded);
    if (at < 0) continue;
    const grade = LETTER.test(text[at - 1] ?? "") ? TEXT_PART : TEXT;
    if (grade < best.grade) best = { grade, text: i };
  }
  if (best.grade < NONE || words.length === 0) return best;
  const contains = (word: string) => (entry: { text: string }) => entry.text.includes(word);
  return words.every((word) => names.some(contains(word)) || texts.some(contains(word)))
    ? { grade: TEXT_WORDS, text: holding(texts, words) }
    : nothing;
}
/** Chinese and Japanese have no blanks: there any place may begin a word. */
const LETTER = /[\p{Script=Latin}\p{N}]/u;

/** Every word is in a name, and one of them in the thing's own. */
function everyWord(entry: IndexedThing, words: readonly string[], all: readonly IndexedThing[]): boolean {
  let hits = 0;
  for (const word of words) {
    if (names(entry, word)) hits++;
    else if (!around(entry, word, all)) return false;
  }
  return hits > 0;
}

const names = (entry: IndexedThing, word: string): boolean =>
  entry.names.some(({ text }) => text.includes(word));

function around({ parent }: IndexedThing, word: string, all: readonly IndexedThing[]): boolean {
  for (let entry = all[parent]; entry; entry = all[entry.parent]) if (names(entry, word)) return true;
  return false;
}

/** Which of them has the most of the words; the first where several have. */
function holding(list: readonly { readonly text: string }[], words: readonly string[]): number {
  const counts = list.map(({ text }) => words.filter((word) => text.includes(word)).length);
  return counts.indexOf(Math.max(...counts));
}

/** Begins with a word of the name, and takes no more than three times its own length. */
function isLoose({ text, starts }: IndexedName, query: string): boolean {
  if (query.length < 2) return false;
  return starts.some((start) => {
    if (text[start] !== query[0]) return false;
    let at = start;
    for (let i = 1; i < query.length; i++) {
      at = text.indexOf(query[i]!, at + 1);
      if (at < 0) return false;
    }
    return at - start < query.length * 3;
  });
}
