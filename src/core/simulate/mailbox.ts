import type { AnyMachineSnapshot, EventObject } from "xstate";
import { actorKind } from "#core/simulate/actorKind.ts";
import type { SimulatedActor } from "#core/simulate/actorScope.ts";

/** What waits while a macrostep is computed, as in the mailbox of a running actor. */
export interface Mailbox {
  /** Events that the machine sent itself: the next ones, as in an actor's mailbox. */
  readonly sent: EventObject[];
  /** What an actor says that is stopped while it speaks: it has to end first. */
  readonly late: EventObject[];
  /** The actor that speaks. */
  speaker?: SimulatedActor | undefined;
  /** What is done when the macrostep has ended: events sent to the machine itself, and actors that start or stop. */
  readonly deferred: Deferred[];
  /** Takes the names of an actor, and of those below it, out of the system. */
  readonly forget: (actor: SimulatedActor) => void;
}

type Deferred =
  | { readonly event: EventObject }
  /** Of an action. */
  | { readonly actor: SimulatedActor | undefined }
  | { readonly stopped: SimulatedActor | undefined }
  /** Of a context: by the `spawn` of `assign`, or as the play begins. */
  | { readonly spawned: SimulatedActor | undefined };

/**
 * What XState does at the end of a macrostep, in its order: events that the machine sent itself go into its mailbox, and so does the first
 * value of each new actor that is heard of (`onSnapshot`). At the start of a play the actors that are there come first, and no action has
 * been carried out before: one that stops an actor meets it running where a context spawned it.
 */
export function deliver(
  { deferred, sent, late, speaker, forget }: Mailbox,
  snapshot: AnyMachineSnapshot,
  before: AnyMachineSnapshot | undefined,
): void {
  const running = new Set(childrenOf(before));
  const stoppedActors = new Set<SimulatedActor>();
  const say = (actor: SimulatedActor, to = sent): void => {
    const actorSnapshot = actor.getSnapshot() as { readonly status: string };
    if (actor._syncSnapshot && actorSnapshot.status === "active")
      to.push({ type: `xstate.snapshot.${actor.id}`, snapshot: actorSnapshot } as EventObject);
  };
  const start = (actor: SimulatedActor | undefined): void => {
    if (!actor || running.has(actor) || stoppedActors.has(actor)) return;
    running.add(actor);
    say(actor);
  };
  const stop = (actor: SimulatedActor): void => {
    if (stoppedActors.has(actor)) return;
    stoppedActors.add(actor);
    // A reducer also reduces its stop, and reports what came of it.
    if (actorKind(actor.logic) === "transition") say(actor, actor === speaker ? late : sent);
  };
  const queue: (() => void)[] = [];
  const carryOut = (effect: Deferred): void => {
    if ("event" in effect) queue.push(() => sent.push(effect.event));
    else if ("actor" in effect) queue.push(() => start(effect.actor));
    else if ("spawned" in effect) queue.push(() => start(effect.spawned));
    else if (effect.stopped) {
      const actor = effect.stopped;
      if (!before) forget(actor);
      // One that is stopped again before it runs never starts.
      if (running.has(actor)) queue.push(() => stop(actor));
      else stoppedActors.add(actor);
    }
  };
  if (before) for (const effect of deferred.splice(0)) carryOut(effect);
  else {
    for (const child of childrenOf(snapshot)) start(child);
    for (const effect of deferred.splice(0))
      queue.push("spawned" in effect ? () => start(effect.spawned) : () => carryOut(effect));
  }
  // Grows while it is worked off.
  for (const next of queue) next();
}

const childrenOf = (snapshot: AnyMachineSnapshot | undefined): SimulatedActor[] =>
  Object.values((snapshot?.children ?? {}) as Readonly<Record<string, SimulatedActor | undefined>>).flatMap(
    (child) => child ?? [],
  );
