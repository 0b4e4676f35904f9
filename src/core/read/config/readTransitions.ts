import type { Elsewhere, Guard, Prop, Slot, Target, Transition } from "#core/chart/chart.ts";
import type { Span } from "#core/text/textEdit.ts";
import type { Expression, ObjectExpression, ObjectPart, ObjectProperty } from "#core/syntax/ast.ts";
import { eachItem, isNone, isNothing, readActions, readGuard } from "#core/read/config/readBehavior.ts";
import { readMeta, readSited } from "#core/read/config/readMeta.ts";
import { effective, isInherited, type Entry, type Part } from "#core/syntax/entries.ts";
import { isObject, parts, resolve } from "#core/syntax/resolve.ts";
import type { Value, Within } from "#core/syntax/scope.ts";
import { at, elsewhere, opaque, textOf, type Site } from "#core/read/config/site.ts";
import { isFunction, readReturned, type CandidateBody } from "#core/read/config/readReturned.ts";
import { readReenter, readTarget, readTargets } from "#core/read/config/readTargets.ts";
import { targetWords } from "#core/read/config/targetWords.ts";
import { addAll } from "#core/text/addAll.ts";

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
  if (entry.value && isNone(entry.value)) return [];
  const map = entry.value && resolve(entry.value);
  if (!map || !isObject(map)) {
    opaque(site, "transition", entry.node, entry);
    return [];
  }
  const all = parts(map.shared || !entry.shared ? map : { ...map, shared: true });
  const entries = effective(all);
  const out: Transition[] = [];
  for (const part of all) {
    if (isInherited(part)) continue;
    if (part.kind !== "entry") {
      opaque(site, part.kind, part.node, part);
      if (part.node.type === "ObjectProperty") addAll(unnamed, readUnnamed(site, slot, part, part.node));
    } else if (entries.get(part.name) === part) addAll(out, readCandidates(site, slot, part, part.name));
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
  // A method is the function that it stands for.
  const value = entry.value ?? { ...entry, node: entry.node as unknown as Expression };
  const list = resolve(value);
  const inList = list.node.type === "ArrayExpression";
  const keyAt = at(site, entry.node.key, entry);
  const propAt = at(site, entry.node, entry);
  const listAt = inList ? at(site, list.node, list) : undefined;
  const out: Transition[] = [];
  const visit = (item: Value) => {
    const resolved = resolve(item);
    for (const body of readCandidate(site, item, resolved, inList)) {
      // A target that only takes its text from a const, such as `Phase.Draw`, is a transition written in place.
      const text = body.form === "string" || body.form === "array-item-string";
      const shared = entry.shared || item.shared || (resolved.shared && !text);
      const far = text && !item.via ? undefined : elsewhere(resolved.node, resolved);
      out.push(transitionOf(body, { slot, event, keyAt, propAt, listAt, index: out.length, shared, far }));
    }
  };
  if (inList) eachItem(value, visit);
  else visit(value);
  return out;
}

/** Where a candidate stands. */
interface Held {
  readonly slot: Slot;
  readonly event: string | undefined;
  readonly keyAt: Span;
  readonly propAt: Span;
  readonly listAt: Span | undefined;
  readonly index: number;
  readonly shared: boolean;
  readonly far: Elsewhere | undefined;
}

/** Part by part: spreading is many times as slow, and a module has thousands of these. */
function transitionOf(
  body: CandidateBody,
  { slot, event, keyAt, propAt, listAt, index, shared, far }: Held,
): Transition {
  const { form, targets, guard, actions, reenter, description, meta, props } = body;
  const transition: { -readonly [part in keyof Transition]: Transition[part] } =
    event === undefined
      ? { slot, index, form, at: body.at, keyAt, propAt, targets, actions, reenter, meta, props }
      : { slot, event, index, form, at: body.at, keyAt, propAt, targets, actions, reenter, meta, props };
  if (listAt) transition.listAt = listAt;
  if (shared) transition.shared = true;
  if (far) transition.elsewhere = far;
  if (guard) transition.guard = guard;
  if (description) transition.description = description;
  return transition;
}

/** What is written as one candidate: one, but for a function of XState 6, which has one for each of its return paths. */
function readCandidate(site: Site, item: Value, resolved: Value, inList: boolean): readonly CandidateBody[] {
  const text = targetWords(item, site.reader.idName);
  if (text) {
    const target = text.text === "" ? undefined : readTarget(site, item);
    return [
      bare(
        inList ? "array-item-string" : "string",
        text.literal ? at(site, text.value.node, text.value) : at(site, item.node, item),
        target ? [target] : [],
      ),
    ];
  }
  if (isNothing(resolved.node)) return [bare("null", at(site, item.node, item), [])];
  if (isObject(resolved)) {
    const place = resolved.shared ? at(site, item.node, item) : at(site, resolved.node, resolved);
    return readObject(site, resolved, inList ? "array-item-object" : "object", place);
  }
  const returned = isFunction(resolved.node) ? readReturned(site, resolved, resolved.node) : undefined;
  if (returned) return returned;
  opaque(site, "transition", item.node, item);
  return [bare("other", at(site, item.node, item), [])];
}

