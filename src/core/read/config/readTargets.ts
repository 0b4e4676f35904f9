import type { Target } from "#core/chart/chart.ts";
import { eachItem, isNone, isNothing } from "#core/read/config/readBehavior.ts";
import { at, opaque, type Site } from "#core/read/config/site.ts";
import { targetWords } from "#core/read/config/targetWords.ts";
import type { Entry } from "#core/syntax/entries.ts";
import { resolve, staticText } from "#core/syntax/resolve.ts";
import type { Value } from "#core/syntax/scope.ts";

/** Whether a transition leaves and enters its source again. */
export function readReenter(site: Site, entry: Entry | undefined): boolean {
  if (!entry) return false;
  const node = entry.value && resolve(entry.value).node;
  if (node?.type === "BooleanLiteral") return node.value;
  if (!node || !isNothing(node)) opaque(site, "value", entry.node, entry);
  return false;
}

/** The targets of a `target` property: one, several or none. */
export function readTargets(site: Site, entry: Entry | undefined, history = false): Target[] {
  if (!entry) return [];
  if (!entry.value) {
    opaque(site, "target", entry.node, entry);
    return [];
  }
  const inList = resolve(entry.value).node.type === "ArrayExpression";
  const targets: Target[] = [];
  eachItem(entry.value, (item) => {
    if (!inList && (isNone(item) || staticText(item)?.text === "")) return;
    const target = readTarget(site, item, history);
    if (target) targets.push(target);
  });
  return targets;
}

/** One target as written; undefined, and opaque, where its text is not known. */
export function readTarget(site: Site, item: Value, history = false): Target | undefined {
  const text = targetWords(item, site.reader.idName);
  if (!text || text.value.node.type === "NumericLiteral") {
    opaque(site, "target", item.node, item);
    return undefined;
  }
  const target: Target = text.literal
    ? { text: text.text, at: at(site, text.value.node, text.value), resolved: null }
    : { text: text.text, at: at(site, item.node, item), shared: true, resolved: null };
  site.reader.pending.push({ target, source: site.path, history });
  return target;
}
