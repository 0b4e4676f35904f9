import type { Prop, Slot, Target, Transition } from "#core/chart/chart.ts";
import type { Expression, ObjectExpression, ObjectPart, ObjectProperty } from "#core/syntax/ast.ts";
import { eachItem, isNothing, readActions, readGuard } from "#core/read/config/readBehavior.ts";
import { readMeta, readSited } from "#core/read/config/readMeta.ts";
import { effective, parts, resolve, staticText, type Entry, type Part } from "#core/syntax/resolve.ts";
import type { Value, Within } from "#core/syntax/scope.ts";
import { at, elsewhere, opaque, textOf, type Site } from "#core/read/config/site.ts";
import { targetWords } from "#core/read/config/targetWords.ts";

/**
 * `on: {...}` and `after: {...}`: one key per event or delay.
 * @param unnamed takes up the transitions under keys that are not known
 */
export function readTransitionMap(
  site: Site,
  slot: "on" | "after",
  entry: Entry | undefined,
  unnamed: Transition[],
): Transition[] {
  if (!entry) return [];
  if (entry.value && isNothing(entry.value.node)) return [];
  const map = entry.value && resolve(entry.value);
  if (map?.node.type !== "ObjectExpression") {
    opaque(site, "transition", entry.node, entry);
    return [];
  }
  const all = parts({ ...map, node: map.node, shared: map.shared || entry.shared });
  const kept = effective(all);
  const out: Transition[] = [];
  for (const part of all) {
    if (part.kind !== "entry") {
      opaque(site, part.kind, part.node, part);
      if (part.node.type === "ObjectProperty") unnamed.push(...readUnnamed(site, slot, part, part.node));
    } else if (kept.get(part.name) === part) out.push(...readCandidates(site, slot, part, part.name));
    else opaque(site, "overwritten", part.node, part);
  }
  reportDuplicates(site, all, slot);
  return out;
}

/** What stands under a computed key; the whole property is opaque already. */
function readUnnamed(site: Site, slot: Slot, part: Part, node: ObjectProperty): Transition[] {
  const value = { node: node.value as Expression, scope: part.scope, shared: part.shared, via: part.via };
  const name = textOf(site, node.key as Expression, part);
  return readCandidates({ ...site, opaque: [] }, slot, { ...value, node, name, value }, name);
}

/** The candidates written under one property, in order. */
export function readCandidates(site: Site, slot: Slot, entry: Entry, event?: string): Transition[] {
  const { value } = entry;
  if (!value) {
    opaque(site, "transition", entry.node, entry);
    return [];
  }
  const list = resolve(value);
  const inList = list.node.type === "ArrayExpression";
  const held = {
    slot,
    ...(event === undefined ? {} : { event }),
    keyAt: at(site, entry.node.key, entry),
    propAt: at(site, entry.node, entry),
    ...(inList ? { listAt: at(site, list.node, list) } : {}),
  };
  const out: Transition[] = [];
  const visit = (item: Value) => {
    const resolved = resolve(item);
    const body = readCandidate(site, item, inList);
    // A target that only takes its text from a const, such as `Phase.Draw`, is a transition written in place.
    const text = body.form === "string" || body.form === "array-item-string";
    const shared = entry.shared || item.shared || (resolved.shared && !text);
    const far = text && !item.via ? undefined : elsewhere(resolved.node, resolved);
    out.push({
      ...held,
      index: out.length,
      ...(shared ? { shared: true as const } : {}),
      ...(far ? { elsewhere: far } : {}),
      ...body,
    });
  };
  if (inList) eachItem(value, visit);
  else visit(value);
  return out;
}

type Body = Omit<
  Transition,
  "slot" | "event" | "index" | "keyAt" | "propAt" | "listAt" | "shared" | "elsewhere"
>;

function readCandidate(site: Site, item: Value, inList: boolean): Body {
  const bare = { targets: [], actions: [], reenter: false, meta: { clauses: [] }, props: [] };
  const text = targetWords(item, site.reader.idName);
  if (text)
    return {
      ...bare,
      form: inList ? "array-item-string" : "string",
      at: text.literal ? at(site, text.value.node, text.value) : at(site, item.node, item),
      targets: text.text === "" ? [] : [readTarget(site, item)].filter((target) => target !== undefined),
    };
  const resolved = resolve(item);
  if (isNothing(resolved.node)) return { ...bare, form: "null", at: at(site, item.node, item) };
  if (resolved.node.type === "ObjectExpression") {
    const form = inList ? "array-item-object" : "object";
    return {
      form,
      at: resolved.shared ? at(site, item.node, item) : at(site, resolved.node, resolved),
      ...readObject(site, { ...resolved, node: resolved.node }),
    };
  }
  opaque(site, "transition", item.node, item);
  return { ...bare, form: "other", at: at(site, item.node, item) };
}

