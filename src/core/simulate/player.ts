import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { near } from "#core/diagnostic/near.ts";
import { checkFields, type EventType } from "#core/chart/payload.ts";
import {
  PlayError,
  type Can,
  type EnabledMove,
  type MoveOffer,
  type Option,
  type Outcome,
  type PlayAnswer,
  type PlayEvent,
  type PlayState,
  type PlayView,
  type Reason,
} from "#core/run/play.ts";
import type { Considered, Microstep } from "#core/run/microstep.ts";
import { GuardFormulas } from "#core/run/formulaTrial.ts";
import type { PlaySpec } from "#core/run/playSpec.ts";
import { seatsOf } from "#core/simulate/asks.ts";
import { blankEvent } from "#core/simulate/blankEvent.ts";
import { forbids, handledTypes } from "#core/simulate/candidates.ts";
import { checkFrame, checkShape, readSnapshot } from "#core/simulate/checkState.ts";
import type { Derived } from "#core/simulate/derive.ts";
import { Engine, type Macrostep } from "#core/simulate/engine.ts";
import { cleanEvent } from "#core/simulate/eventShape.ts";
import { explain } from "#core/simulate/explain.ts";
import { nextDue, timersAfter } from "#core/simulate/timers.ts";
import { MoveTrier, type Moment } from "#core/simulate/tryMoves.ts";
import { asked, contextOf, seatsToTry, viewOf } from "#core/simulate/view.ts";
import { parseJson, type Json, type JsonObject } from "#core/text/json.ts";

/** Delayed events that one `advance` may fire: a machine that goes on at once for ever is stopped there. */
const MOST_FIRED = 1_000;
/** Payloads that are tried for a seat of which nothing is asked: guards mostly look at the seat first. */
const TRIES_UNASKED = 100;
/** Snapshots that are kept ready by the text of their state, for callers who send states as copies. */
const READY = 64;

/**
 * Plays a machine. Every answer is worked out from the state that is handed in; nothing is kept between calls but ready-made
 * snapshots. The real XState decides everything: events are checked before it and refusals explained after it.
 * All methods throw PlayError: `machine-error` when machine code fails, `bad-snapshot` for a state that is none. Nothing has changed then.
 */
export interface Player {
  /** @throws PlayError `bad-input` */
  start(input: JsonObject): Outcome;
  /** A refused event changes nothing: the state in the outcome is the one handed in. @throws PlayError `bad-request` for what is no event */
  send(state: PlayState, event: PlayEvent): Outcome;
  can(state: PlayState, event: PlayEvent): Can;
  /** Moves the virtual clock on by milliseconds and fires what falls due, in order. @throws PlayError `bad-request`, `over-budget` */
  advance(state: PlayState, ms: number): Outcome;
  /** Answers for an invoked actor; without a name, for the only one that waits. @throws PlayError `bad-request` when there is none */
  answer(state: PlayState, answer: PlayAnswer): Outcome;
  /** Takes up a state from outside. @throws PlayError `bad-snapshot` with what does not fit the machine */
  restore(state: PlayState): Outcome;
  /** Each event type that is handled now, for each seat that may send it. */
  options(state: PlayState): readonly Option[];
  /**
   * By seat (or `chance`, `table`) the event types of moves.json for which a payload was found that it may send now, whoever is waited
   * for. An event without a sender is nobody's.
   */
  may(state: PlayState): Readonly<Record<string, readonly string[]>>;
  /**
   * What an event of a type may be made of now, a move at a time, whether or not it would be accepted. @param event its type, and the
   * fields that are chosen already. @throws PlayError `bad-request` for a type that the machine does not know
   */
  moves(state: PlayState, event: PlayEvent): readonly MoveOffer[];
  /** A move that is accepted, by weight; the same seed gives the same one. Null when there is none. */
  random(state: PlayState, seed: number): PlayEvent | null;
}

/**
 * @param spec what events, input and moves look like; without it anything that is an event is passed on to the machine
 * @param derived what the rules work out from a context, by name
 */
