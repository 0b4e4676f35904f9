import type { AnyMachineSnapshot, AnyStateNode } from "xstate";
import { checkFields, type Field } from "#core/chart/payload.ts";
import { PlayError, type PlayState } from "#core/run/play/play.ts";
import type { Engine } from "#core/simulate/engine.ts";
import { isDeeperThan, type Json, type JsonObject } from "#core/text/json.ts";

const statuses = ["active", "done", "error", "stopped"];
/** Levels of a saved state as JSON: the 64 of a context, and some around it. */
const MAX_STATE_JSON_LEVELS = 80;

/** What stands around the snapshot of a state: clock, timers, input. @throws PlayError `bad-snapshot` */
export function checkFrame(state: unknown): asserts state is PlayState {
  if (!isObject(state) || !isObject(state["snapshot"]))
    throw bad("A saved play is an object with a snapshot, a clock and timers");
  const { clock, timers, input, answered } = state;
  if (typeof clock !== "number" || !Number.isFinite(clock) || clock < 0)
    throw bad(`clock: expected milliseconds, 0 or more, got ${text(clock)}`);
  if (!Array.isArray(timers) || !timers.every(isTimer))
    throw bad("timers: expected a list of { id, due, event }");
  if (input !== undefined && !isObject(input)) throw bad(`input: expected an object, got ${text(input)}`);
  if (
    answered !== undefined &&
    !(Array.isArray(answered) && answered.every((answer) => typeof answer === "string"))
  )
    throw bad(`answered: expected a list of names, got ${text(answered)}`);
  if (isDeeperThan(timers, MAX_STATE_JSON_LEVELS) || isDeeperThan(input, MAX_STATE_JSON_LEVELS))
    throw bad(`A saved play is at most ${MAX_STATE_JSON_LEVELS} levels deep`);
}

/**
 * The live snapshot for one that came from outside, checked against the machine: XState itself takes a bogus status, half a state
 * value or a history of unknown states without a word.
 * @throws PlayError `bad-snapshot` that says what does not fit
 */
