import type { Fact, InspectedAction, InspectedSnapshot } from "#core/inspect/fact.ts";
import { isObject, refusedEvent, type Intake, type Limits, type RefusalCode } from "#core/inspect/limits.ts";
import { cutsIn } from "#core/inspect/readSnapshot.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * The wire of `@xstate/inspect` 0.8 (XState 4). Parts of its messages are JSON texts. At a hello it tells the services that run now, without
 * their names, parents and past; a service that starts later comes with its `id`. The first `service.state` of a child may come without a state.
 */
export const XSTATE4_HELLO = { type: "xstate.inspecting" } as const;

const TYPES: ReadonlySet<string> = new Set([
  "service.register",
  "service.event",
  "service.state",
  "service.stop",
]);

export const isXState4 = ({ type }: JsonObject): boolean =>
  typeof type === "string" && (TYPES.has(type) || type === "xstate.disconnect");

/** The facts of a message that is already a copy within limits. */
export function xstate4Facts(intake: Intake, message: JsonObject): readonly Fact[] | RefusalCode {
  const { type, sessionId: session } = message;
  if (type === "xstate.disconnect") return [{ kind: "disconnected" }];
  if (typeof session !== "string" || session === "") return "not-a-message";
  if (type === "service.stop") return [{ kind: "stopped", session }];
  if (type === "service.register") return registerFacts(intake, session, message);
  const field = type === "service.event" ? "event" : "state";
  if (field === "state" && message["state"] === undefined) return [];
  const parsed = parsedField(intake, message[field]);
  if (typeof parsed === "string") return parsed;
  if (field === "event") {
    const event = eventOf(parsed);
    const { origin } = parsed;
    return event
      ? [{ kind: "event", session, event, ...(typeof origin === "string" ? { source: origin } : {}) }]
      : "not-a-message";
  }
  const snapshot = snapshotOf(parsed);
  const event = isObject(parsed["_event"]) ? eventOf(parsed["_event"]) : undefined;
  if (!snapshot) return "not-a-message";
  const actions = actionsIn(parsed["actions"]).map((action): Fact => ({ kind: "action", session, action }));
  // Where something was done a transition was taken, though nothing of it may be left to see.
  const taken = actions.length > 0 ? { refused: false } : {};
  return [...actions, { kind: "snapshot", session, snapshot, ...(event ? { event } : {}), ...taken }];
}

const actionsIn = (list: Json | undefined): InspectedAction[] =>
  (Array.isArray(list) ? list : []).flatMap((action: Json) =>
    isObject(action) && typeof action["type"] === "string" ? [{ type: action["type"] }] : [],
  );

function registerFacts(intake: Intake, session: string, message: JsonObject): readonly Fact[] | RefusalCode {
  const { id, parent } = message;
  const definition = parsedField(intake, message["machine"]);
  if (typeof definition === "string") return definition;
  const state = parsedField(intake, message["state"]);
  if (typeof state === "string") return state;
  const again = typeof id !== "string";
  const snapshot = again ? snapshotOf(state) : undefined;
  const machineId = definition["id"];
  const name = again ? machineId : id;
  return [
    {
      kind: "actor",
      session,
      definition,
      ...(typeof parent === "string" ? { parent } : {}),
      ...(typeof name === "string" ? { name } : {}),
      ...(again ? { again } : {}),
      ...(snapshot ? { snapshot } : {}),
    },
  ];
}

function parsedField(intake: Intake, text: Json | undefined): JsonObject | RefusalCode {
  if (typeof text !== "string") return "not-a-message";
  const parsed = intake.parse(text);
  if (!parsed.ok) return parsed.code;
  return isObject(parsed.value) ? parsed.value : "not-a-message";
}

/** The event of XState 4's SCXML envelope. An event without a payload is its name alone. */
function eventOf({ name, data }: JsonObject): PlayEvent | undefined {
  if (isObject(data) && typeof data["type"] === "string") return data as PlayEvent;
  return typeof name === "string" ? { type: name } : undefined;
}

function snapshotOf(state: JsonObject): InspectedSnapshot | undefined {
  const { value, context, done, tags, children, historyValue } = state;
  if (typeof value !== "string" && !isObject(value)) return undefined;
  const cut = isObject(context) ? cutsIn(context) : [];
  const output = done === true && isObject(state["event"]) ? state["event"]["data"] : undefined;
  const history = isObject(historyValue) ? historyValue["states"] : undefined;
  return {
    status: done === true ? "done" : "active",
    value,
    ...(isObject(context) ? { context } : {}),
    ...(isObject(history) && Object.keys(history).length > 0 ? { history: historyIn(history) } : {}),
    ...(Array.isArray(tags) && tags.length > 0
      ? { tags: tags.filter((tag) => typeof tag === "string") }
      : {}),
    ...(output === undefined ? {} : { output }),
    ...(isObject(children) ? { children: Object.keys(children) } : {}),
    ...(cut.length > 0 ? { cut } : {}),
  };
}

/** XState 4 remembers by region, not by history state: kept as it is, so that a change of it is a change. */
const historyIn = (states: JsonObject): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(states).map(([key, held]) => [key, [JSON.stringify(held)]]));

/** What sends an event into an app on this wire. The app looks at `origin` alone to find the service. */
export function xstate4Event(
  limits: Limits,
  session: string,
  event: PlayEvent,
): { readonly message: JsonObject } | { readonly refused: RefusalCode | "reserved" } {
  const refused = refusedEvent(limits, event);
  if (refused) return { refused };
  const scxml = { name: event.type, type: "external", $$type: "scxml", data: event, origin: session };
  return { message: { type: "xstate.event", event: JSON.stringify(scxml), service: session } };
}
