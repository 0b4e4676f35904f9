import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { checkFields } from "#core/chart/payload.ts";
import { GuardFormulas, type GuardCode } from "#core/run/play/formulaTrial.ts";
import type { Considered, Microstep } from "#core/run/play/microstep.ts";
import {
  PlayError,
  type Can,
  type HandEdit,
  type LegalMoves,
  type LegalQuery,
  type PersistedState,
  type MoveOffer,
  type Option,
  type PlayAnswer,
  type PlayEvent,
  type PlayState,
  type PlayerOutcome,
  type PlayerView,
} from "#core/run/play/play.ts";
import type { Whereabouts } from "#core/run/play/playRequest.ts";
import type { ExprOf } from "#core/expr/expr.ts";
import { compiledExprOf } from "#core/run/play/formulas.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { GivenVerdict } from "#core/run/play/verdict.ts";
import type { WhyAnswer } from "#core/run/play/why.ts";
import { checkFrame, checkShape, readSnapshot } from "#core/simulate/checkState.ts";
import { actorsOf, answerOf, withChild } from "#core/simulate/actors.ts";
import type { Derived } from "#core/simulate/derive.ts";
import { Engine, type FormulaOf, type Macrostep } from "#core/simulate/engine.ts";
import { cleanEvent } from "#core/simulate/eventShape.ts";
import { editState } from "#core/simulate/editState.ts";
import { Offers, type Refusal } from "#core/simulate/offers.ts";
import type { PlayableMachine } from "#core/simulate/playableMachine.ts";
import { nextDue, timersAfter, timersWithout } from "#core/simulate/timers.ts";
import { why } from "#core/simulate/why.ts";
import { jsonEqual, parseJson, type JsonObject } from "#core/text/json.ts";
import { addAll } from "#core/text/addAll.ts";

/** Delayed events that one `advance` may fire: a machine that starts its timer again at once forever is stopped there. */
const MAX_DELAYED_EVENTS_PER_ADVANCE = 1_000;
/** Snapshots that are cached by the text of their state, for callers who send states as copies. */
const MAX_CACHED_SNAPSHOTS = 64;

/**
 * Plays a machine. Every answer is computed from the state that is handed in; nothing is kept between calls but ready-made
 * snapshots. The real XState decides everything: events are checked before it and refusals explained after it.
 * All methods throw PlayError: `machine-error` when machine code fails, `unanswered` when it asks a guard that it does not work out and
 * that nothing was given for, `bad-snapshot` for a state that is none. Nothing has changed then.
 */
export interface Player {
  /** @throws PlayError `bad-input` */
  start(input: JsonObject, verdicts?: Verdicts): PlayerOutcome;
  /**
   * A refused event changes nothing: the state in the outcome is the one handed in. An event that nothing takes is not refused where it
   * makes an automatic transition go. @param untyped whether its payload fits is not looked
   * at. @throws PlayError `bad-request` for what is no event
   */
  send(state: PlayState, event: PlayEvent, verdicts?: Verdicts, untyped?: boolean): PlayerOutcome;
  can(state: PlayState, event: PlayEvent, verdicts?: Verdicts): Can;
  /** Why an event would be taken or not, transition by transition, whoever sends it and whatever it carries; changes nothing. */
  why(state: PlayState, event: PlayEvent, verdicts?: Verdicts): WhyAnswer;
  /** Moves the virtual clock on by milliseconds and fires what falls due, in order. @throws PlayError `bad-request`, `over-budget` */
  advance(state: PlayState, ms: number, verdicts?: Verdicts): PlayerOutcome;
  /**
   * Answers for an actor; without a name, for the only one that waits. @throws PlayError `bad-request` when there is none, and for
   * what it cannot answer
   */
  answer(state: PlayState, answer: PlayAnswer, verdicts?: Verdicts): PlayerOutcome;
  /** Takes up a state from outside. @throws PlayError `bad-snapshot` with what does not fit the machine */
  restore(state: PersistedState): PlayerOutcome;
  /**
   * Goes on from a state that was changed by hand. An edit that changes nothing gives an equal state. @throws PlayError `bad-request` for
   * what is no edit or names what the machine has not, `bad-snapshot` for a state that does not fit it
   */
  edit(state: PlayState, edit: HandEdit): PlayerOutcome;
  /** Each event type that is handled now, for each seat that may send it. */
  options(state: PlayState): readonly Option[];
  /**
   * By seat (or `chance`, `table`) the event types of moves.json for which a payload was found that it may send now, whoever is waited
   * for; here as everywhere an event that hangs on an open guard may be sent. An event without a sender is nobody's.
   */
  may(state: PlayState): Readonly<Record<string, readonly string[]>>;
  /**
   * What an event of a type may be built from now, a move at a time, whether or not it would be accepted.
   * @param event its type, and the fields that are chosen already; without it all types of moves.json that are handled now
   * @param by the only seat. @throws PlayError `bad-request` for a type that the machine does not know
   */
  moves(state: PlayState, event?: PlayEvent, by?: string): readonly MoveOffer[];
  /**
   * The payloads that are accepted now, a move of moves.json at a time: what a program that plays may choose from. An event that hangs on
   * an open guard counts as accepted. @throws PlayError `bad-request` for a type that the machine does not know
   */
  legal(state: PlayState, query?: LegalQuery): readonly LegalMoves[];
  /**
   * A move that is accepted, by weight; the same seed gives the same one. Null when there is none.
   * @param only one event of one seat: what a die gives, say
   */
  random(state: PlayState, seed: number, only?: { type: string; by: string }): PlayEvent | null;
}