export function readSnapshot(saved: JsonObject, engine: Engine): AnyMachineSnapshot {
  if (isDeeperThan(saved, MAX_STATE_JSON_LEVELS))
    throw bad(`A saved play is at most ${MAX_STATE_JSON_LEVELS} levels deep`);
  const { status, value, context, historyValue, children } = saved;
  if (typeof status !== "string" || !statuses.includes(status))
    throw bad(`status: expected ${statuses.join(", ")}, got ${text(status)}`);
  if (!isObject(context)) throw bad(`context: expected an object, got ${text(context)}`);
  const actors: unknown = children ?? {};
  if (!isObject(actors)) throw bad(`children: expected an object, got ${text(children)}`);
  for (const [id, actor] of Object.entries(actors))
    if (!isObject(actor) || typeof actor["src"] !== "string" || !isObject(actor["snapshot"]))
      throw bad(`children.${id}: expected { src, snapshot }, got ${text(actor)}`);
  const { root } = engine.machine;
  const wrong = wrongValue(root, value, "");
  if (wrong) throw bad(wrong);
  if (status !== "error" && status !== "stopped" && (status === "done") !== isFinished(root, value))
    throw bad(`status: ${text(status)} does not fit the state ${text(value)}`);
  const history = wrongHistory(historyValue, engine);
  if (history) throw bad(history);
  try {
    return engine.restore({ ...saved, children: actors });
  } catch (error) {
    throw bad(`XState cannot restore it: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Checks the context of a state that came from outside: against the fields of its type where they could be read, else against
 * the context of a new play, part by part. Fields that neither knows are let through; null fits any kind.
 * @throws PlayError `bad-snapshot`
 */
export function checkShape(
  state: PlayState,
  fields: readonly Field[] | undefined,
  fresh: () => JsonObject,
): void {
  const context = state.snapshot["context"] as JsonObject;
  if (fields) {
    const fault = checkFields(fields, context).find(({ code }) => code !== "unknown-field");
    if (fault) throw bad(`context.${fault.at}: expected ${fault.expected}, got ${fault.got}`);
    return;
  }
  let shape: JsonObject;
  try {
    shape = fresh();
  } catch (error) {
    // A machine that needs an input which the state does not tell: there is nothing to compare with.
    if (error instanceof PlayError) return;
    throw error;
  }
  const off = offShape(shape, context, "context");
  if (off) throw bad(off);
}

function offShape(was: Json | undefined, is: Json | undefined, at: string): string | undefined {
  if (was === null || was === undefined || is === null) return undefined;
  if (is === undefined) return `${at}: it is missing`;
  if (kind(was) !== kind(is)) return `${at}: expected ${kind(was)}, got ${text(is)}`;
  if (Array.isArray(was) && Array.isArray(is)) {
    // The first item of a new play stands for all, when they are alike there.
    const alike = new Set(was.map((item) => kind(item as Json))).size === 1;
    const [first] = was as Json[];
    return alike
      ? (is as Json[]).map((item, i) => offShape(first, item, `${at}[${i}]`)).find(Boolean)
      : undefined;
  }
  if (isObject(was) && isObject(is)) {
    const top = at === "context";
    return Object.entries(was)
      .map(([key, part]) =>
        top || is[key] !== undefined ? offShape(part, is[key], `${at}.${key}`) : undefined,
      )
      .find(Boolean);
  }
  return undefined;
}

/** What is wrong with a state value: it has to name one child of a compound state and all of a parallel one, down to the bottom. */
function wrongValue(node: AnyStateNode, value: unknown, path: string): string | undefined {
  const known = Object.values(node.states as Record<string, AnyStateNode>).filter(
    (child) => child.type !== "history",
  );
  const place = path === "" ? "the machine" : path;
  if (known.length === 0)
    return value === undefined || (isObject(value) && Object.keys(value).length === 0)
      ? undefined
      : `value: ${place} has no states, got ${text(value as Json)}`;
  const entries: [string, unknown][] | undefined =
    typeof value === "string" ? [[value, undefined]] : isObject(value) ? Object.entries(value) : undefined;
  if (!entries) return `value: expected a state of ${place}, got ${text(value as Json)}`;
  const expected = node.type === "parallel" ? known.length : 1;
  if (entries.length !== expected)
    return `value: ${place} is in ${expected} of its states at once, got ${text(value as Json)}`;
  for (const [key, part] of entries) {
    const child = known.find((state) => state.key === key);
    if (!child) return `value: ${place} has no state ${text(key)}`;
    const inner = wrongValue(child, part, path === "" ? key : `${path}.${key}`);
    if (inner) return inner;
  }
  return undefined;
}

/** Whether the machine has come to its end in this value. */
function isFinished(node: AnyStateNode, value: unknown): boolean {
  const entries: [string, unknown][] =
    typeof value === "string" ? [[value, undefined]] : Object.entries(value ?? {});
  if (node.type === "parallel")
    return entries.every(([key, part]) => isFinished(node.states[key] as AnyStateNode, part));
  if (node.type === "compound")
    return entries.some(([key]) => (node.states[key] as AnyStateNode).type === "final");
  return node.type === "final";
}

function wrongHistory(history: unknown, engine: Engine): string | undefined {
  if (history === undefined) return undefined;
  if (!isObject(history)) return `historyValue: expected an object, got ${text(history as Json)}`;
  for (const [id, remembered] of Object.entries(history)) {
    if (engine.index.nodeOf(id)?.type !== "history")
      return `historyValue: there is no history state ${text(id)}`;
    const unknown = Array.isArray(remembered)
      ? remembered.find((entry) => !isObject(entry) || !engine.index.nodeOf(String(entry["id"])))
      : remembered;
    if (unknown !== undefined) return `historyValue of ${id}: there is no state ${text(unknown as Json)}`;
  }
  return undefined;
}

/** A delayed event is one that anybody may send, or what `after` waits for: others would stop the machine or forge an answer. */
const isTimer = (timer: unknown): boolean =>
  isObject(timer) &&
  typeof timer["id"] === "string" &&
  typeof timer["due"] === "number" &&
  isObject(timer["event"]) &&
  typeof timer["event"]["type"] === "string" &&
  /^xstate\.after\.|^(?!xstate\.|\*$|$)/.test(timer["event"]["type"]);

const bad = (message: string): PlayError => new PlayError({ code: "bad-snapshot", message });
const kind = (value: Json): string =>
  value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: Json | undefined): string => {
  const whole = JSON.stringify(value) ?? "nothing";
  return whole.length > 80 ? `${whole.slice(0, 77)}...` : whole;
};