function readObject(
  site: Site,
  value: Value & { readonly node: ObjectExpression },
): Omit<Body, "form" | "at"> {
  const all = parts(value);
  const entries = effective(all);
  for (const part of all) if (part.kind !== "entry") opaque(site, part.kind, part.node, part);
  const guard = entries.get("guard");
  const guardNode = guard?.value;
  const description = readSited(site, entries.get("description"));
  return {
    targets: readTargets(site, entries.get("target")),
    ...(guardNode && !isNothing(guardNode.node)
      ? { guard: readGuard(site, guardNode) }
      : methodGuard(site, guard)),
    actions: methodOr(site, entries.get("actions")),
    reenter: readReenter(site, entries.get("reenter")),
    ...(description ? { description } : {}),
    meta: readMeta(site, entries.get("meta")?.value),
    props: value.via ? [] : readProps(site, value.node, value),
  };
}

/** `guard({ context }) {...}`: a method is code like an arrow function. */
function methodGuard(site: Site, entry: Entry | undefined): Pick<Body, "guard"> {
  if (!entry || entry.value) return {};
  return { guard: { kind: "code", text: textOf(site, entry.node, entry), at: at(site, entry.node, entry) } };
}

/** Actions of a property; a method counts as one piece of code. */
export function methodOr(site: Site, entry: Entry | undefined): Transition["actions"] {
  if (!entry) return [];
  if (entry.value) return readActions(site, entry.value);
  return [{ kind: "code", text: textOf(site, entry.node, entry), at: at(site, entry.node, entry) }];
}

function readReenter(site: Site, entry: Entry | undefined): boolean {
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
    if (!inList && (isNothing(item.node) || staticText(item)?.text === "")) return;
    const target = readTarget(site, item, history);
    if (target) targets.push(target);
  });
  return targets;
}

function readTarget(site: Site, item: Value, history = false): Target | undefined {
  const text = targetWords(item, site.reader.idName);
  if (!text || text.value.node.type === "NumericLiteral") {
    opaque(site, "target", item.node, item);
    return undefined;
  }
  const target: Target = {
    text: text.text,
    at: text.literal ? at(site, text.value.node, text.value) : at(site, item.node, item),
    ...(text.literal ? {} : { shared: true as const }),
    resolved: null,
  };
  site.reader.pending.push({ target, source: site.path, history });
  return target;
}

/** Every property of an object literal of this file as written, spreads and unreadable computed keys included. */
export function readProps(site: Site, object: ObjectExpression, within: Within): Prop[] {
  const brings = (node: ObjectPart): Pick<Prop, "brings"> => {
    const all = parts({ ...within, shared: false, node: { ...object, properties: [node] } });
    const names = all.flatMap((part) => (part.kind === "entry" ? [part.name] : []));
    return names.length === all.length ? { brings: names } : {};
  };
  return object.properties.map((node): Prop => {
    if (node.type === "SpreadElement") {
      const span = at(site, node, within);
      return {
        ...brings(node),
        name: "...",
        at: span,
        keyAt: { from: span.from, to: span.from + 3 },
        valueAt: at(site, node.argument, within),
      };
    }
    const key = at(site, node.key, within);
    // A computed key is spelled with its brackets.
    const keyAt = node.computed ? bracketed(site, key) : key;
    return {
      ...(node.computed ? brings(node) : {}),
      name:
        plainName(node.key as Expression, node.computed) ??
        site.reader.text.slice(keyAt.from + site.base, keyAt.to + site.base),
      at: at(site, node, within),
      keyAt,
      valueAt: at(site, node.type === "ObjectMethod" ? node : (node.value as Expression), within),
    };
  });
}

function plainName(key: Expression, computed: boolean): string | undefined {
  if (key.type === "StringLiteral") return key.value;
  if (key.type === "Identifier" && !computed) return key.name;
  return key.type === "NumericLiteral" ? String(key.value) : undefined;
}

/** Widens the span of a computed key's expression to the brackets around it. */
export function bracketed(
  site: Site,
  inner: { readonly from: number; readonly to: number },
): { from: number; to: number } {
  const { text } = site.reader;
  const from = text.lastIndexOf("[", inner.from + site.base);
  const to = text.indexOf("]", inner.to + site.base);
  return from < 0 || to < 0 ? inner : { from: from - site.base, to: to + 1 - site.base };
}

/** Two properties of one literal with the same key: JavaScript keeps the last and forgets the others. */
export function reportDuplicates(site: Site, all: readonly Part[], where: string): void {
  const seen = new Set<string>();
  for (const part of all) {
    if (part.kind !== "entry" || part.shared || part.spread) continue;
    const key = part.node.key;
    if (seen.has(part.name))
      site.reader.diagnostics.push({
        code: "duplicate-key",
        severity: "error",
        file: "machine",
        at: { from: key.start ?? 0, to: key.end ?? 0 },
        path: site.path,
        facts: { key: part.name, in: where },
      });
    seen.add(part.name);
  }
}
