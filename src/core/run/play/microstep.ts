import type { ContextChange } from "#core/run/play/contextChange.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { Json } from "#core/text/json.ts";

/**
 * What happened inside one step of a play, microstep by microstep (SCXML, "microstep"): the one type that `play --stdio` gives, that
 * `turnwright/core` exports and that a debugger shows. It is noted while XState works, by marks on a copy of the machine; nothing of
 * it is computed a second time, so that it cannot differ from what XState did. Plain JSON. Ids as in `chart/places.ts`.
 */
export interface Microstep {
  /** The event that drove it; "" for eventless transitions, `xstate.init` for the start. */
  readonly event: string;
  readonly cause: Cause;
  /** The candidates that were evaluated to select its transitions, in the order in which XState evaluated them. */
  readonly considered: readonly Considered[];
  /** The transitions that were taken, in order; none for the start and for an event that nobody took. */
  readonly taken: readonly Taken[];
  /** States that were left, in order: innermost first. */
  readonly exits: readonly string[];
  /** States that were entered, in order: outermost first. The machine itself is left out. */
  readonly entries: readonly Entered[];
  /** In a machine that ended: states whose exit actions ran because of that. They stay active. */
  readonly closed?: readonly string[];
  /** Actions of the chart in the order in which they were computed: exits, transitions, entries. */
  readonly actions: readonly ActionRun[];
  /** What XState was told to do outside the context, in order. */
  readonly effects: readonly Effect[];
  /** What differs in the context after it. */
  readonly changes: readonly ContextChange[];
  /** All active paths after it. */
  readonly in: readonly string[];
}

/**
 * What set a microstep off: the start, the event that was sent, one whose time had come, the answer of an actor, one that the machine
 * raised or sent itself, a state that was done, or nothing but the state of things (`always`).
 */
export type Cause = "start" | "event" | "delay" | "actor" | "raised" | "done" | "always";

/** A transition that was taken, for highlighting and for coverage. */
export interface Taken {
  readonly source: string;
  readonly slot: string;
  readonly event?: string;
  readonly index: number;
  readonly targets: readonly string[];
  /** Its own clauses, and none of the state around it. */
  readonly clauses: readonly string[];
}

/** A candidate that was evaluated. One level after the other: all of a state before those of the state around it. */
export interface Considered {
  readonly source: string;
  readonly slot: string;
  readonly event?: string;
  readonly index: number;
  readonly clauses: readonly string[];
  /** Whether its guard held; true without a guard. */
  readonly verdict: boolean;
  /** False for one that held but lost to another region's transition, and for all in an event that was only a question (`can`). */
  readonly taken: boolean;
  /** Absent without a guard. */
  readonly guard?: GuardTrial;
}

/** A guard, or a part of one, as it was evaluated. */
export interface GuardTrial {
  /** `guard`: a function; `in`: `stateIn`; `formula`: a part of a function's formula. */
  readonly sign: "guard" | "and" | "or" | "not" | "in" | "formula";
  /** Name in setup, of a function written in place its own or `inline`, of `stateIn` the state. */
  readonly name?: string;
  readonly params?: Json;
  /** Null when it was not evaluated, because the parts before it had decided. */
  readonly verdict: boolean | null;
  /** The machine does not work it out: a person gave the verdict. */
  readonly given?: true;
  /** Its operands; of a function the parts of its formula, where the code is in the readable subset. */
  readonly of: readonly GuardTrial[];
  /** The formula, where it is known. */
  readonly text?: string;
  /** What the formula read, where that is certain. */
  readonly reads?: readonly ValueRead[];
  /** Fields of the event that it looks at. */
  readonly fields?: readonly string[];
}

/** A value that a formula read: `context.left` was 2. */
export interface ValueRead {
  readonly text: string;
  readonly value: Json;
}

export interface Entered {
  readonly state: string;
  /** The state's own clauses. */
  readonly clauses: readonly string[];
}

/** An action of the chart. */
export interface ActionRun {
  /** Its name in setup, of a built-in one what it does (`assign`), of a function its name or `inline`. */
  readonly name: string;
  /** Where it is written: in an entry, an exit, a transition, an initial transition, or in the `enqueueActions` before it. */
  readonly at: "entry" | "exit" | "transition" | "initial" | "enqueued";
  /** Of a transition its source. */
  readonly state: string;
  readonly params?: Json;
}

/** What XState carries out, by its own names: `xstate.raise`, `xstate.spawnChild`, `xstate.emit`, or the name of a function. */
export interface Effect {
  readonly type: string;
  /** The event that was raised, sent or emitted. */
  readonly event?: PlayEvent;
  /** Milliseconds until it is due. */
  readonly delay?: number;
  /** Id of what was sent, cancelled, spawned or stopped. */
  readonly id?: string;
  /** Id of the actor that it is sent to, when that is not the machine itself. */
  readonly to?: string;
}

/** The id of a transition, as in `chart/places.ts`. */
export const transitionIdOf = ({ source, slot, event, index }: Taken | Considered): string =>
  `${source}|${slot}|${event ?? ""}|${index}`;

/** The events that a microstep raised for the machine itself, which are processed in the same step. */
export const raisedIn = ({ effects }: Microstep): readonly PlayEvent[] =>
  effects.flatMap(({ type, event, delay }) =>
    type === "xstate.raise" && event && delay === undefined ? [event] : [],
  );

/** The clauses that a microstep carried out: of its transitions and of the states it entered, each once. */
export const clausesIn = ({ taken, entries }: Microstep): readonly string[] => [
  ...new Set([...taken, ...entries].flatMap(({ clauses }) => clauses)),
];
