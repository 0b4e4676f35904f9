import type {
  Action,
  Chart,
  Guard,
  Initial,
  Invoke,
  Meta,
  Slot,
  StateNode,
  StatePath,
  Target,
  Transition,
} from "#core/chart/chart.ts";
import { blankNode, NOWHERE } from "#core/chart/blankNode.ts";
import { pathId } from "#core/chart/places.ts";
import { resolveHistoryTarget, resolveTarget } from "#core/chart/targets.ts";
import type { Wire } from "#core/inspect/fact.ts";
import { isObject } from "#core/inspect/limits.ts";
import { CUT_MARKS } from "#core/inspect/readSnapshot.ts";
import { isStateType, type StateType } from "#core/syntax/stateTypes.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * A running machine as the app gives it, read as a chart that can be matched and drawn. It has no text: all spans are empty, and code is known by
 * its name only. Nothing of it is run.
 */
export interface Definition {
  readonly chart: Chart;
  /** By path id of a state what of it the wire cut off, so that nothing can be said about it. */
  readonly cut: ReadonlyMap<string, Cut>;
}
export interface Cut {
  readonly states?: true;
  readonly transitions?: true;
}

/** Undefined for what is no machine. */
export function readDefinition(definition: Json | undefined, wire: Wire): Definition | undefined {
  if (!isObject(definition)) return undefined;
  const reading: Reading = { cut: new Map(), pending: [] };
  const id = typeof definition["id"] === "string" ? definition["id"] : undefined;
  const read = wire === "xstate4" ? readNode4 : readConfig;
  const root = read(reading, definition, id ?? "(machine)", []);
  if (id === undefined) delete (root as Draft<StateNode>).id;
  for (const { target, source, history } of reading.pending)
    (target as Draft<Target>).resolved = (history ? resolveHistoryTarget : resolveTarget)(
      root,
      source,
      target.text,
    );
  return {
    chart: {
      ref: { ordinal: 0, ...(id === undefined ? {} : { name: id }) },
      callAt: NOWHERE,
      ...(id === undefined ? {} : { id }),
      root,
    },
    cut: reading.cut,
  };
}

type Draft<T> = { -readonly [part in keyof T]: T[part] };

interface Reading {
  readonly cut: Map<string, Cut>;
  readonly pending: { readonly target: Target; readonly source: StatePath; readonly history: boolean }[];
}

/** A state of a config of XState 5. */
function readConfig(reading: Reading, json: Json | undefined, key: string, path: StatePath): StateNode {
  if (!isObject(json)) {
    if (isCut(json)) noteCut(reading, path, { states: true, transitions: true });
    return blankNode(key);
  }
  if (isCut(json["states"])) noteCut(reading, path, { states: true });
  const states = isObject(json["states"]) ? json["states"] : {};
  const children = Object.entries(states).map(([name, state]) =>
    readConfig(reading, state, name, [...path, name]),
  );
  const history = historyOf(json["history"]);
  const invokes = listOf(json["invoke"]).filter(isObject);
  const transitions = [
    ...readMap(reading, path, "on", json["on"]),
    ...readCandidates(reading, path, "always", json["always"]),
    ...readMap(reading, path, "after", json["after"]),
    ...readCandidates(reading, path, "onDone", json["onDone"]),
    ...readCandidates(reading, path, "route", json["route"]),
    ...invokes.flatMap((invoke, i) =>
      (["onDone", "onError", "onSnapshot"] as const).flatMap((slot) =>
        readCandidates(reading, path, `invoke.${slot}`, invoke[slot], String(i)),
      ),
    ),
  ];
  if (isCut(json["invoke"])) noteCut(reading, path, { transitions: true });
  const type = typeOf(json["type"], children.length > 0 || isCut(json["states"]), history !== undefined);
  return {
    ...stateOf(json, key, type, children, transitions),
    ...(type === "history" ? { history: history ?? "shallow" } : {}),
    ...historyTargetsOf(reading, path, type, json["target"]),
    invoke: invokes.map(invokeOf),
  };
}

