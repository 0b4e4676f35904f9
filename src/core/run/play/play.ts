import type { Json, JsonObject } from "#core/text/json.ts";
import type { PayloadFault } from "#core/chart/payload.ts";
import type { Considered, Microstep } from "#core/run/play/microstep.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { OpenGuard } from "#core/run/play/verdict.ts";

export type { PlayEvent };

/**
 * Where a play stands. Plain JSON: it can be stored, sent to another process and continued there.
 * `snapshot` is XState's persisted snapshot; `clock` is virtual milliseconds since the start; `timers` are delayed events
 * (`after`, `raise` with delay) that are due later.
 */
export interface PlayState {
  readonly snapshot: JsonObject;
  readonly clock: number;
  readonly timers: readonly Timer[];
  /** What the play was started with, for moves that look at it; left out when it was empty. */
  readonly input?: JsonObject;
  /** Invoked actors that have answered and whose state was not left since; left out when there are none. */
  readonly answered?: readonly string[];
}
/** A state as it comes back from storage: `snapshot` may be XState's own, or one that `canRestore` adapted to today's names. */
export type PersistedState = Omit<PlayState, "snapshot"> & { readonly snapshot: object };
export interface Timer {
  readonly id: string;
  readonly due: number;
  readonly event: PlayEvent;
  /** A later timer took its id, or one of its id has fired: XState finds it by that no more, so that no `cancel` reaches it. */
  readonly loose?: true;
}

/**
 * What an actor answers, given by the person or the scenario: the studio runs no actors. It is done with `value`, fails with `error`,
 * has a `next` value (an observable), or sends an `event` to the machine (a callback, a machine). Without any it is done with null.
 */
export interface PlayAnswer {
  readonly actor?: string;
  readonly value?: Json;
  readonly error?: Json;
  readonly next?: Json;
  readonly event?: PlayEvent;
}

/** An actor that an active state invokes, or that was spawned. */
export interface ActorView {
  readonly id: string;
  readonly kind: "promise" | "callback" | "observable" | "transition" | "machine" | "unknown";
  /** Its name in setup; left out for one written in place. */
  readonly src?: string;
  /** Path id of the state that invokes it; left out for one that was spawned. */
  readonly state?: string;
  /** `stopped` once the machine has come to its end. */
  readonly status: "waiting" | "done" | "error" | "stopped";
  /** Whether the machine hears of its values (`onSnapshot`, `syncSnapshot`): then it may be given a `next` one. */
  readonly heard: boolean;
}

/**
 * What is changed by hand where a play stands: nothing is sent, no action runs, no transition is taken. `context` sets fields as a
 * whole. `in` names states that are active then; where that leaves a choice, a state that can stay stays, else the initial one is
 * entered.
 */
export interface HandEdit {
  readonly context?: JsonObject;
  readonly in?: readonly string[];
}

/**
 * Why an event was refused. One per guard that said no, or a single one of another code: `unknown-event` when nothing in the machine
 * is called so, `not-here` when it only is not possible now; a `payload` that does not fit then stands behind it.
 */
export interface Reason {
  readonly code: "guard" | "not-here" | "unknown-event" | "payload" | "reserved" | "done";
  /** Path id of the state whose transition it is. */
  readonly state?: string;
  readonly event?: string;
  /** Place of the candidate among those of this event in that state. */
  readonly index?: number;
  /** Name of the guard that was false; for a combinator, of the operand that decided; for an inline function its name or "inline". */
  readonly guard?: string;
  readonly params?: Json;
  /** Clauses of the transition; none when it is structural, those of its state when it says nothing. */
  readonly clauses?: readonly string[];
  /** With code "guard": the fields of the event for which it was false, where the guard's formula makes that certain. */
  readonly fields?: readonly string[];
  /** With code "unknown-event": what may have been meant. */
  readonly near?: readonly string[];
  /** With code "payload". */
  readonly faults?: readonly PayloadFault[];
}

/** What can be seen of a play at one moment. */
export interface PlayView {
  readonly value: Json;
  /** Path ids of all active states, the root left out, in document order. */
  readonly in: readonly string[];
  readonly context: JsonObject;
  /** Fields of the context that are shown cut, for being large; left out when it is whole. */
  readonly cut?: readonly string[];
  /** What the rules work out from the context, by name; absent where the machine's module has no `derived`. */
  readonly derived?: JsonObject;
  readonly status: "active" | "done" | "error" | "stopped";
  readonly output?: Json;
  readonly error?: string;
  /** Seats (or "chance", "table") that the active states wait for. */
  readonly asks: readonly string[];
  /** Actors that wait for an answer, or have answered; left out when there are none. */
  readonly actors?: readonly ActorView[];
  /** Event types for which a move of moves.json is accepted now, with the first such payload; left out where the request did without. */
  readonly enabled?: readonly EnabledMove[];
  /** Event types that some active state handles, guards aside. */
  readonly candidates: readonly string[];
}

/** What a player shows: the enabled moves are looked for when they are read. */
export interface PlayerView extends PlayView {
  readonly enabled: readonly EnabledMove[];
}
export interface EnabledMove {
  readonly type: string;
  readonly example: PlayEvent;
  readonly clauses: readonly string[];
}

