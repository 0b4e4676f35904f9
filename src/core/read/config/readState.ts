import type {
  Elsewhere,
  Helper,
  Invoke,
  StateNode,
  StatePath,
  StateType,
  Transition,
  Verbatim,
} from "#core/chart/chart.ts";
import type { Expression, ObjectExpression } from "#core/syntax/ast.ts";
import { spanOf, type Located } from "#core/syntax/node.ts";
import { eachItem, isNone, isNothing } from "#core/read/config/readBehavior.ts";
import { readMeta, readSited, readTexts } from "#core/read/config/readMeta.ts";
import {
  bracketed,
  methodOr,
  readCandidates,
  readProps,
  readTransitionMap,
  reportDuplicates,
} from "#core/read/config/readTransitions.ts";
import { isReturned } from "#core/read/config/readReturned.ts";
import { readTargets } from "#core/read/config/readTargets.ts";
import { effective, isInherited, objectOrder, type Entries, type Entry } from "#core/syntax/entries.ts";
import { isObject, parts, resolve, staticText } from "#core/syntax/resolve.ts";
import { callOf, type OpenCall, type Value, type Within } from "#core/syntax/scope.ts";
import { isStateType } from "#core/syntax/stateTypes.ts";
import { at, elsewhere, noteReach, opaque, textOf, type Reader, type Site } from "#core/read/config/site.ts";
import { addAll } from "#core/text/addAll.ts";

/** Deeper states are kept as text: XState itself fails long before (reliability.md section 2 measured 7 s at 1000). */
const MAX_STATE_LEVELS = 128;

/** Where a state is written: its property, or the config itself for the root. */
export interface StateSpot {
  readonly key: string;
  /** The property, or what stands for it here when it is written in another file; for the root the config object. */
  readonly whole: Located;
  readonly entry?: Entry;
  readonly value: Value | undefined;
  readonly path: StatePath;
  /** Absolute `from` of the enclosing state; 0 for the root. */
  readonly outerBase: number;
  readonly shared: boolean;
  /** The call that gives the enclosing state. */
  readonly call?: OpenCall | undefined;
}

/** Reads one state and all below it. Never fails: what it does not understand is in `opaque`. */
export function readState(reader: Reader, spot: StateSpot): StateNode {
  const from = spot.whole.start ?? 0;
  const site: Site = { reader, path: spot.path, base: from, end: spot.whole.end ?? 0, opaque: [] };
  const value = spot.value && resolve(spot.value);
  const shared = spot.shared || value?.shared === true;
  if (shared) reader.reaches = true;
  const state: Draft = {
    key: spot.key,
    at: { from: from - spot.outerBase, to: (spot.whole.end ?? 0) - spot.outerBase },
    ...NOTHING,
    opaque: site.opaque,
    origin: shared ? "shared" : "here",
  };
  const keyAt = spot.entry && keyOf(site, spot.entry);
  if (keyAt) state.keyAt = keyAt;
  const far = elsewhereOf(spot, value);
  if (far) state.elsewhere = far;
  const call = value && callOf(value.scope);
  if (call && value && call.callee !== spot.call?.callee) state.helper = helperOf(site, call, value);
  const { open } = reader;
  const isOpen = value && open.some(({ node, scope }) => node === value.node && scope === value.scope);
  if (value && isObject(value) && !isOpen) {
    open.push(value);
    readConfig(site, spot, state, value.shared === shared ? value : { ...value, shared });
    open.pop();
    return state;
  }
  const node = (spot.value?.node ?? spot.entry?.node ?? spot.whole) as Expression;
  const within = spot.value ?? spot.entry ?? NOWHERE;
  opaque(site, spot.path.length === 0 ? "config" : "state", node, within);
  state.valueAt = at(site, node, within);
  return state;
}

/** The function of a call that gives a state. */
function helperOf(site: Site, { callee, name }: OpenCall, within: Within): Helper {
  const far = elsewhere(callee, within);
  const place = at(site, callee, within);
  return far ? { name, at: place, elsewhere: far } : { name, at: place };
}

/** A state in the making. Its parts are set one by one: spreading records is slow, and a module has thousands of states. */
type Draft = { -readonly [part in keyof StateNode]: StateNode[part] };