export function createPlayer(machine: AnyStateMachine, spec: PlaySpec, derived: Derived = {}): Player {
  const formulas = spec.code && new GuardFormulas(spec.code);
  const engine = new Engine(machine, ({ context, event, verdict }, name, params) => {
    if (!formulas || name === undefined || verdict === undefined) return undefined;
    const trial = formulas.try(name, { context, event: event as PlayEvent, params }, verdict);
    if (!trial) return undefined;
    // A formula of one part is told as the guard's own.
    const { sign, verdict: _, ...own } = trial;
    return sign === "formula" ? own : { of: [trial] };
  });
  const { index } = engine;
  const types = new Map((spec.events ?? []).map((event) => [event.type, event]));
  const trier = new MoveTrier(spec);
  const byIdentity = new WeakMap<object, AnyMachineSnapshot>();
  const byText = new Map<string, AnyMachineSnapshot>();
  /** Those that a step of this player led to: of these nothing has to be checked. */
  const own = new WeakSet<AnyMachineSnapshot>();

  const keep = (state: PlayState, snapshot: AnyMachineSnapshot): void => {
    byIdentity.set(state.snapshot, snapshot);
    byText.set(JSON.stringify(state.snapshot), snapshot);
    if (byText.size > READY) byText.delete(byText.keys().next().value as string);
  };
  /** The snapshot of a state. The parts around it are looked at every time, the snapshot itself when it is new here. */
  const live = (state: PlayState): AnyMachineSnapshot => {
    checkFrame(state);
    const held = state.snapshot;
    const known = byIdentity.get(held) ?? byText.get(JSON.stringify(held));
    if (known) return known;
    const snapshot = readSnapshot(held, engine);
    keep(state, snapshot);
    return snapshot;
  };

  /** Why an event is refused, and the candidates that were asked; undefined when it is accepted. */
  const refusal = (snapshot: AnyMachineSnapshot, event: PlayEvent): Refusal | undefined => {
    const { type } = event;
    const one = (reason: Reason): Refusal => ({ reasons: [reason], considered: [] });
    // `*` is how a wildcard is written; XState takes no such event.
    if (type.startsWith("xstate.") || type === "*") return one({ code: "reserved", event: type });
    if (snapshot.status !== "active") return one({ code: "done", event: type });
    const faults = payloadFaults(types.get(type), event);
    const payload = one({ code: "payload", event: type, faults });
    // Who may act is for the guards to say, and they say it with their clauses: they are asked even where the type names others.
    if (
      faults.some(({ at, code }) => at !== "by" || code !== "type") ||
      (faults.length > 0 && typeof event["by"] !== "string")
    )
      return payload;
    if (engine.can(snapshot, event)) return faults.length > 0 ? payload : undefined;
    if (!types.has(type) && !index.knows(type)) return one(unknownEvent(type, [...types.keys()]));
    const considered = engine.ask(snapshot, event);
    const reasons = explain(type, considered, (candidate) => {
      const transition = index.transitionOf(candidate);
      return transition ? index.clausesOf(transition) : [];
    });
    return { reasons, considered };
  };
  const handled = (snapshot: AnyMachineSnapshot): string[] =>
    snapshot.status === "active" ? handledTypes(snapshot, [...types.keys()]) : [];
  const momentOf = (state: PlayState, snapshot: AnyMachineSnapshot): Moment => ({
    snapshot,
    scene: {
      context: contextOf(snapshot),
      input: state.input ?? {},
      active: new Set(index.activePaths(snapshot)),
    },
    types: handled(snapshot),
    asked: seatsToTry(snapshot, index),
    accepts: (event) => {
      try {
        return payloadFaults(types.get(event.type), event).length === 0 && engine.can(snapshot, event);
      } catch (error) {
        if (error instanceof PlayError) return false;
        throw error;
      }
    },
  });
  /** Clauses of the transition that takes an event. */
  const clausesOf = (snapshot: AnyMachineSnapshot, event: PlayEvent): readonly string[] => {
    const selected = engine.machine.getTransitionData(snapshot as never, event as never) ?? [];
    const transition = selected.find((one) => !forbids(one));
    return transition ? index.clausesOf(transition) : [];
  };

  // Only what moves.json names is tried unasked: a guess of ours might be the event at which a machine never ends.
  const named = (all: readonly string[]) =>
    all.filter((type) => Object.hasOwn(spec.moves?.moves ?? {}, type));
  /** Who may be a sender: those who are asked first. */
  const seatsIn = (snapshot: AnyMachineSnapshot): readonly string[] => [
    ...new Set([...asked(snapshot, index), ...seatsOf(contextOf(snapshot)), "chance", "table"]),
  ];

  const view = (state: PlayState, snapshot: AnyMachineSnapshot): PlayView => {
    const moment = momentOf(state, snapshot);
    return viewOf(snapshot, index, moment.types, derived, () =>
      named(moment.types).flatMap((type): EnabledMove[] => {
        const { accepted } = trier.find(moment, type);
        return accepted ? [{ type, example: accepted, clauses: clausesOf(snapshot, accepted) }] : [];
      }),
    );
  };
  const outcome = (
    state: PlayState,
    snapshot: AnyMachineSnapshot,
    {
      microsteps = [],
      considered = [],
      reasons = [],
    }: Partial<Refusal> & { microsteps?: readonly Microstep[] } = {},
  ): Outcome => {
    let seen: PlayView | undefined;
    return {
      state,
      // Worked out when it is looked at: who makes a long chain of steps looks at the last one.
      get view() {
        return (seen ??= view(state, snapshot));
      },
      refused: reasons.length > 0,
      reasons,
      microsteps,
      considered,
    };
  };

  /** The state after a step that was made at `clock`. */
  const after = (before: Around, clock: number, step: Macrostep, from?: AnyMachineSnapshot): PlayState => {
    const { snapshot } = step;
    const timers = snapshot.status === "active" ? timersAfter(before.timers, clock, step.timings) : [];
    const { answered: names = [], ...around } = before;
    // An actor that is there no more, or anew, has not answered.
    const answered = names.filter(
      (name) => snapshot.children[name] && snapshot.children[name] === from?.children[name],
    );
    const more = answered.length > 0 ? { answered } : {};
    const state = { ...around, ...more, snapshot: engine.persist(snapshot), clock, timers };
    own.add(snapshot);
    keep(state, snapshot);
    return state;
  };

  return {
    start(given) {
      if (typeof given !== "object" || given === null || Array.isArray(given))
        throw badInput("input: expected an object");
      // A copy: what becomes part of the context is frozen.
      const input = parseJson(JSON.stringify(given)) as JsonObject;
      const [fault] = checkFields(spec.input ?? [], input).filter(
        ({ code }) => spec.input && code !== "missing",
      );
      if (fault)
        throw badInput(
          `${fault.at ? `input.${fault.at}` : "input"}: expected ${fault.expected}, got ${fault.got}`,
        );
      const step = engine.start(input);
      const began = { clock: 0, timers: [], ...(Object.keys(input).length > 0 ? { input } : {}) };
      return outcome(after(began, 0, step), step.snapshot, told(step));
    },
    send(state, event) {
      const snapshot = live(state);
      const clean = cleanEvent(event);
      const refused = refusal(snapshot, clean);
      if (refused) return outcome(state, snapshot, refused);
      const step = engine.step(snapshot, clean);
      return outcome(after(state, state.clock, step, snapshot), step.snapshot, told(step));
    },
    can(state, event) {
      const refused = refusal(live(state), cleanEvent(event));
      return refused ? { can: false, ...refused } : { can: true, reasons: [], considered: [] };
    },
    advance(state, ms) {
      if (typeof ms !== "number" || !Number.isFinite(ms) || ms < 0)
        throw badRequest(`advance: expected milliseconds, 0 or more, got ${String(ms)}`);
      const until = state.clock + ms;
      let now = state;
      let snapshot = live(state);
      const microsteps: Microstep[] = [];
      let considered: readonly Considered[] = [];
      for (let fired = 0; ; fired++) {
        const due = nextDue(now.timers, until);
        if (!due || snapshot.status !== "active") break;
        if (fired >= MOST_FIRED)
          throw new PlayError({
            code: "over-budget",
            message: `More than ${MOST_FIRED} delayed events fell due within ${ms} ms`,
          });
        const step = engine.step(snapshot, due.event, "delay");
        const timers = now.timers.filter((timer) => timer !== due);
        now = after({ ...now, timers }, due.due, step, snapshot);
        snapshot = step.snapshot;
        microsteps.push(...step.microsteps);
        considered = step.rest;
      }
      return outcome({ ...now, clock: until }, snapshot, { microsteps, considered });
    },
    answer(state, { actor, value, error }) {
      const before = live(state);
      const answered = state.answered ?? [];
      const waiting = waitingActors(before).filter((one) => !answered.includes(one));
      const name = actor ?? (waiting.length === 1 ? waiting[0] : undefined);
      if (name === undefined || !waiting.includes(name))
        throw badRequest(
          `No actor ${actor ?? ""} waits for an answer; waiting: ${waiting.join(", ") || "none"}`,
        );
      const event: PlayEvent =
        error === undefined
          ? { type: `xstate.done.actor.${name}`, actorId: name, output: value ?? null }
          : { type: `xstate.error.actor.${name}`, actorId: name, error };
      const step = engine.step(before, event, "actor");
      const now = after({ ...state, answered: [...answered, name] }, state.clock, step, before);
      return outcome(now, step.snapshot, told(step));
    },
    restore(state) {
      const snapshot = live(state);
      const fresh = () => engine.start(state.input ?? {}).snapshot.context as JsonObject;
      if (!own.has(snapshot)) checkShape(state, spec.context, fresh);
      return outcome(state, snapshot);
    },
    options(state) {
      const snapshot = live(state);
      const moment = momentOf(state, snapshot);
      const seats = seatsIn(snapshot);
      return moment.types.flatMap((type) =>
        seatsFor(types.get(type), seats).flatMap((by): Option[] => {
          const { accepted, tried } = trier.find(
            moment,
            type,
            by,
            moment.asked.includes(by) ? undefined : TRIES_UNASKED,
          );
          const example = accepted ?? tried ?? blankEvent(types.get(type), type, by);
          // A move that sets `by` itself is of that seat only.
          if (example["by"] !== undefined && example["by"] !== by) return [];
          const reasons = accepted ? undefined : refusal(snapshot, cleanEvent(example))?.reasons;
          return [
            {
              type,
              by,
              example,
              accepted: !reasons,
              reasons: reasons ?? [],
              clauses: reasons ? [] : clausesOf(snapshot, example),
              choices: trier.choices(moment, example),
            },
          ];
        }),
      );
    },
    may(state) {
      const snapshot = live(state);
      const moment = momentOf(state, snapshot);
      const found: Record<string, string[]> = {};
      for (const type of named(moment.types))
        for (const by of seatsFor(types.get(type), seatsIn(snapshot))) {
          const tries = moment.asked.includes(by) ? undefined : TRIES_UNASKED;
          if (by !== "" && trier.find(moment, type, by, tries).accepted) (found[by] ??= []).push(type);
        }
      return found;
    },
    moves(state, event) {
      const snapshot = live(state);
      const { type, ...given } = cleanEvent(event);
      if (!types.has(type) && !index.knows(type)) {
        const meant = near(type, types.keys());
        const hint = meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : "";
        throw badRequest(`moves: there is no event ${type}${hint}`);
      }
      return trier.offers(momentOf(state, snapshot), type, given);
    },
    random(state, seed) {
      const snapshot = live(state);
      return snapshot.status === "active" ? trier.random(momentOf(state, snapshot), seed) : null;
    },
  };
}