/** What became of an event. When `refused`, `state` is the very state before and `microsteps` is empty. */
export interface Outcome {
  readonly state: PlayState;
  readonly view: PlayView;
  readonly refused: boolean;
  readonly reasons: readonly Reason[];
  readonly microsteps: readonly Microstep[];
  /** Asked last, and none was taken: of a refused event all candidates, else the automatic transitions for which the machine rests. */
  readonly considered: readonly Considered[];
}

/** The outcome as a player gives it. */
export interface PlayerOutcome extends Outcome {
  readonly view: PlayerView;
}

/** Whether an event would be taken. */
export interface Can {
  readonly can: boolean;
  readonly reasons: readonly Reason[];
  /** The candidates that were evaluated, when it would not. */
  readonly considered: readonly Considered[];
}

/** For each event type and each seat that may send it: can it, with which payload, else why not. For the Simulate view. */
export interface Option {
  readonly type: string;
  readonly by: string;
  /** A payload that is accepted, when one was found; else one that was tried. */
  readonly example: PlayEvent;
  readonly accepted: boolean;
  /** It may be accepted: that hangs on a guard that a person has to answer, and the sender is asked. */
  readonly open?: OpenGuard;
  readonly reasons: readonly Reason[];
  readonly clauses: readonly string[];
  /** By field, what may be chosen from; nothing of fields that are free. */
  readonly choices: Readonly<Record<string, Choices>>;
}

/** What the moves of a game offer for a field; for one that takes a list, what its items are taken from. */
export interface Choices {
  readonly of: readonly Json[];
  /** They were looked up in the play (cards in hand, players): what is not among them is hardly meant. Else they are samples. */
  readonly here: boolean;
}

/** One move of moves.json that fits the moment: what its payload may be built from, for a form or for a program that plays. */
export interface MoveOffer {
  readonly type: string;
  /** How often a random play takes it, beside the other moves that are possible. */
  readonly weight: number;
  /** Seats that may stand in `by`; empty where the event has none. */
  readonly by: readonly string[];
  readonly fields: Readonly<Record<string, FieldOffer>>;
  /** A payload that is accepted, when one was found, with the fields that were given; else one that was tried. */
  readonly example: PlayEvent;
  readonly accepted: boolean;
}

/** What a field may be; what depends on other fields is reported for those of the example. */
export interface FieldOffer {
  /** One of `of`, a whole number of `range`, some of `of`, or some of `of` in any order. */
  readonly kind: "one" | "range" | "subset" | "order";
  readonly of?: readonly Json[];
  readonly range?: readonly [number, number];
  /** Of `subset` and `order`: how many. */
  readonly min?: number;
  readonly max?: number;
  readonly optional: boolean;
  /** They were looked up in the play: what is not among them is hardly meant. Else they are samples. */
  readonly here: boolean;
  /** The type of the event allows nothing but `of`, or the values that it names; left out where it allows any text or number. */
  readonly closed?: true;
  /** Fields of the same event from which the values are computed, `by` among them; left out where there are none. */
  readonly dependsOn?: readonly string[];
}

/** Whose payloads `Player.legal` finds: all of the moment, those of one seat, of one type, or with fields that are chosen already. */
export interface LegalQuery {
  readonly by?: string;
  /** An event type, alone or with fields. */
  readonly event?: PlayEvent;
  /** How many payloads of one move at most; 100 when it is left out. */
  readonly limit?: number;
}

/** The payloads of one move of moves.json that are accepted now. */
export interface LegalMoves {
  readonly type: string;
  /** How often a random play takes one of these, beside the other moves. */
  readonly weight: number;
  readonly events: readonly PlayEvent[];
  /** Whether these are all: every payload that the move allows was tried. Else they are a sample of those that are accepted. */
  readonly complete: boolean;
}

/** How much a machine may do in one request. */
export interface WorkLimit {
  /**
   * `work`: rounds of loops and calls of functions in the machine's own code. `cpu`: milliseconds of a processor. `wait`: milliseconds
   * without an answer, be the computer as busy as it may. `memory`: megabytes. `delays`: delayed events that fall due in one wait.
   * `answer`: characters of what is reported of a step. `steps`: steps of a scenario, which is not played at all then.
   */
  readonly unit: "work" | "cpu" | "wait" | "memory" | "delays" | "answer" | "steps";
  readonly value: number;
}

/** A fault that is not a refusal: nothing changed, the player can go on. */
export interface PlayFault {
  readonly code:
    | "bad-request"
    | "bad-input"
    | "bad-snapshot"
    | "not-started"
    | "over-budget"
    | "machine-error"
    | "load-error"
    | "unanswered";
  readonly message: string;
  /** With code "over-budget": what there was too much of. */
  readonly limit?: WorkLimit;
  /** State, guard or action in which machine code failed, or was stopped, where known. */
  readonly state?: string;
  readonly guard?: string;
  readonly action?: string;
  readonly event?: string;
  /** With code "unanswered": those of the guard whose verdict has to be given, and the clauses of its transition. */
  readonly params?: Json;
  readonly clauses?: readonly string[];
}

/** Thrown by the player for a `PlayFault`. */
export class PlayError extends Error {
  readonly fault: PlayFault;
  constructor(fault: PlayFault) {
    super(fault.message);
    this.fault = fault;
  }
}