/** A candidate that says nothing but its target. */
const bare = (form: CandidateBody["form"], place: Span, targets: readonly Target[]): CandidateBody => ({
  form,
  at: place,
  targets,
  guard: undefined,
  actions: [],
  reenter: false,
  description: undefined,
  meta: { clauses: [] },
  props: [],
});

function readObject(
  site: Site,
  value: Value & { readonly node: ObjectExpression },
  form: CandidateBody["form"],
  place: Span,
): readonly CandidateBody[] {
  const all = parts(value);
  const entries = effective(all);
  for (const part of all) if (part.kind !== "entry") opaque(site, part.kind, part.node, part);
  const targets = readTargets(site, entries.get("target"));
  const guard = entries.get("guard");
  const guardNode = guard?.value;
  // `{ to: fn }` of XState 6 leads where the function says; what stands beside it holds on each of its paths.
  const to = entries.get("to");
  const toValue = to && (to.value ? resolve(to.value) : { ...to, node: to.node as unknown as Expression });
  const returned =
    toValue && isFunction(toValue.node) ? readReturned(site, toValue, toValue.node) : undefined;
  if (returned) {
    const description = readSited(site, entries.get("description"));
    return returned.map((body) => ({ ...body, description }));
  }
  if (to) opaque(site, "transition", to.node, to);
  const body: CandidateBody = {
    form: to ? "other" : form,
    at: place,
    targets,
    guard: guardNode && !isNone(guardNode) ? readGuard(site, guardNode) : methodGuard(site, guard),
    actions: methodOr(site, entries.get("actions")),
    reenter: readReenter(site, entries.get("reenter")),
    description: readSited(site, entries.get("description")),
    meta: readMeta(site, entries.get("meta")?.value),
    props: value.via ? [] : readProps(site, value.node, value),
  };
  return [body];
}

/** `guard({ context }) {...}`: a method is code like an arrow function. */
function methodGuard(site: Site, entry: Entry | undefined): Guard | undefined {
  if (!entry || entry.value) return undefined;
  return { kind: "code", text: textOf(site, entry.node, entry), at: at(site, entry.node, entry) };
}

/** Actions of a property; a method counts as one piece of code. */
export function methodOr(site: Site, entry: Entry | undefined): Transition["actions"] {
  if (!entry) return [];
  if (entry.value) return readActions(site, entry.value);
  return [{ kind: "code", text: textOf(site, entry.node, entry), at: at(site, entry.node, entry) }];
}

/** Every property of an object literal of this file as written, spreads and unreadable computed keys included. */
export function readProps(site: Site, object: ObjectExpression, within: Within): Prop[] {
  return object.properties.map((node) => readProp(site, object, node, within));
}

function readProp(site: Site, object: ObjectExpression, node: ObjectPart, within: Within): Prop {
  const place = at(site, node, within);
  if (node.type === "SpreadElement") {
    const keyAt = { from: place.from, to: place.from + 3 };
    const valueAt = at(site, node.argument, within);
    return { ...broughtBy(object, node, within), name: "...", at: place, keyAt, valueAt };
  }
  const key = at(site, node.key, within);
  const valueAt = at(site, node.type === "ObjectMethod" ? node : (node.value as Expression), within);
  const plain = plainName(node.key as Expression, node.computed);
  if (!node.computed && plain !== undefined) return { name: plain, at: place, keyAt: key, valueAt };
  // A computed key is spelled with its brackets.
  const keyAt = node.computed ? bracketed(site, key) : key;
  const name = plain ?? site.reader.text.slice(keyAt.from + site.base, keyAt.to + site.base);
  const brings = node.computed ? broughtBy(object, node, within) : {};
  return { ...brings, name, at: place, keyAt, valueAt };
}

/** The names that a spread or a computed key stands for, where that is known. */
function broughtBy(object: ObjectExpression, node: ObjectPart, within: Within): Pick<Prop, "brings"> {
  const all = parts({ ...within, shared: false, node: { ...object, properties: [node] } });
  const names = all.flatMap((part) => (part.kind === "entry" ? [part.name] : []));
  return names.length === all.length ? { brings: names } : {};
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
  if (!mayRepeat(all)) return;
  const keys = new Set<string>();
  for (const part of all) {
    if (part.kind !== "entry" || part.shared || part.spread) continue;
    const key = part.node.key;
    if (keys.has(part.name))
      site.reader.diagnostics.push({
        code: "duplicate-key",
        severity: "error",
        file: "machine",
        at: { from: key.start ?? 0, to: key.end ?? 0 },
        path: site.path,
        facts: { key: part.name, in: where },
      });
    keys.add(part.name);
  }
}

/** Whether a name may be there twice: found without a table where the list is short. */
function mayRepeat(all: readonly Part[]): boolean {
  if (all.length > 12) return true;
  for (let i = 1; i < all.length; i++) {
    const part = all[i] as Part;
    if (part.kind !== "entry") continue;
    for (let j = 0; j < i; j++) {
      const other = all[j] as Part;
      if (other.kind === "entry" && other.name === part.name) return true;
    }
  }
  return false;
}
