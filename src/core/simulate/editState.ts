import { createActor, type AnyActorLogic, type AnyMachineSnapshot, type AnyStateNode } from "xstate";
import { near } from "#core/diagnostic/near.ts";
import type { Field } from "#core/chart/payload.ts";
import { PlayError, type HandEdit, type PlayState, type Timer } from "#core/run/play/play.ts";
import type { Engine } from "#core/simulate/engine.ts";
import { isDeeperThan, parseJson, type Json, type JsonObject } from "#core/text/json.ts";

/** Levels of a context that is set by hand; as many as a play allows. */
const MAX_CONTEXT_LEVELS = 64;

/**
 * The state that an edit by hand makes of one. It is not checked against the machine yet: that is `restore`'s. XState completes the
 * states that were chosen (`resolveState`). What belongs to states that are left goes with them (running delays, actors); the delays and
 * actors of states that are entered begin now. No action runs.
 * @param fields of the context, where its type could be read
 * @throws PlayError `bad-request` for what is no edit, or names a state or a field that there is none of
 */
export function editState(
  engine: Engine,
  state: PlayState,
  live: AnyMachineSnapshot,
  given: HandEdit,
  fields: readonly Field[] | undefined,
): PlayState {
  const edit = cleanEdit(given);
  const context = editedContext(state.snapshot["context"] as JsonObject, edit.context ?? {}, fields);
  if (!edit.in || edit.in.length === 0) return { ...state, snapshot: { ...state.snapshot, context } };
  const before = live._nodes as readonly AnyStateNode[];
  const chosen = edit.in.map((path) => nodeAt(engine, path));
  const { status: _, output: _output, error: _error, children, ...rest } = state.snapshot;
  const resolved: AnyMachineSnapshot = engine.machine.resolveState({
    value: chosenValue(engine.machine.root, chosen, live.value as Json) as never,
    context: {} as never,
  });
  const after = resolved._nodes as readonly AnyStateNode[];
  if (before.length === after.length && before.every((node) => after.includes(node)))
    return { ...state, snapshot: { ...state.snapshot, context } };
  const left = before.filter((node) => !after.includes(node));
  const gone = new Set(left.flatMap((node) => node.invoke.map(({ id }) => id)));
  const { answered = [], ...around } = state;
  const stillAnswered = answered.filter((actor) => !gone.has(actor));
  return {
    ...around,
    ...(stillAnswered.length > 0 ? { answered: stillAnswered } : {}),
    timers: [
      ...state.timers.filter(({ event }) => !left.some((node) => delaysOf(node).has(event.type))),
      ...after
        .filter((node) => !before.includes(node))
        .flatMap((node) => begunDelays(engine, node, state.clock, context)),
    ],
    snapshot: {
      ...rest,
      status: resolved.status,
      value: resolved.value as Json,
      context,
      children: Object.fromEntries([
        ...Object.entries((children ?? {}) as JsonObject).filter(([actor]) => !gone.has(actor)),
        ...after.filter((node) => !before.includes(node)).flatMap((node) => begunActors(engine, node)),
      ]),
    },
  };
}

/** The actors that a state invokes as XState would save them just begun. They are given no input: it may be the event's, and there is none. */
const begunActors = ({ machine }: Engine, node: AnyStateNode): [string, Json][] =>
  node.invoke.flatMap(({ id, src, onSnapshot }): [string, Json][] => {
    const logic = typeof src === "string" ? (machine.implementations.actors[src] as unknown) : undefined;
    if (typeof logic !== "object" || logic === null || !("transition" in logic)) return [];
    const snapshot = createActor(logic as AnyActorLogic).getPersistedSnapshot() as unknown as JsonObject;
    if (snapshot["status"] === "error")
      throw bad(`edit.in: the actor ${id} cannot begin without the input that an event would give it`);
    const saved = { snapshot, src, syncSnapshot: onSnapshot !== undefined };
    return [[id, JSON.parse(JSON.stringify(saved)) as Json]];
  });