/** Reads what a config says into the state. */
function readConfig(
  site: Site,
  spot: StateSpot,
  state: Draft,
  object: Value & { readonly node: ObjectExpression },
): void {
  const all = parts(object);
  const entries = effective(all);
  for (const part of all) if (part.kind !== "entry") opaque(site, part.kind, part.node, part);
  reportDuplicates(site, all, "state");
  const states = entries.get("states");
  const call = callOf(object.scope);
  state.children =
    spot.path.length < MAX_STATE_LEVELS ? readChildren(site, states, call) : tooDeep(site, states);
  const id = textIn(site, entries.get("id"));
  if (id !== undefined) state.id = id;
  const history = readHistory(site, entries.get("history"));
  const type = readType(site, entries.get("type"), state.children.length > 0, history !== undefined);
  state.type = type;
  if (type === "history") state.history = history ?? "shallow";
  const initial = readInitial(site, entries.get("initial"));
  if (initial) state.initial = initial;
  const description = readSited(site, entries.get("description"));
  if (description) state.description = description;
  const { invoke, transitions: invoked } = readInvokes(site, entries.get("invoke"));
  state.invoke = invoke;
  const targets = type === "history" ? readTargets(site, entries.get("target"), true) : [];
  if (targets.length > 0) state.historyTargets = targets;
  const unnamed: Transition[] = [];
  const transitions = readTransitionMap(site, "on", entries.get("on"), unnamed);
  const always = slot(site, "always", entries.get("always"));
  const after = readTransitionMap(site, "after", entries.get("after"), unnamed);
  state.valueAt = at(site, object.node, object);
  state.tags = readTexts(entries.get("tags")?.value);
  state.meta = readMeta(site, entries.get("meta")?.value);
  state.entry = methodOr(site, entries.get("entry"));
  state.exit = methodOr(site, entries.get("exit"));
  const output = entries.get("output");
  if (output) {
    const node = output.value?.node ?? (output.node as unknown as Expression);
    state.output = { text: textOf(site, node, output), at: at(site, node, output) };
  }
  const context = spot.path.length === 0 ? verbatim(site, entries.get("context")) : undefined;
  if (context) state.context = context;
  for (const more of [always, after, slot(site, "onDone", entries.get("onDone"))]) addAll(transitions, more);
  for (const more of [slot(site, "route", entries.get("route")), invoked, readXState6(site, entries)])
    addAll(transitions, more);
  state.transitions = transitions;
  if (unnamed.length > 0) state.unnamed = unnamed;
  state.props = object.shared ? [] : readProps(site, object.node, object);
}

/** The key as written; one in another file has no place here. */
function keyOf(site: Site, entry: Entry): StateNode["keyAt"] {
  if (entry.via) return undefined;
  const inner = at(site, entry.node.key, entry);
  return entry.node.computed ? bracketed(site, inner) : inner;
}

/** A state whose key is written in another file is found there by its key, else by its config: an export is no key. */
function elsewhereOf({ entry }: StateSpot, value: Value | undefined): Elsewhere | undefined {
  if (entry?.via && entry.node.end) return elsewhere(entry.node, entry);
  return value && elsewhere(value.node, value);
}

const NOWHERE: Within = { scope: { names: new Map(), outer: undefined } };

/** A state of which nothing is known. */
const NOTHING = {
  valueAt: { from: 0, to: 0 },
  type: "atomic" as const,
  tags: [],
  meta: { clauses: [] },
  entry: [],
  exit: [],
  invoke: [],
  transitions: [],
  children: [],
  props: [],
};

function slot(site: Site, name: "always" | "onDone" | "route", entry: Entry | undefined): Transition[] {
  return entry && !(entry.value && isNone(entry.value)) ? readCandidates(site, name, entry) : [];
}

/**
 * Transitions that only XState 6 has, as what they are in version 5: a choice goes on by itself, a timeout comes after a delay, and an error
 * is an event. A timeout needs its `timeout`, and a choice its `type`: without these, version 6 takes neither.
 */
function readXState6(site: Site, entries: Entries): Transition[] {
  const type = entries.get("type")?.value;
  const choice = type && staticText(type)?.text === "choice" ? entries.get("choice") : undefined;
  const timeout = entries.get("timeout");
  const onTimeout = timeout && entries.get("onTimeout");
  const onError = entries.get("onError");
  const error = onError && isReturned(onError) ? onError : undefined;
  return [
    ...slot(site, "always", choice),
    ...(onTimeout ? readCandidates(site, "after", onTimeout, delayOf(site, timeout)) : []),
    ...(error ? readCandidates(site, "on", error, "xstate.error.*") : []),
  ];
}

/** What `timeout` waits for, as a key of `after` names it. */
function delayOf(site: Site, { value, node }: Entry): string {
  const written = value && staticText(value)?.text;
  return written ?? textOf(site, (value?.node ?? node) as Expression, value ?? NOWHERE);
}

function readChildren(site: Site, entry: Entry | undefined, call: OpenCall | undefined): StateNode[] {
  if (!entry || (entry.value && isNone(entry.value))) return [];
  const states = entry.value && resolve(entry.value);
  if (!states || !isObject(states)) {
    opaque(site, "states", entry.node, entry);
    return [];
  }
  const all = parts(states.shared || !entry.shared ? states : { ...states, shared: true });
  const entries = effective(all);
  const children: StateNode[] = [];
  for (const part of all) {
    if (isInherited(part)) continue;
    if (part.kind !== "entry") opaque(site, part.kind, part.node, part);
    else if (entries.get(part.name) !== part) opaque(site, "overwritten", part.node, part);
    else {
      const whole = part.via ?? part.node;
      noteReach(site, spanOf(whole));
      children.push(
        readState(site.reader, {
          key: part.name,
          whole,
          entry: part,
          value: part.value,
          path: [...site.path, part.name],
          outerBase: site.base,
          shared: part.shared,
          call,
        }),
      );
    }
  }
  reportDuplicates(site, all, "states");
  // XState goes through them in this order, which is not that of the text where a key is an integer or is written again later.
  const order = objectOrder(entries.keys());
  if (order.every((name, i) => children[i]?.key === name)) return children;
  const byKey = new Map(children.map((child) => [child.key, child]));
  return order.flatMap((name) => byKey.get(name) ?? []);
}