/** What is given for the guards that the machine does not work out, in one step. */
type Verdicts = readonly GivenVerdict[];

/**
 * @param machine of any XState 5; it is played by the one that comes with this package
 * @param spec what events, input and moves look like; without it anything that is an event is passed on to the machine
 * @param derived what the rules work out from a context, by name
 * @param heard is called with guards and actions before they run: of a machine that never ends, the last one is why
 * @param exprOf parses the formulas of the spec; without it they must be compiled (`compileSpec`)
 * @throws PlayError `bad-input` for a spec whose formulas are neither
 */
export const createPlayer = (
  machine: PlayableMachine,
  spec: PlaySpec,
  derived: Derived = {},
  heard?: (at: Whereabouts) => void,
  exprOf: ExprOf = compiledExprOf(spec),
): Player => new MachinePlayer(machine as AnyStateMachine, spec, { derived, heard, exprOf });

class MachinePlayer implements Player {
  readonly #engine: Engine;
  readonly #offers: Offers;
  readonly #spec: PlaySpec;
  readonly #byIdentity = new WeakMap<object, AnyMachineSnapshot>();
  readonly #byText = new Map<string, AnyMachineSnapshot>();
  /** Those that a step of this player led to: of these nothing has to be checked. */
  readonly #ownSnapshots = new WeakSet<AnyMachineSnapshot>();

  constructor(
    machine: AnyStateMachine,
    spec: PlaySpec,
    {
      derived,
      heard,
      exprOf,
    }: {
      readonly derived: Derived;
      readonly heard: ((at: Whereabouts) => void) | undefined;
      readonly exprOf: ExprOf;
    },
  ) {
    this.#spec = spec;
    this.#engine = new Engine(machine, spec.code && formulasOf(spec.code, exprOf), heard);
    this.#offers = new Offers(this.#engine, spec, derived, exprOf);
  }

  start(given: JsonObject, verdicts: Verdicts = []): PlayerOutcome {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      throw badInput("input: expected an object");
    // A copy: what becomes part of the context is frozen.
    const input = parseJson(JSON.stringify(given)) as JsonObject;
    const [fault] = checkFields(this.#spec.input ?? [], input).filter(
      ({ code }) => this.#spec.input && code !== "missing",
    );
    if (fault)
      throw badInput(
        `${fault.at ? `input.${fault.at}` : "input"}: expected ${fault.expected}, got ${fault.got}`,
      );
    const step = this.#engine.within(verdicts, () => this.#engine.start(input));
    const began = { clock: 0, timers: [], ...(Object.keys(input).length > 0 ? { input } : {}) };
    return this.#outcome(this.#after(began, 0, step), step.snapshot, report(step));
  }