/** A state of a `definition` of XState 4: every id is reported, and targets are ids. */
function readNode4(reading: Reading, json: Json | undefined, key: string, path: StatePath): StateNode {
  if (!isObject(json)) return blankNode(key);
  const states = isObject(json["states"]) ? json["states"] : {};
  const children = Object.entries(states).map(([name, state]) =>
    readNode4(reading, state, name, [...path, name]),
  );
  const invokes = listOf(json["invoke"]).filter(isObject);
  const counts = new Map<string, number>();
  const transitions = listOf(json["transitions"])
    .filter(isObject)
    .map((node) => {
      const type = node["eventType"] ?? node["event"];
      const { slot, event } = slotOf4(typeof type === "string" ? type : "", invokes);
      const index = counts.get(`${slot}|${event ?? ""}`) ?? 0;
      counts.set(`${slot}|${event ?? ""}`, index + 1);
      return transitionOf(reading, path, slot, event, index, node);
    });
  const history = historyOf(json["history"]);
  const type = typeOf(json["type"], children.length > 0, history !== undefined);
  return {
    ...stateOf(json, key, type, children, transitions),
    ...(type === "history" ? { history: history ?? "shallow" } : {}),
    invoke: invokes.map(invokeOf),
  };
}

/** XState 4 makes events of what is written under other names. */
function slotOf4(type: string, invokes: readonly JsonObject[]): { slot: Slot; event?: string } {
  const invoked = (id: string) =>
    String(
      Math.max(
        0,
        invokes.findIndex((object) => object["id"] === id),
      ),
    );
  if (type === "") return { slot: "always" };
  if (type.startsWith("done.invoke.")) return { slot: "invoke.onDone", event: invoked(type.slice(12)) };
  if (type.startsWith("error.platform.")) return { slot: "invoke.onError", event: invoked(type.slice(15)) };
  if (type.startsWith("done.state.")) return { slot: "onDone" };
  const [, delay] = /^xstate\.after\((.+?)\)#/.exec(type) ?? [];
  return delay === undefined ? { slot: "on", event: type } : { slot: "after", event: delay };
}

function stateOf(
  json: JsonObject,
  key: string,
  type: StateType,
  children: readonly StateNode[],
  transitions: readonly Transition[],
): StateNode {
  const { id, initial, description, tags } = json;
  return blankNode(key, {
    type,
    ...(typeof id === "string" ? { id } : {}),
    ...(type === "compound" ? initialOf(initial) : {}),
    ...(typeof description === "string"
      ? { description: { value: description, at: NOWHERE, valueAt: NOWHERE } }
      : {}),
    tags: listOf(tags).filter((tag): tag is string => typeof tag === "string" && !isCut(tag)),
    meta: metaOf(json["meta"]),
    entry: listOf(json["entry"]).flatMap(actionOf),
    exit: listOf(json["exit"]).flatMap(actionOf),
    children,
    transitions,
  });
}

function initialOf(initial: Json | undefined): { initial?: Initial } {
  const value = isObject(initial) ? initial["target"] : initial;
  const first = Array.isArray(value) ? (value[0] as Json) : value;
  if (typeof first !== "string" || isCut(first)) return {};
  return { initial: { value: first, at: NOWHERE, valueAt: NOWHERE } };
}

function readMap(
  reading: Reading,
  path: StatePath,
  slot: "on" | "after",
  map: Json | undefined,
): Transition[] {
  if (isCut(map)) noteCut(reading, path, { transitions: true });
  if (!isObject(map)) return [];
  return Object.entries(map).flatMap(([event, written]) =>
    readCandidates(reading, path, slot, written, event),
  );
}

function readCandidates(
  reading: Reading,
  path: StatePath,
  slot: Slot,
  written: Json | undefined,
  event?: string,
): Transition[] {
  if (written === undefined) return [];
  return (Array.isArray(written) ? (written as readonly Json[]) : [written]).flatMap((candidate, index) => {
    const object = typeof candidate === "string" ? { target: candidate } : candidate;
    // What a function decides (XState 6) is written as its name.
    const unknown = isCut(candidate) || (isObject(object) && "type" in object && !("target" in object));
    if (unknown || (isObject(object) && (isCut(object["target"]) || hasCut(object["target"])))) {
      noteCut(reading, path, { transitions: true });
      return [];
    }
    return [transitionOf(reading, path, slot, event, index, isObject(object) ? object : undefined)];
  });
}