function cleanEdit(given: HandEdit): HandEdit {
  if (!isObject(given)) throw bad("edit: expected an object with in or context");
  const unknown = Object.keys(given).find((key) => key !== "in" && key !== "context");
  if (unknown !== undefined) throw bad(`edit: there is in and context, not ${JSON.stringify(unknown)}`);
  const { in: states, context } = given as { in?: unknown; context?: unknown };
  if (states !== undefined && !(Array.isArray(states) && states.every((state) => typeof state === "string")))
    throw bad("edit.in: expected a list of state paths");
  if (context !== undefined && !isObject(context)) throw bad("edit.context: expected an object");
  if (isDeeperThan(context as Json | undefined, MAX_CONTEXT_LEVELS))
    throw bad(`edit.context: more than ${MAX_CONTEXT_LEVELS} levels deep`);
  // A copy: what becomes part of the context is frozen.
  return parseJson(JSON.stringify(given)) as HandEdit;
}

function editedContext(
  context: JsonObject,
  set: JsonObject,
  fields: readonly Field[] | undefined,
): JsonObject {
  const known = new Set([...(fields ?? []).map(({ name }) => name), ...Object.keys(context)]);
  const unknown = Object.keys(set).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw bad(`edit.context: there is no field ${JSON.stringify(unknown)}${hint(unknown, known)}`);
  return { ...context, ...set };
}

function nodeAt(engine: Engine, path: string): AnyStateNode {
  let node: AnyStateNode = engine.machine.root;
  for (const key of path.split(".")) {
    const child: AnyStateNode | undefined = Object.hasOwn(node.states, key) ? node.states[key] : undefined;
    if (!child || child.type === "history")
      throw bad(`edit.in: there is no state ${JSON.stringify(path)}${hint(key, Object.keys(node.states))}`);
    node = child;
  }
  return node;
}

/**
 * The value in which the chosen states are active, as far as it is certain: what is left out is XState's to choose. What was active
 * stays where the chosen ones leave room for it.
 */
function chosenValue(node: AnyStateNode, chosen: readonly AnyStateNode[], current: Json | undefined): Json {
  const inside = chosen.filter((state) => state.path.length > node.path.length);
  const keys = [...new Set(inside.map((state) => state.path[node.path.length] as string))];
  const [key] = keys;
  if (node.type !== "parallel" && keys.length > 1)
    throw bad(
      `edit.in: ${node.path.join(".") || "the machine"} is in one of its states at once, not in ${keys.join(" and ")}`,
    );
  const next = (child: AnyStateNode): Json =>
    chosenValue(
      child,
      inside.filter((state) => state.path[node.path.length] === child.key),
      currentOf(current, child.key),
    );
  if (node.type === "parallel")
    return Object.fromEntries(
      Object.values(node.states)
        .filter((child) => child.type !== "history")
        .map((child) => [child.key, next(child)]),
    );
  if (key !== undefined) return { [key]: next(node.states[key] as AnyStateNode) };
  return current ?? {};
}

/** What of a state value lies under a key: nothing where that is not active. */
const currentOf = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === "string" ? undefined : isObject(value) ? value[key] : undefined;

const delaysOf = (node: AnyStateNode): ReadonlySet<string> =>
  new Set(node.after.map(({ eventType }) => eventType));

/** The delays of a state, begun now. One that depends on the context is computed from it. */
function begunDelays(engine: Engine, node: AnyStateNode, clock: number, context: JsonObject): Timer[] {
  const begun = new Map(node.after.map(({ eventType, delay }) => [eventType, delay]));
  return [...begun].map(([type, delay]) => {
    const ms = delayOf(engine, delay, context, type);
    return { id: type, due: clock + (ms > 0 ? ms : 0), event: { type } };
  });
}

function delayOf(engine: Engine, delay: unknown, context: JsonObject, type: string): number {
  const named = engine.machine.implementations.delays as Readonly<Record<string, unknown>>;
  const delayValue = typeof delay === "string" && Object.hasOwn(named, delay) ? named[delay] : delay;
  try {
    const ms: unknown =
      typeof delayValue === "function" ? delayValue({ context, event: { type } }) : delayValue;
    if (typeof ms === "number") return ms;
  } catch {
    // Reported below: it is a delay that cannot be computed without the event that would lead there.
  }
  throw bad(`edit.in: the delay ${String(delay)} cannot be worked out here`);
}

function hint(name: string, known: Iterable<string>): string {
  const meant = near(name, known);
  return meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : "";
}

const bad = (message: string): PlayError => new PlayError({ code: "bad-request", message });
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
