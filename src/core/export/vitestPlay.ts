import { createActor, fromPromise, SimulatedClock, type AnyActor, type AnyStateMachine } from "xstate";

// This file imports xstate alone and is never run here: an export carries its text.

interface Sent {
  readonly type: string;
  readonly [field: string]: unknown;
}
interface Meta {
  readonly clauses?: readonly string[];
  readonly structural?: string;
}
type Guard = (args: unknown, params: unknown) => boolean;

/** Plays the machine with a clock of its own, and with actors that wait until the test answers for them. */
export class Play {
  readonly #machine: AnyStateMachine;
  readonly #input: unknown;
  /** Guards that said no since they were last forgotten. */
  readonly #saidNo = new Set<string>();
  readonly #saves = new Map<string, readonly (() => void)[]>();
  #deeds: readonly (() => void)[] = [];
  #clock = new SimulatedClock();
  #actor: AnyActor;

  constructor(machine: AnyStateMachine, input: unknown = {}) {
    const { guards, actors } = machine.implementations;
    const noted = Object.entries(guards).flatMap(([name, guard]) =>
      isFunction(guard) ? [[name, this.#noting(name, guard)]] : [],
    );
    const waiting = fromPromise(() => new Promise(() => {}));
    this.#machine = machine.provide({
      guards: Object.fromEntries(noted) as never,
      actors: Object.fromEntries(Object.keys(actors).map((name) => [name, waiting])),
    });
    this.#input = input;
    this.#actor = this.#start();
  }

  #noting(name: string, guard: Guard): Guard {
    return (args, params) => {
      const holds = guard(args, params);
      if (!holds) this.#saidNo.add(name);
      return holds;
    };
  }

  #start(): AnyActor {
    this.#clock = new SimulatedClock();
    return createActor(this.#machine, { input: this.#input, clock: this.#clock }).start();
  }

  #do(deed: () => void): void {
    this.#deeds = [...this.#deeds, deed];
    deed();
  }

  /** Paths of the active states. */
  get in(): readonly string[] {
    return pathsIn(this.#actor.getSnapshot().value);
  }
  get context(): unknown {
    return this.#actor.getSnapshot().context;
  }
  get status(): string {
    return this.#actor.getSnapshot().status;
  }
  get output(): unknown {
    return this.#actor.getSnapshot().output;
  }
  can(event: Sent): boolean {
    const snapshot = this.#actor.getSnapshot();
    return snapshot.status === "active" && snapshot.can(event);
  }

  /** Sends an event that has to be taken. */
  send(event: Sent): void {
    this.#saidNo.clear();
    if (!this.can(event))
      throw this.#otherwise(event, `is refused by ${[...this.#saidNo].join(", ") || "no guard"}`);
    this.#do(() => this.#actor.send(event));
  }

  /** Sends an event that has to be refused: by a guard, or by a transition of a clause, when they are named. */
  refuses(event: Sent, by: { readonly guard?: string; readonly clause?: string } = {}): void {
    this.#saidNo.clear();
    if (this.can(event)) throw this.#otherwise(event, "is taken");
    // Of a combined guard only its parts are known.
    const { guard = "", clause } = by;
    if (isFunction(this.#machine.implementations.guards[guard]) && !this.#saidNo.has(guard))
      throw this.#otherwise(
        event,
        `is refused by ${[...this.#saidNo].join(", ") || "no guard"}, not by ${guard}`,
      );
    if (clause !== undefined && !this.#clausesOf(event.type).includes(clause))
      throw this.#otherwise(event, `is not refused by ${clause}`);
    const before = JSON.stringify(this.#actor.getPersistedSnapshot());
    this.#actor.send(event);
    if (JSON.stringify(this.#actor.getPersistedSnapshot()) !== before)
      throw this.#otherwise(event, "is refused and changes something");
  }

  #otherwise(event: Sent, reason: string): Error {
    return new Error(`${JSON.stringify(event)} ${reason} in ${this.in.join(", ")}`);
  }

  /** Lets the time pass that a game waits for. */
  advance(ms: number): void {
    this.#do(() => this.#clock.increment(ms));
  }

  /** Answers for an actor that the machine has invoked; without its id, for the only one. */
  answer(given: {
    readonly actor?: string;
    readonly value?: unknown;
    readonly error?: unknown;
    readonly next?: unknown;
    readonly event?: Sent;
  }): void {
    const actor = given.actor ?? Object.keys(this.#actor.getSnapshot().children)[0];
    this.#do(() => this.#actor.send(answerOf(actor, given)));
  }

  save(name: string): void {
    this.#saves.set(name, this.#deeds);
  }
  /** Plays again what led there: time that was waited for comes back, too. */
  restore(name: string): void {
    const saved = this.#saves.get(name);
    if (!saved) throw new Error(`Nothing was saved as ${name}`);
    this.#deeds = saved;
    this.#actor.stop();
    this.#actor = this.#start();
    for (const deed of this.#deeds) deed();
  }

  /** Clauses of the transitions that wait for an event in the active states. */
  #clausesOf(type: string): readonly string[] {
    const nodes = ["", ...this.in].map((path) =>
      path === ""
        ? this.#machine.root
        : path.split(".").reduce((node, key) => node.states[key] ?? node, this.#machine.root),
    );
    return nodes.flatMap((node) =>
      (node.transitions.get(type) ?? []).flatMap(({ meta }) => {
        const metadata = meta as Meta | undefined;
        if (metadata?.clauses?.length || metadata?.structural !== undefined) return metadata?.clauses ?? [];
        return (node.meta as Meta | undefined)?.clauses ?? [];
      }),
    );
  }
}

/** A function, and not one of `and`, `or`, `not`, `stateIn`, which are functions, too. */
const isFunction = (guard: unknown): guard is Guard => typeof guard === "function" && !("check" in guard);

/** What an actor tells the machine, as XState says it. */
const answerOf = (actor: string | undefined, given: Parameters<Play["answer"]>[0]): Sent => {
  if (given.event) return given.event;
  if (given.next !== undefined)
    return { type: `xstate.snapshot.${actor}`, snapshot: { status: "active", context: given.next } };
  if (given.error !== undefined)
    return { type: `xstate.error.actor.${actor}`, actorId: actor, error: given.error };
  return { type: `xstate.done.actor.${actor}`, actorId: actor, output: given.value ?? null };
};

const pathsIn = (value: unknown, above = ""): string[] =>
  typeof value === "string"
    ? [above + value]
    : Object.entries(value ?? {}).flatMap(([key, inner]) => [
        above + key,
        ...pathsIn(inner, `${above}${key}.`),
      ]);
