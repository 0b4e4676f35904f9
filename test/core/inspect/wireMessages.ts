import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, AnyStateNode, InspectionEvent } from "xstate";

/**
 * Messages as the packages build them, from what XState 5 tells of a real actor: `@statelyai/inspect` 0.7.2 over a window and a WebSocket
 * (`convertXStateEvent`, the two serializers with their limits), `@xstate/inspect` 0.8.0 as its inspected services would (there the actor is
 * of XState 5, and its definition and states are written in the form of XState 4).
 */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What a package serialized. */
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value) ?? "null") as Json;

/** `safe-stable-stringify` with `maximumDepth`, and the replacer of the package: keys sorted, deep parts by a mark, functions by name. */
export function stable(value: unknown, deepest = 10): Json {
  const visit = (given: unknown, around: readonly object[]): Json | undefined => {
    let part = given;
    if (part && typeof (part as { toJSON?: unknown }).toJSON === "function")
      part = (part as { toJSON(): unknown }).toJSON();
    if (typeof part === "function") part = { type: part.name };
    if (typeof part === "bigint") return Number(part);
    if (part === undefined || typeof part === "symbol") return undefined;
    if (typeof part === "number") return Number.isFinite(part) ? part : null;
    if (typeof part !== "object" || part === null) return part as Json;
    if (around.includes(part)) return "[Circular]";
    const inside = [...around, part];
    if (Array.isArray(part)) {
      if (part.length === 0) return [];
      if (deepest < inside.length) return "[Array]";
      return part.map((item) => visit(item, inside) ?? null);
    }
    const keys = Object.keys(part).toSorted();
    if (keys.length === 0) return {};
    if (deepest < inside.length) return "[Object]";
    const made: { [key: string]: Json } = {};
    for (const key of keys) {
      const item = visit((part as Record<string, unknown>)[key], inside);
      if (item !== undefined) made[key] = item;
    }
    return made;
  };
  return visit(value, []) ?? null;
}

/** `fast-safe-stringify` with `depthLimit` and `edgesLimit`: deep parts, and objects from the eleventh on, by a mark. */
export function edged(value: unknown, limit = 10): Json {
  const visit = (part: Json, edge: number, depth: number): Json => {
    if (typeof part !== "object" || part === null) return part;
    if (depth > limit || edge + 1 > limit) return "[...]";
    if (Array.isArray(part)) return part.map((item, i) => visit(item, i, depth + 1));
    return Object.fromEntries(Object.entries(part).map(([key, item], i) => [key, visit(item, i, depth + 1)]));
  };
  return visit(asJson(value), 0, 1);
}

/** Events that are told together, later: the package waits for the browser to be idle. */
const LATE = 5;

/**
 * Inspects an actor as `@statelyai/inspect` does. @param send what its adapter is given. The second function it gives tells what waits.
 */
export function statelyInspector(way: "window" | "socket", send: (message: unknown) => void) {
  let made = 1_795_370_448_281;
  const deliver = (message: object) => {
    if (way === "window") send(edged(message));
    else send(JSON.stringify(stable(stable(message))));
  };
  const waiting: InspectionEvent[] = [];
  const flush = () => waiting.splice(0).forEach(convert);
  const convert = (event: InspectionEvent): void => {
    const actor = event.actorRef as AnyActorRef & {
      readonly _parent?: AnyActorRef;
      readonly logic?: AnyStateMachine;
    };
    const common = { _version: "0.7.2", createdAt: String(made++), id: null, rootId: event.rootId };
    if (event.type === "@xstate.actor") {
      const config: unknown = actor.logic?.config;
      const name = actor.id === actor.sessionId && config ? (config as { id: string }).id : actor.id;
      deliver({
        name,
        type: event.type,
        definition: JSON.stringify(stable(config ?? { id: name })),
        ...common,
        parentId: actor._parent?.sessionId,
        sessionId: actor.sessionId,
        snapshot: asJson(actor.getSnapshot()),
      });
    } else if (event.type === "@xstate.event")
      deliver({
        type: event.type,
        event: event.event,
        sourceId: (event.sourceRef as AnyActorRef | undefined)?.sessionId,
        sessionId: actor.sessionId,
        ...common,
      });
    else if (event.type === "@xstate.snapshot")
      deliver({
        type: event.type,
        event: event.event,
        snapshot: stable(event.snapshot),
        sessionId: actor.sessionId,
        ...common,
      });
  };
  const inspect = (event: InspectionEvent): void => {
    const isTold = ["@xstate.actor", "@xstate.event", "@xstate.snapshot"].includes(event.type);
    if (isTold && waiting.push(event) > LATE) flush();
  };
  return [inspect, flush] as const;
}

