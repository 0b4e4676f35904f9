import type { Asks, Meta, Sited } from "#core/chart/chart.ts";
import { eachItem } from "#core/read/config/readBehavior.ts";
import { effective, type Entry } from "#core/syntax/entries.ts";
import { isObject, parts, resolve, staticText } from "#core/syntax/resolve.ts";
import { asWritten } from "#core/syntax/calls/callResult.ts";
import type { Value } from "#core/syntax/scope.ts";
import { at, textOf, type Site } from "#core/read/config/site.ts";

const NO_META: Meta = { clauses: [] };
const ASKS = new Set(["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"]);

/** `meta` with the parts the studio knows (FORMATS "A machine module"); other keys stay as they are written. */
export const readMeta = (site: Site, value: Value | undefined): Meta =>
  value ? asWritten(() => metaOf(site, value)) : NO_META;

function metaOf(site: Site, value: Value): Meta {
  const place = at(site, value.node, value);
  const text = textOf(site, value.node, value);
  const resolved = resolve(value);
  if (!isObject(resolved)) return { clauses: [], at: place, text };
  const all = parts(resolved);
  const entries = effective(all);
  const asks = readAsks(entries.get("asks")?.value);
  const structural = entries.get("structural")?.value;
  const why = structural && staticText(structural)?.text;
  const others: (readonly [key: string, text: string])[] = [];
  for (const [key, { value: clauses }] of all.length === 1 && entries.get("clauses") ? [] : entries)
    if (key !== "clauses" && clauses) others.push([key, textOf(site, clauses.node, clauses)]);
  // Part by part and not by spreading: this runs for every state of a module.
  const meta: { -readonly [part in keyof Meta]: Meta[part] } = {
    clauses: readTexts(entries.get("clauses")?.value),
  };
  if (asks !== undefined) meta.asks = asks;
  if (why !== undefined) meta.structural = why;
  if (others.length > 0) meta.entries = others;
  meta.at = place;
  meta.text = text;
  return meta;
}

function readAsks(value: Value | undefined): Asks | undefined {
  if (!value) return undefined;
  const word = staticText(value)?.text;
  if (word !== undefined) return ASKS.has(word) ? (word as Asks) : undefined;
  const resolved = resolve(value);
  if (!isObject(resolved)) return undefined;
  const path = effective(parts(resolved)).get("context")?.value;
  const context = path && staticText(path)?.text;
  return context === undefined ? undefined : { context };
}

/** Texts of a literal list, or of one text standing alone. */
export function readTexts(value: Value | undefined): string[] {
  const texts: string[] = [];
  if (value)
    eachItem(value, (item) => {
      const text = staticText(item)?.text;
      if (text !== undefined) texts.push(text);
    });
  return texts;
}

/** A property whose value is a text known without running. */
export function readSited(site: Site, entry: Entry | undefined): Sited<string> | undefined {
  const text = entry?.value && staticText(entry.value);
  if (!entry || !text) return undefined;
  const written = text.literal ? text.value : (entry.value as Value);
  return { value: text.text, at: at(site, entry.node, entry), valueAt: at(site, written.node, written) };
}
