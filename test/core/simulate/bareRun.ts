import {
  createActor,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
} from "xstate";
import { transitionIdOf } from "#core/run/play/microstep.ts";
import type { PlayAnswer, PlayEvent } from "#core/run/play/play.ts";
import { indexMachine } from "#core/simulate/machineIndex.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { SOURCES } from "#test/core/simulate/wholeHead.ts";

/** What can be seen of a machine after a step, from the player or from XState itself, in one form. */
export interface Seen {
  readonly in: readonly string[];
  readonly context: Json;
  readonly status: string;
  readonly output: Json;
  readonly children: readonly string[];
  /** A line a microstep: its event, the transitions that were selected, where it led. That of the start itself is none. */
  readonly microsteps: readonly string[];
  /** A line an action, in the order in which they were carried out. */
  readonly actions: readonly string[];
  /** What the actions called `mark` were given, in order. */
  readonly marks: readonly string[];
}

/** A clock that goes on from one timer that is due to the next, as real time does. */
class StepClock {
  #now = 0;
  #next = 1;
  readonly #timers = new Map<number, { readonly due: number; readonly fire: () => void }>();

  setTimeout = (fire: () => void, ms: number): number => {
    this.#timers.set(this.#next, { due: this.#now + Math.max(0, ms), fire });
    return this.#next++;
  };
  clearTimeout = (id: number): void => void this.#timers.delete(id);
  get pending(): number {
    return this.#timers.size;
  }

  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers]
        .filter(([, { due }]) => due <= until)
        .sort(([a, one], [b, other]) => one.due - other.due || a - b);
      if (!next) break;
      this.#timers.delete(next[0]);
      this.#now = next[1].due;
      next[1].fire();
    }
    this.#now = until;
  }
}

interface Inspected {
  readonly type: string;
  readonly actorRef: unknown;
  readonly event: PlayEvent;
  readonly snapshot: AnyMachineSnapshot;
  readonly _transitions: readonly AnyTransitionDefinition[];
  readonly action: { readonly type: string; readonly params?: Readonly<Record<string, unknown>> };
}

/** A real actor of XState with a clock of its own, watched by nothing but XState's own inspection. */
export class BareRun {
  readonly #actor;
  readonly #clock = new StepClock();
  readonly #idOf: (transition: AnyTransitionDefinition) => string;
  #microsteps: string[] = [];
  #actions: string[] = [];
  #marks: string[] = [];
  /** What the machine or one of its actors failed with. */
  failed: unknown;

  constructor(machine: AnyStateMachine, input: JsonObject = {}) {
    const index = indexMachine(machine);
    this.#idOf = (transition) => {
      const taken = index.takenOf(transition);
      return taken ? transitionIdOf(taken) : "?";
    };
    this.#actor = createActor(machine, {
      input,
      clock: this.#clock as never,
      logger: () => undefined,
      inspect: (inspected) => this.#hear(inspected as never),
    });
    this.#actor.subscribe({ error: (error) => void (this.failed = error) });
    this.#actor.start();
  }

  #hear({ type, actorRef, event, snapshot, _transitions, action }: Inspected): void {
    // Of its children nothing but what reaches it. The start is heard of before the constructor has the actor.
    if ((actorRef as { readonly _parent?: unknown })._parent !== undefined) return;
    if (type === "@xstate.microstep") {
      const automatic = _transitions.some(({ eventType }) => eventType === "");
      this.#microsteps.push(
        `${automatic ? "" : event.type} | ${_transitions.map(this.#idOf).join(" ")} | ${pathsOf(snapshot).join(" ")}`,
      );
    }
    if (type === "@xstate.action") this.#actions.push(actionLine(action.type, action.params ?? {}));
    if (type === "@xstate.action" && action.type === "mark") this.#marks.push(String(action.params?.["at"]));
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot() as AnyMachineSnapshot;
  }
  can = (event: PlayEvent): boolean => this.snapshot.can(event as never);
  send = (event: PlayEvent): void => this.#actor.send(event as never);
  advance = (ms: number): void => this.#clock.advance(ms);
  stop = (): void => void this.#actor.stop();
  /** Delayed events that are due later. */
  get pending(): number {
    return this.#clock.pending;
  }

  /** Has an actor answer, by the events that its own logic gets. */
  answer({ actor, value, error, next, event }: PlayAnswer & { readonly actor: string }): void {
    const child = this.snapshot.children[actor] as
      | (AnyActorRef & { readonly src: unknown; readonly speak?: (event: PlayEvent) => void })
      | undefined;
    if (!child) throw new Error(`There is no actor ${actor}`);
    const send = (told: object): void => child.send(told as never);
    // Logic that is written in place has no name; its actor's id ends with what it is.
    const kind = SOURCES.find((source) => source === child.src) ?? actor.slice(actor.lastIndexOf(".") + 1);
    if (event && kind === "game") send({ type: "SAY", n: event.type === "A" ? 0 : 1 });
    else if (event) child.speak?.(event);
    else if (next !== undefined)
      send(kind === "counter" ? { type: "SET", n: next } : { type: "xstate.observable.next", data: next });
    else if (error !== undefined)
      send({
        type: kind === "promise" ? "xstate.promise.reject" : "xstate.observable.error",
        data: error,
      });
    else if (kind === "game") send({ type: "FINISH", n: value });
    else if (kind === "promise") send({ type: "xstate.promise.resolve", data: value });
    else send({ type: "xstate.observable.complete" });
  }

  /** What there is to be seen now, and what happened since it was looked at last. */
  seen(): Seen {
    const { snapshot } = this;
    const seen: Seen = {
      // What differs first tells most.
      microsteps: this.#microsteps,
      actions: this.#actions,
      marks: this.#marks,
      in: pathsOf(snapshot),
      context: json(snapshot.context),
      status: snapshot.status,
      output: json(snapshot.output ?? null),
      // Of a machine that has ended, XState stops some sooner than others.
      children: Object.entries(
        (snapshot.status === "active" ? snapshot.children : {}) as Readonly<
          Record<string, AnyActorRef | undefined>
        >,
      )
        .flatMap(([id, child]) =>
          child ? [`${id} ${(child.getSnapshot() as { status: string }).status}`] : [],
        )
        .sort(),
    };
    this.#microsteps = [];
    this.#marks = [];
    this.#actions = [];
    return seen;
  }
}

export const pathsOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes
    .filter((node) => node.path.length > 0)
    .toSorted((a, b) => a.order - b.order)
    .map((node) => node.path.join("."));

export const json = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

/** An action as XState carries it out: by name, with the event that it sends and when. Of XState's own events only the type. */
export function actionLine(type: string, params: Readonly<Record<string, unknown>>): string {
  if (!type.startsWith("xstate.")) return type;
  const { event, delay, id, sendId, actorRef } = params as Readonly<Record<string, unknown>> & {
    event?: PlayEvent;
  };
  const name = id ?? sendId ?? (actorRef as { readonly id?: unknown } | undefined)?.id;
  return [
    type,
    event?.type.startsWith("xstate.") ? event.type : event ? JSON.stringify(json(event)) : "-",
    typeof delay === "number" ? String(delay) : "-",
    typeof name === "string" ? name : "-",
  ].join(" ");
}