  send(state: PlayState, event: PlayEvent, verdicts: Verdicts = [], untyped = false): PlayerOutcome {
    const snapshot = this.#live(state);
    const clean = cleanEvent(event);
    const { refused, step } = this.#engine.within(verdicts, () => {
      const refused = this.#offers.refusal(snapshot, clean, untyped);
      const step = refused
        ? this.#offers.goesOn(snapshot, clean, refused)
        : this.#engine.step(snapshot, clean);
      return { refused, step };
    });
    if (!step) return this.#outcome(state, snapshot, refused);
    return this.#outcome(this.#after(state, state.clock, step, snapshot), step.snapshot, report(step));
  }

  can(state: PlayState, event: PlayEvent, verdicts: Verdicts = []): Can {
    const live = this.#live(state);
    const refused = this.#engine.within(verdicts, () => this.#offers.refusal(live, cleanEvent(event)));
    return refused ? { can: false, ...refused } : { can: true, reasons: [], considered: [] };
  }

  why(state: PlayState, event: PlayEvent, verdicts: Verdicts = []): WhyAnswer {
    const snapshot = this.#live(state);
    const clean = cleanEvent(event);
    return this.#engine.within(verdicts, () =>
      why(this.#engine, snapshot, clean, () => this.#offers.refusal(snapshot, clean)),
    );
  }

  advance(state: PlayState, ms: number, verdicts: Verdicts = []): PlayerOutcome {
    return this.#engine.within(verdicts, () => this.#advance(state, ms));
  }

  #advance(state: PlayState, ms: number): PlayerOutcome {
    if (typeof ms !== "number" || !Number.isFinite(ms) || ms < 0)
      throw badRequest(`advance: expected milliseconds, 0 or more, got ${String(ms)}`);
    const until = state.clock + ms;
    let now = state;
    let snapshot = this.#live(state);
    const microsteps: Microstep[] = [];
    let considered: readonly Considered[] = [];
    for (let fired = 0; ; fired++) {
      const due = nextDue(now.timers, until);
      if (!due || snapshot.status !== "active") break;
      if (fired >= MAX_DELAYED_EVENTS_PER_ADVANCE)
        throw new PlayError({
          code: "over-budget",
          message: `More than ${MAX_DELAYED_EVENTS_PER_ADVANCE} delayed events fell due within ${ms} ms`,
          limit: { unit: "delays", value: MAX_DELAYED_EVENTS_PER_ADVANCE },
          event: due.event.type,
        });
      const step = this.#engine.step(snapshot, due.event, "delay");
      const timers = timersWithout(now.timers, due);
      now = this.#after({ ...now, timers }, due.due, step, snapshot);
      snapshot = step.snapshot;
      addAll(microsteps, step.microsteps);
      considered = step.rest;
    }
    return this.#outcome({ ...now, clock: until }, snapshot, { microsteps, considered });
  }

  answer(state: PlayState, given: PlayAnswer, verdicts: Verdicts = []): PlayerOutcome {
    const live = this.#live(state);
    const actors = actorsOf(live, this.#engine.index, state);
    const waiting = actors.filter(({ status }) => status === "waiting");
    const name = given.actor ?? (waiting.length === 1 ? waiting[0]?.id : undefined);
    const actor = waiting.find(({ id }) => id === name);
    if (!actor)
      throw badRequest(
        `No actor ${given.actor ?? ""} waits for an answer; waiting: ${waiting.map(({ id }) => id).join(", ") || "none"}`,
      );
    const { event, last, child } = answerOf(actor, live, given);
    // The actor itself is another one afterwards: guards and actions may look at it.
    const saved = withChild(state.snapshot, actor.id, child);
    const before = saved === state.snapshot ? live : this.#engine.withChild(live, saved, actor.id);
    const answered = [...(state.answered ?? []), ...(last ? [actor.id] : [])];
    const step = this.#engine.within(verdicts, () => this.#engine.step(before, event, "actor", actor.id));
    const now = this.#after(answered.length > 0 ? { ...state, answered } : state, state.clock, step, before);
    return this.#outcome(now, step.snapshot, report(step));
  }

  restore(stored: PersistedState): PlayerOutcome {
    const state = stored as PlayState;
    const snapshot = this.#live(state);
    const fresh = () => this.#fresh(state.input);
    if (!this.#ownSnapshots.has(snapshot)) checkShape(state, this.#spec.context, fresh);
    return this.#outcome(state, snapshot);
  }

  edit(state: PlayState, given: HandEdit): PlayerOutcome {
    const live = this.#live(state);
    const edited = editState(this.#engine, state, live, given, this.#spec.context);
    if (jsonEqual(edited, state)) return this.#outcome(state, live);
    // What was not touched is the machine's own, whatever its type says.
    const set = given.context ?? {};
    const ours = ({ context }: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(context as JsonObject).filter(([name]) => Object.hasOwn(set, name)));
    checkShape(
      { ...edited, snapshot: { ...edited.snapshot, context: ours(edited.snapshot) } },
      this.#spec.context?.filter(({ name }) => Object.hasOwn(set, name)),
      () => ours({ context: this.#fresh(state.input) }),
    );
    const snapshot = readSnapshot(edited.snapshot, this.#engine);
    this.#keep(edited, snapshot);
    return this.#outcome(edited, snapshot);
  }

  /** The context that a play begins with, whatever its open guards say: what form it has. */
  #fresh(input: JsonObject = {}): JsonObject {
    return this.#engine.within(null, () => this.#engine.start(input)).snapshot.context as JsonObject;
  }

  options(state: PlayState): readonly Option[] {
    return this.#offers.options(state, this.#live(state));
  }

  may(state: PlayState): Readonly<Record<string, readonly string[]>> {
    return this.#offers.may(state, this.#live(state));
  }

  moves(state: PlayState, event?: PlayEvent, by?: string): readonly MoveOffer[] {
    return this.#offers.moves(state, this.#live(state), event, by);
  }

  legal(state: PlayState, query: LegalQuery = {}): readonly LegalMoves[] {
    return this.#offers.legal(state, this.#live(state), query);
  }

  random(state: PlayState, seed: number, only?: { type: string; by: string }): PlayEvent | null {
    return this.#offers.random(state, this.#live(state), seed, only);
  }

  #keep(state: PlayState, snapshot: AnyMachineSnapshot): void {
    this.#byIdentity.set(state.snapshot, snapshot);
    this.#byText.set(JSON.stringify(state.snapshot), snapshot);
    if (this.#byText.size > MAX_CACHED_SNAPSHOTS)
      this.#byText.delete(this.#byText.keys().next().value as string);
  }

  /** The snapshot of a state. The parts around it are checked every time, the snapshot itself when it is not cached. */
  #live(state: PlayState): AnyMachineSnapshot {
    checkFrame(state);
    const held = state.snapshot;
    const known = this.#byIdentity.get(held) ?? this.#byText.get(JSON.stringify(held));
    if (known) return known;
    const snapshot = readSnapshot(held, this.#engine);
    this.#keep(state, snapshot);
    return snapshot;
  }

  #outcome(
    state: PlayState,
    snapshot: AnyMachineSnapshot,
    {
      microsteps = [],
      considered = [],
      reasons = [],
    }: Partial<Refusal> & { microsteps?: readonly Microstep[] } = {},
  ): PlayerOutcome {
    const view = () => this.#offers.view(state, snapshot);
    let playView: PlayerView | undefined;
    return {
      state,
      // Computed when it is read: who makes a long chain of steps looks at the last one.
      get view() {
        return (playView ??= view());
      },
      refused: reasons.length > 0,
      reasons,
      microsteps,
      considered,
    };
  }

  /** The state after a step that ended at `clock`. */
  #after(before: Around, clock: number, step: Macrostep, from?: AnyMachineSnapshot): PlayState {
    const { snapshot } = step;
    const timers = snapshot.status === "active" ? timersAfter(before.timers, clock, step.timings) : [];
    const { answered: names = [], ...around } = before;
    // An actor that is gone, or was started again, has not answered.
    const answered = names.filter(
      (name) => snapshot.children[name] && snapshot.children[name] === from?.children[name],
    );
    const more = answered.length > 0 ? { answered } : {};
    const state = { ...around, ...more, snapshot: this.#engine.persist(snapshot), clock, timers };
    this.#ownSnapshots.add(snapshot);
    this.#keep(state, snapshot);
    return state;
  }
}

/** What the code of guards says of a trial of one. */
function formulasOf(code: GuardCode, exprOf: ExprOf): FormulaOf {
  const formulas = new GuardFormulas(code, exprOf);
  return ({ context, event, verdict }, name, params) => {
    if (name === undefined || verdict === undefined) return undefined;
    const trial = formulas.try(name, { context, event: event as PlayEvent, params }, verdict);
    if (!trial) return undefined;
    // A formula of one part is reported as the guard's own.
    const { sign, verdict: _, ...details } = trial;
    return sign === "formula" ? details : { of: [trial] };
  };
}

const report = ({ microsteps, rest }: Macrostep) => ({ microsteps, considered: rest });

/** A state but for its snapshot. */
type Around = Omit<PlayState, "snapshot">;

const badInput = (message: string): PlayError => new PlayError({ code: "bad-input", message });
const badRequest = (message: string): PlayError => new PlayError({ code: "bad-request", message });