function transitionOf(
  reading: Reading,
  path: StatePath,
  slot: Slot,
  event: string | undefined,
  index: number,
  json: JsonObject | undefined,
): Transition {
  const { target, guard, cond, actions, reenter, meta } = json ?? {};
  const texts = (typeof target === "string" ? [target] : listOf(target)).filter(
    (value): value is string => typeof value === "string",
  );
  const guardDefinition = guardOf(guard ?? cond);
  return {
    slot,
    ...(event === undefined ? {} : { event }),
    index,
    form: json ? "object" : "null",
    at: NOWHERE,
    keyAt: NOWHERE,
    targets: texts.map((text) => targetOf(reading, path, text, false)),
    ...(guardDefinition ? { guard: guardDefinition } : {}),
    actions: listOf(actions).flatMap(actionOf),
    reenter: reenter === true,
    meta: metaOf(meta),
    props: [],
  };
}

function targetOf(reading: Reading, source: StatePath, text: string, history: boolean): Target {
  const target: Target = { text, at: NOWHERE, resolved: null };
  reading.pending.push({ target, source, history });
  return target;
}

function historyTargetsOf(
  reading: Reading,
  path: StatePath,
  type: StateType,
  target: Json | undefined,
): { historyTargets?: readonly Target[] } {
  const texts = listOf(target).filter((item): item is string => typeof item === "string" && !isCut(item));
  if (type !== "history" || texts.length === 0) return {};
  return { historyTargets: texts.map((text) => targetOf(reading, path, text, true)) };
}

/** Actions that XState makes itself, as its two lines call them: `assign` (a function's name), `xstate.assign`. */
const BUILTIN =
  /^(?:xstate\.)?(assign|raise|sendTo|send|emit|enqueueActions|spawnChild|stopChild|cancel|log)$/;

function actionOf(json: Json): Action[] {
  const type = isObject(json) ? json["type"] : json;
  if (typeof type !== "string" || isCut(type)) return [];
  const name = BUILTIN.exec(type)?.[1];
  return [{ kind: name ? "builtin" : "named", name: name ?? type, text: name ?? type, at: NOWHERE }];
}

/** Of a combinator only its name comes over the wire, what it consists of is lost. */
function guardOf(json: Json | undefined): Guard | undefined {
  const name = isObject(json) ? (json["type"] === "xstate.guard" ? json["name"] : json["type"]) : json;
  if (typeof name !== "string" || isCut(name)) return undefined;
  const inCode = isObject(json) && /^(and|or|not|stateIn|guard)$/.test(name);
  return { kind: inCode ? "code" : "named", name, text: name, at: NOWHERE };
}

function invokeOf(json: JsonObject): Invoke {
  const { id, src } = json;
  const name = isObject(src) ? src["type"] : src;
  return {
    text: typeof name === "string" ? name : "",
    at: NOWHERE,
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof name === "string" ? { src: name } : {}),
  };
}

function metaOf(meta: Json | undefined): Meta {
  const clauses = isObject(meta) ? meta["clauses"] : undefined;
  return {
    clauses: listOf(clauses).filter(
      (clause): clause is string => typeof clause === "string" && !isCut(clause),
    ),
  };
}

/** As XState decides it. */
function typeOf(written: Json | undefined, hasChildren: boolean, hasHistory: boolean): StateType {
  if (typeof written === "string" && isStateType(written)) return written;
  if (hasChildren) return "compound";
  return hasHistory ? "history" : "atomic";
}

const historyOf = (value: Json | undefined): "shallow" | "deep" | undefined =>
  value === "deep" ? "deep" : value === "shallow" || value === true ? "shallow" : undefined;

function noteCut({ cut }: Reading, path: StatePath, part: Cut): void {
  const id = pathId(path);
  cut.set(id, { ...cut.get(id), ...part });
}

const isCut = (value: Json | undefined): boolean => typeof value === "string" && CUT_MARKS.has(value);
const hasCut = (value: Json | undefined): boolean => Array.isArray(value) && value.some(isCut);

const listOf = (value: Json | undefined): readonly Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? (value as readonly Json[]) : [value];

/** The state value with which a state begins, as XState writes it; undefined where its initial state is not known. */
export function initialValue({ type, initial, children }: StateNode): Json | undefined {
  const inside = (child: StateNode) => (child.children.length === 0 ? {} : (initialValue(child) ?? null));
  if (type === "parallel")
    return Object.fromEntries(
      children.filter((child) => child.type !== "history").map((child) => [child.key, inside(child)]),
    );
  const first = children.find(({ key }) => key === initial?.value);
  if (!first) return undefined;
  return first.children.length === 0 ? first.key : { [first.key]: inside(first) };
}
