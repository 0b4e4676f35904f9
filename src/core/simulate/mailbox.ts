import type { AnyMachineSnapshot, EventObject } from "xstate";
import { actorKind } from "#core/simulate/actorKind.ts";
import type { OwnActor } from "#core/simulate/actorScope.ts";

/** What waits while a macrostep is worked out, as in the mailbox of a running actor. */
export interface Mailbox {
  /** Events that the machine sent itself: the next ones, as in an actor's mailbox. */
  readonly sent: EventObject[];
  /** What an actor says that is stopped while it speaks: it has to end first. */
  readonly late: EventObject[];
  /** The actor that speaks. */
  speaker?: OwnActor | undefined;
  /** What is done when the macrostep has ended. */
  readonly deferred: (
    | { readonly event: EventObject }
    | { readonly actor: OwnActor | undefined }
    | { readonly stopped: OwnActor | undefined }
    | "spawned"
  )[];
}

/**
 * What XState does at the end of a macrostep, in its order: events that the machine sent itself go into its mailbox, and so does the
 * first value of each new actor that is heard of (`onSnapshot`). At the start of a play the actors come first.
 */
export function deliver(
  { deferred, sent, late, speaker }: Mailbox,
  snapshot: AnyMachineSnapshot,
  before: AnyMachineSnapshot | undefined,
): void {
  const children = Object.values(snapshot.children as Readonly<Record<string, OwnActor | undefined>>);
  const fresh = children.filter((child) => child && before?.children[child.id] !== child);
  const told = new Set<OwnActor>();
  // One that is stopped again in the same macrostep never starts; one that only lost its place to another does.
  const gone = new Set(
    deferred.map((one) => (one !== "spawned" && "stopped" in one ? one.stopped : undefined)),
  );
  const say = (actor: OwnActor, to = sent): void => {
    const has = actor.getSnapshot() as { readonly status: string };
    if (actor._syncSnapshot && has.status === "active")
      to.push({ type: `xstate.snapshot.${actor.id}`, snapshot: has } as EventObject);
  };
  const tell = (actor: OwnActor | undefined): void => {
    if (!actor || told.has(actor) || gone.has(actor)) return;
    told.add(actor);
    say(actor);
  };
  const executed = new Set(
    deferred.map((one) => (one !== "spawned" && "actor" in one ? one.actor : undefined)),
  );
  if (!before) for (const child of fresh) tell(child);
  for (const one of deferred.splice(0))
    if (one === "spawned") tell(fresh.find((child) => child && !told.has(child) && !executed.has(child)));
    else if ("event" in one) sent.push(one.event);
    else if ("stopped" in one) {
      // One that is a reducer is asked to reduce its stop as well, and tells what came of it.
      const { stopped } = one;
      if (stopped && before?.children[stopped.id] === stopped && actorKind(stopped.logic) === "transition")
        say(stopped, stopped === speaker ? late : sent);
    } else tell(one.actor);
}
