import type { Asks, Meta, Sited } from "#core/chart/chart.ts";
import { eachItem } from "#core/read/config/readBehavior.ts";
import { effective, parts, resolve, staticText, type Entry } from "#core/syntax/resolve.ts";
import type { Value } from "#core/syntax/scope.ts";
import { at, textOf, type Site } from "#core/read/config/site.ts";

const NO_META: Meta = { clauses: [] };
const ASKS = new Set(["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"]);

/** `meta` with the parts the studio knows (FORMATS "A machine module"); other keys stay as they are written. */
export function readMeta(site: Site, value: Value | undefined): Meta {
  if (!value) return NO_META;
  const written = { at: at(site, value.node, value), text: textOf(site, value.node, value) };
  const resolved = resolve(value);
  if (resolved.node.type !== "ObjectExpression") return { clauses: [], ...written };
  const entries = effective(parts({ ...resolved, node: resolved.node }));
  const asks = readAsks(entries.get("asks")?.value);
  const structural = entries.get("structural")?.value;
  const why = structural && staticText(structural)?.text;
  const others = [...entries].flatMap(([key, { value: own }]) =>
    key === "clauses" || !own ? [] : [[key, textOf(site, own.node, own)] as const],
  );
  return {
    clauses: readTexts(entries.get("clauses")?.value),
    ...(asks === undefined ? {} : { asks }),
    ...(why === undefined ? {} : { structural: why }),
    ...(others.length === 0 ? {} : { entries: others }),
    ...written,
  };
}

function readAsks(value: Value | undefined): Asks | undefined {
  if (!value) return undefined;
  const word = staticText(value)?.text;
  if (word !== undefined) return ASKS.has(word) ? (word as Asks) : undefined;
  const resolved = resolve(value);
  if (resolved.node.type !== "ObjectExpression") return undefined;
  const path = effective(parts({ ...resolved, node: resolved.node })).get("context")?.value;
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