/** Why an event is refused, with the candidates that were asked. */
interface Refusal {
  readonly reasons: readonly Reason[];
  readonly considered: readonly Considered[];
}

const told = ({ microsteps, rest }: Macrostep) => ({ microsteps, considered: rest });

function unknownEvent(type: string, types: readonly string[]): Reason {
  const meant = near(type, types);
  return { code: "unknown-event", event: type, ...(meant.length > 0 ? { near: meant } : {}) };
}

function payloadFaults(type: EventType | undefined, event: PlayEvent) {
  if (!type) return [];
  const { type: _type, ...fields } = event;
  return checkFields(
    type.fields.filter((field) => field.name !== "type"),
    fields as Record<string, Json>,
  );
}

/** Actors that active states invoke, and spawned ones: none is run, each waits for an answer. */
const waitingActors = (snapshot: AnyMachineSnapshot): string[] => [
  ...new Set([
    ...(snapshot._nodes as AnyMachineSnapshot["_nodes"]).flatMap((node) => node.invoke.map(({ id }) => id)),
    ...Object.keys(snapshot.children),
  ]),
];

/** Seats that may stand in an event's `by`: those its type names, else all; one nameless seat where there is no `by` or no seat. */
function seatsFor(type: EventType | undefined, seats: readonly string[]): readonly string[] {
  if (!type) return seats.some((seat) => seat !== "chance" && seat !== "table") ? seats : [""];
  const by = type.fields.find((field) => field.name === "by");
  return by ? seats.filter((seat) => checkFields([by], { by: seat }).length === 0) : [""];
}

/** A state but for its snapshot. */
type Around = Omit<PlayState, "snapshot">;

const badInput = (message: string): PlayError => new PlayError({ code: "bad-input", message });
const badRequest = (message: string): PlayError => new PlayError({ code: "bad-request", message });