function tooDeep(site: Site, entry: Entry | undefined): StateNode[] {
  if (entry) opaque(site, "states", entry.node, entry);
  return [];
}

function textIn(site: Site, entry: Entry | undefined): string | undefined {
  if (!entry || (entry.value && isNone(entry.value))) return undefined;
  const text = entry.value && staticText(entry.value);
  if (!text) opaque(site, "value", entry.node, entry);
  return text?.text;
}

/** As XState decides it: the written type, else compound with children, else history, else atomic. */
function readType(
  site: Site,
  entry: Entry | undefined,
  hasChildren: boolean,
  hasHistory: boolean,
): StateType {
  const written = textIn(site, entry);
  if (written !== undefined && isStateType(written)) return written;
  if (entry && written !== undefined && written !== "") opaque(site, "value", entry.node, entry);
  if (hasChildren) return "compound";
  return hasHistory ? "history" : "atomic";
}

function readHistory(site: Site, entry: Entry | undefined): "shallow" | "deep" | undefined {
  if (!entry) return undefined;
  const node = entry.value && resolve(entry.value).node;
  if (node && isNothing(node)) return undefined;
  if (node?.type === "BooleanLiteral") return node.value ? "shallow" : undefined;
  const text = textIn(site, entry);
  return text === "deep" || text === "shallow" ? text : undefined;
}

/** `initial: 'a'` or `initial: { target: 'a', actions }`. */
function readInitial(site: Site, entry: Entry | undefined): StateNode["initial"] {
  if (!entry || (entry.value && isNone(entry.value))) return undefined;
  const direct = readSited(site, entry);
  if (direct) return direct;
  const object = entry.value && resolve(entry.value);
  const all = object?.node.type === "ObjectExpression" ? parts({ ...object, node: object.node }) : [];
  const entries = effective(all);
  const inner = readSited(site, entries.get("target"));
  const known = [...entries.keys()].every((name) => name === "target" || name === "actions");
  if (!inner || !known || all.length > entries.size) opaque(site, "value", entry.node, entry);
  if (!inner) return undefined;
  return { ...inner, at: at(site, entry.node, entry), actions: methodOr(site, entries.get("actions")) };
}

function verbatim(site: Site, entry: Entry | undefined): Verbatim | undefined {
  const node = entry && (entry.value?.node ?? (entry.node as unknown as Expression));
  const within = entry?.value ?? entry;
  return node && within && { text: textOf(site, node, within), at: at(site, node, within) };
}

function readInvokes(site: Site, entry: Entry | undefined): { invoke: Invoke[]; transitions: Transition[] } {
  const invoke: Invoke[] = [];
  const transitions: Transition[] = [];
  if (!entry || (entry.value && isNone(entry.value))) return { invoke, transitions };
  if (!entry.value) {
    opaque(site, "value", entry.node, entry);
    return { invoke, transitions };
  }
  eachItem(entry.value, (item) => {
    const index = String(invoke.length);
    const written = { text: textOf(site, item.node, item), at: at(site, item.node, item) };
    const object = resolve(item);
    if (object.node.type !== "ObjectExpression") {
      opaque(site, "value", item.node, item);
      invoke.push(written);
      return;
    }
    const all = parts({ ...object, node: object.node });
    for (const part of all) if (part.kind !== "entry") opaque(site, part.kind, part.node, part);
    const entries = effective(all);
    const src = entries.get("src")?.value;
    const name = src && staticText(src)?.text;
    const id = textIn(site, entries.get("id"));
    const system = entries.get("systemId")?.value;
    const systemId = system && staticText(system)?.text;
    const code = verbatim(site, entries.get("src"));
    const input = verbatim(site, entries.get("input"));
    invoke.push({
      ...(id === undefined ? {} : { id }),
      ...(systemId === undefined ? {} : { systemId }),
      ...(name === undefined ? {} : { src: name }),
      ...(code ? { srcCode: code } : {}),
      ...(input ? { input } : {}),
      ...written,
    });
    for (const key of ["onDone", "onError", "onSnapshot"] as const) {
      const held = entries.get(key);
      if (held && !(held.value && isNone(held.value)))
        addAll(
          transitions,
          readCandidates(site, `invoke.${key}`, { ...held, shared: held.shared || object.shared }, index),
        );
    }
    const [timeout, onTimeout] = [entries.get("timeout"), entries.get("onTimeout")];
    if (timeout && onTimeout)
      addAll(transitions, readCandidates(site, "after", onTimeout, delayOf(site, timeout)));
  });
  return { invoke, transitions };
}
