import { changeJson, printJson } from "#core/ruleset/changeJson.ts";
import { parseJson, type Json } from "#core/text/json.ts";

/** Where a text of a game stands: keys and indexes from the top of one of its JSON files. */
export interface TextPlace {
  /** Logical name, such as `text/ja`. */
  readonly file: string;
  readonly way: readonly (string | number)[];
}

/** A text that takes the place of the one in the game. An empty one is removed. */
export interface NewText {
  readonly place: TextPlace;
  readonly text: string;
}

/** A part of a JSON value that is changed in place. */
type Open = { [key: string]: Json };

/**
 * The rules files that new texts of one language change, as they are then; whatever else is in them stays as it is laid out. A language
 * that has no file yet gets one, and stands among the languages of the ruleset.
 * @param files texts by logical name, which are JSON
 * @param direction the language of the texts, and the one in whose order they stand
 */
export function withTexts(
  files: ReadonlyMap<string, string>,
  { from, into }: { readonly from: string; readonly into: string },
  texts: readonly NewText[],
): ReadonlyMap<string, string> {
  const values = new Map<string, Open>();
  const valueOf = (file: string): Open => {
    const known = values.get(file);
    if (known) return known;
    const value = parsed(files.get(file)) ?? emptyFile(file, into);
    values.set(file, value);
    return value;
  };
  for (const { place, text } of texts) setAt(valueOf(place.file), place.way, text);
  for (const folder of ["text", "labels"]) {
    const value = values.get(`${folder}/${into}`);
    const order = Object.keys((parsed(files.get(`${folder}/${from}`))?.[folder] as Open | undefined) ?? {});
    const before = Object.keys((parsed(files.get(`${folder}/${into}`))?.[folder] as Open | undefined) ?? {});
    if (value) value[folder] = inOrder(value[folder] as Open, before, order);
  }
  const locales = parsed(files.get("ruleset"))?.["locales"];
  if (texts.length > 0 && Array.isArray(locales) && !locales.includes(into))
    valueOf("ruleset")["locales"] = [...(locales as readonly Json[]), into];

  const changed = new Map<string, string>();
  for (const [file, value] of values) {
    const before = files.get(file);
    const after = before === undefined ? `${printJson(value, "")}\n` : changeJson(before, value);
    if (after !== before) changed.set(file, after);
  }
  return changed;
}

const parsed = (text: string | undefined): Open | undefined =>
  text === undefined ? undefined : (parseJson(text.replace(/^\ufeff/, "")) as Open);

/** `text/de` or `labels/de`, before there is a text in it. */
function emptyFile(file: string, locale: string): Open {
  const folder = file.split("/")[0] ?? file;
  return { $schema: `../../../schemas/${folder}.schema.json`, format: 1, locale, [folder]: {} };
}

function setAt(value: Open, way: readonly (string | number)[], text: string): void {
  let parent: Open = value;
  for (const step of way.slice(0, -1)) parent = (parent[step] ??= {}) as Open;
  const last = way.at(-1) ?? "";
  if (text === "") delete parent[last];
  else parent[last] = text;
}

/**
 * The members that were there in their order, each new one behind the one that it follows in the source language. One that the source does
 * not have, or of which this is the source, comes last.
 */
function inOrder(members: Open, before: readonly string[], order: readonly string[]): Open {
  const there = new Set(before);
  /** New members by the one that they follow; undefined where they come first. */
  const followers = new Map<string | undefined, string>();
  let last: string | undefined;
  for (const key of order) {
    if (!there.has(key)) {
      if (!Object.hasOwn(members, key)) continue;
      followers.set(last, key);
      there.add(key);
    }
    last = key;
  }
  const keys: string[] = [];
  for (const one of [undefined, ...before]) {
    if (one !== undefined) keys.push(one);
    for (let key = followers.get(one); key !== undefined; key = followers.get(key)) keys.push(key);
  }
  for (const key of Object.keys(members)) if (!there.has(key)) keys.push(key);
  return Object.fromEntries(keys.map((key) => [key, members[key] as Json]));
}
