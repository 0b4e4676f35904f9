import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode } from "xstate";
import {
  PlayError,
  type ActorView,
  type PlayAnswer,
  type PlayEvent,
  type PlayState,
} from "#core/run/play/play.ts";
import { actorKind } from "#core/simulate/actorKind.ts";
import { cleanEvent } from "#core/simulate/eventShape.ts";
import type { MachineIndex } from "#core/simulate/machineIndex.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * The actors of a play: those that active states invoke, and spawned ones. None is run; a person or a scenario says what each of
 * them answers, and it reaches the machine as the event that XState would send.
 */
export function actorsOf(snapshot: AnyMachineSnapshot, index: MachineIndex, state: PlayState): ActorView[] {
  const invoked = new Map(
    (snapshot._nodes as readonly AnyStateNode[])
      .toSorted((a, b) => a.order - b.order)
      .flatMap((node) => node.invoke.map(({ id, src }) => [id, { state: index.pathOf(node), src }] as const)),
  );
  const children = snapshot.children as Readonly<Record<string, AnyActorRef | undefined>>;
  // One without an implementation is no child of XState's, but a person can answer for it.
  const implemented = (src: unknown) =>
    typeof src !== "string" ||
    src.startsWith("xstate.invoke.") ||
    src in snapshot.machine.implementations.actors;
  const there = [...invoked].flatMap(([id, { src }]) =>
    children[id] || (snapshot.status === "active" && !implemented(src)) ? [id] : [],
  );
  const spawned = Object.keys(children).filter((id) => children[id]);
  return [...new Set([...there, ...spawned])].map((id): ActorView => {
    const child = children[id] as LogicActor | undefined;
    const by = invoked.get(id);
    const src = typeof child?.src === "string" ? child.src : by?.src;
    return {
      id,
      kind: actorKind(child?.logic),
      // A name that XState made for logic written in place says nothing.
      ...(typeof src === "string" && !src.startsWith("xstate.invoke.") ? { src } : {}),
      ...(by ? { state: by.state } : {}),
      status:
        snapshot.status === "active" ? statusOf(child, state.answered?.includes(id) ?? false) : "stopped",
      heard: child?._syncSnapshot === true,
    };
  });
}

/** What XState keeps of an actor beside what it exports. */
type LogicActor = AnyActorRef & { readonly logic?: unknown; readonly _syncSnapshot?: boolean };

function statusOf(child: AnyActorRef | undefined, answered: boolean): ActorView["status"] {
  const status = (child?.getSnapshot() as { status?: string } | undefined)?.status;
  if (status === "done" || status === "error") return status;
  return answered ? "done" : "waiting";
}

/** An answer as it reaches the machine. */
export interface Given {
  readonly event: PlayEvent;
  /** Its actor is done with it, and answers no more. */
  readonly last: boolean;
  /** What becomes of the actor's own snapshot. */
  readonly child: JsonObject;
}

/**
 * What an actor answers: that it is done, that it failed, its next value, or an event of its own.
 * @throws PlayError `bad-request` for what this actor cannot answer
 */
export function answerOf(actor: ActorView, snapshot: AnyMachineSnapshot, given: PlayAnswer): Given {
  const { id } = actor;
  const ways = (["value", "error", "next", "event"] as const).filter((way) => given[way] !== undefined);
  if (ways.length > 1) throw bad(`An answer has one of value, error, next and event, got ${ways.join(", ")}`);
  const json = (value: Json): Json => cleanEvent({ type: "answer", value })["value"] as Json;
  if (given.event !== undefined) {
    const event = cleanEvent(given.event);
    if (event.type.startsWith("xstate.") || event.type === "*")
      throw bad(`Only XState itself sends ${event.type}`);
    return { event, last: false, child: {} };
  }
  if (given.next !== undefined) {
    if (!actor.heard) throw bad(`Nobody listens to what ${id} has next: it has no onSnapshot`);
    const context = json(given.next);
    const child = persistedChild(snapshot, id);
    return {
      event: { type: `xstate.snapshot.${id}`, snapshot: { ...child, context } },
      last: false,
      child: { context },
    };
  }
  if (given.error !== undefined) {
    const error = json(given.error);
    return {
      event: { type: `xstate.error.actor.${id}`, error, actorId: id },
      last: true,
      child: { status: "error", error },
    };
  }
  const output = json(given.value ?? null);
  return {
    event: { type: `xstate.done.actor.${id}`, output, actorId: id },
    last: true,
    child: { status: "done", output },
  };
}

function persistedChild(snapshot: AnyMachineSnapshot, id: string): JsonObject {
  const child = (snapshot.children as Readonly<Record<string, AnyActorRef | undefined>>)[id];
  return JSON.parse(JSON.stringify(child?.getPersistedSnapshot() ?? { status: "active" })) as JsonObject;
}

/** A saved snapshot in which something became of an actor; the same one when it does not know that actor. */
export function withChild(saved: JsonObject, id: string, change: JsonObject): JsonObject {
  const children = saved["children"] as Readonly<Record<string, JsonObject>> | undefined;
  const child = children && Object.hasOwn(children, id) ? children[id] : undefined;
  if (!child || Object.keys(change).length === 0) return saved;
  const snapshot = { ...(child["snapshot"] as JsonObject), ...change };
  // XState lets an actor that has ended forget what it was given.
  if (change["status"] !== undefined) delete snapshot["input"];
  return { ...saved, children: { ...children, [id]: { ...child, snapshot } } };
}

const bad = (message: string): PlayError => new PlayError({ code: "bad-request", message });