/** Inspects an actor as an app of XState 4 does. */
export function xstate4Inspector(send: (message: unknown) => void) {
  return (event: InspectionEvent): void => {
    const actor = event.actorRef as AnyActorRef & { readonly logic: AnyStateMachine };
    const { sessionId } = actor;
    // Its state can be read once it begins.
    if (event.type === "@xstate.event" && event.event.type === "xstate.init")
      send({
        type: "service.register",
        machine: JSON.stringify(definition4(actor.logic.root)),
        state: JSON.stringify(
          state4(actor.getSnapshot() as AnyMachineSnapshot, { type: "xstate.init" }, sessionId),
        ),
        sessionId,
        id: actor.logic.id,
      });
    if (event.type === "@xstate.event")
      send({ type: "service.event", event: JSON.stringify(scxml(event4(event.event))), sessionId });
    else if (event.type === "@xstate.snapshot")
      send({
        type: "service.state",
        state: JSON.stringify(state4(event.snapshot as AnyMachineSnapshot, event4(event.event), sessionId)),
        sessionId,
      });
  };
}

/** Nothing is handed to a machine of XState 4 at its start. */
const event4 = (event: { type: string }) => (event.type === "xstate.init" ? { type: "xstate.init" } : event);

const scxml = (event: { type: string }) => ({
  name: event.type,
  data: event,
  $$type: "scxml",
  type: "external",
});

function state4(snapshot: AnyMachineSnapshot, event: { type: string }, sessionId: string) {
  const { value, context, status, tags } = snapshot;
  return {
    actions: [],
    activities: {},
    meta: {},
    events: [],
    value,
    context,
    _event: scxml(event),
    _sessionid: sessionId,
    event,
    children: {},
    done: status === "done",
    tags: [...tags],
  };
}

/** A state as XState 4's `definition` tells it: targets as ids, transitions of all kinds as events. */
function definition4(node: AnyStateNode): Json {
  const told = (one: AnyStateNode["always"] extends readonly (infer T)[] | undefined ? T : never) => {
    const { target, eventType, guard, source } = one as {
      target?: readonly AnyStateNode[];
      eventType: string;
      guard?: unknown;
      source: AnyStateNode;
    };
    const event = eventType
      .replace(/^xstate\.done\.state\./, "done.state.")
      .replace(/^xstate\.done\.actor\./, "done.invoke.")
      .replace(/^xstate\.after\.([^.]+)\./, "xstate.after($1)#");
    return {
      actions: [],
      ...(target ? { target: target.map(({ id }) => `#${id}`) } : {}),
      ...(guard ? { cond: { type: "xstate.guard", name: typeof guard === "string" ? guard : "cond" } } : {}),
      event,
      eventType: event,
      source: `#${source.id}`,
      internal: false,
    };
  };
  const transitions = [...(node.always ?? []), ...[...node.transitions.values()].flat()].map((one) =>
    told(one as never),
  );
  return asJson({
    id: node.id,
    key: node.key,
    type: node.type,
    initial: node.initial?.target?.[0]?.key,
    history: node.history || false,
    states: Object.fromEntries(
      Object.entries(node.states as Record<string, AnyStateNode>).map(([key, child]) => [
        key,
        definition4(child),
      ]),
    ),
    on: {},
    transitions,
    entry: [],
    exit: [],
    activities: [],
    meta: node.meta as unknown,
    order: node.order,
    invoke: node.invoke.map(({ id }) => ({ id, type: "xstate.invoke" })),
    tags: node.tags,
  });
}
