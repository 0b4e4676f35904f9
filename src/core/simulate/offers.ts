import type { AnyMachineSnapshot } from "xstate";
import { near } from "#core/diagnostic/near.ts";
import { checkFields, type EventType } from "#core/chart/payload.ts";
import type { Considered } from "#core/run/play/microstep.ts";
import {
  PlayError,
  type EnabledMove,
  type LegalMoves,
  type LegalQuery,
  type MoveOffer,
  type Option,
  type PlayEvent,
  type PlayState,
  type PlayerView,
  type Reason,
} from "#core/run/play/play.ts";
import type { ExprOf } from "#core/expr/expr.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { OpenGuard } from "#core/run/play/verdict.ts";
import { actorsOf } from "#core/simulate/actors.ts";
import { seatsOf } from "#core/simulate/asks.ts";
import { blankEvent } from "#core/simulate/blankEvent.ts";
import { activeChains, candidatesOf, forbids, handledTypes } from "#core/simulate/candidates.ts";
import type { Derived } from "#core/simulate/derive.ts";
import type { Engine, Macrostep } from "#core/simulate/engine.ts";
import { cleanEvent } from "#core/simulate/eventShape.ts";
import { explain } from "#core/simulate/explain.ts";
import type { MachineIndex } from "#core/simulate/machineIndex.ts";
import { MoveTrier, type Moment } from "#core/simulate/tryMoves.ts";
import { waitingSeats, contextOf, seatsToTry, viewOf } from "#core/simulate/view.ts";
import type { Json } from "#core/text/json.ts";

/** Payloads that are tried for a seat that no question is open for: guards mostly check the seat first and reject all of them. */
const PAYLOADS_PER_IDLE_SEAT = 100;
/** Payloads of one move in a list of legal moves, and how many may be requested. */
const LEGAL_PAYLOADS = 100;
const MAX_LEGAL_PAYLOADS = 1_000;

/**
 * What may be sent at a moment of a play, by whom and with what, and why not: XState decides, moves.json proposes.
 */
export class Offers {
  readonly #engine: Engine;
  readonly #index: MachineIndex;
  readonly #spec: PlaySpec;
  readonly #derived: Derived;
  readonly #types: ReadonlyMap<string, EventType>;
  readonly #trier: MoveTrier;
  readonly #exprOf: ExprOf;

  constructor(engine: Engine, spec: PlaySpec, derived: Derived, exprOf: ExprOf) {
    this.#exprOf = exprOf;
    this.#engine = engine;
    this.#index = engine.index;
    this.#spec = spec;
    this.#derived = derived;
    this.#types = new Map((spec.events ?? []).map((event) => [event.type, event]));
    this.#trier = new MoveTrier(spec);
  }

  /** Why an event is refused, and the candidates that were evaluated; undefined when it is accepted. @param untyped as in `Player.send` */
  refusal(snapshot: AnyMachineSnapshot, event: PlayEvent, untyped = false): Refusal | undefined {
    const { type } = event;
    const refusalFor = (reason: Reason): Refusal => ({ reasons: [reason], considered: [] });
    // `*` is how a wildcard is written; XState takes no such event. A route is the one event of its own that anybody may send.
    if ((type.startsWith("xstate.") && type !== "xstate.route") || type === "*")
      return refusalFor({ code: "reserved", event: type });
    if (snapshot.status !== "active") return refusalFor({ code: "done", event: type });
    const faults = untyped ? [] : payloadFaults(this.#types.get(type), event);
    // Where nothing takes the event, that is the first reason, whatever it carries.
    const unfit = (): Refusal => ({
      reasons: [...this.#notHere(snapshot, type), { code: "payload", event: type, faults }],
      considered: [],
    });
    // Who may act is for the guards to say, and they say it with their clauses: the guards are evaluated even where the type names others.
    if (
      faults.some(({ at, code }) => at !== "by" || code !== "type") ||
      (faults.length > 0 && typeof event["by"] !== "string")
    )
      return unfit();
    if (this.#engine.can(snapshot, event)) return faults.length > 0 ? unfit() : undefined;
    if (!this.#types.has(type) && !this.#index.knows(type))
      return refusalFor(unknownEvent(type, [...this.#types.keys()]));
    const considered = this.#engine.ask(snapshot, event);
    const reasons = explain(type, considered, (candidate) => {
      const transition = this.#index.transitionOf(candidate);
      return transition ? this.#index.clausesOf(transition) : [];
    });
    return { reasons, considered };
  }

  /**
   * XState asks automatic transitions again after every event, also one that nothing takes, and their guards may look at it.
   * @returns where the machine goes by itself then; nothing where it stays, or where the event never reaches it
   */
  goesOn(snapshot: AnyMachineSnapshot, event: PlayEvent, { reasons }: Refusal): Macrostep | undefined {
    if (reasons.some(({ code }) => code === "payload" || code === "reserved" || code === "done")) return;
    if (!snapshot._nodes.some(({ always = [] }) => always.length > 0)) return;
    try {
      const step = this.#engine.step(snapshot, event);
      return step.microsteps.some(({ cause }) => cause === "always") ? step : undefined;
    } catch (error) {
      // A guard that waits for a verdict was given one when the machine came to rest.
      if (error instanceof PlayError && error.fault.code === "unanswered") return undefined;
      throw error;
    }
  }

  view(state: PlayState, snapshot: AnyMachineSnapshot): PlayerView {
    const moment = this.#momentOf(state, snapshot);
    const actors = actorsOf(snapshot, this.#index, state);
    return viewOf(snapshot, this.#index, moment.types, this.#derived, actors, () =>
      this.#named(moment.types).flatMap((type): EnabledMove[] => {
        const { accepted } = this.#trier.find(moment, type);
        return accepted ? [{ type, example: accepted, clauses: this.#clausesOf(snapshot, accepted) }] : [];
      }),
    );
  }

  options(state: PlayState, snapshot: AnyMachineSnapshot): readonly Option[] {
    const moment = this.#momentOf(state, snapshot);
    const seats = this.#seatsIn(snapshot);
    return moment.types.flatMap((type) =>
      seatsFor(this.#types.get(type), seats).flatMap((by): Option[] => {
        const { accepted, tried } = this.#trier.find(
          moment,
          type,
          by,
          moment.waitingSeats.includes(by) ? undefined : PAYLOADS_PER_IDLE_SEAT,
        );
        const example = accepted ?? tried ?? blankEvent(this.#types.get(type), type, by);
        // A move that sets `by` itself is of that seat only.
        if (example["by"] !== undefined && example["by"] !== by) return [];
        const reasons = accepted ? undefined : this.refusal(snapshot, cleanEvent(example))?.reasons;
        const open = reasons ? undefined : this.#openGuard(snapshot, example);
        return [
          {
            type,
            by,
            example,
            accepted: !reasons,
            ...(open ? { open } : {}),
            reasons: reasons ?? [],
            clauses: reasons ? [] : (open?.clauses ?? this.#clausesOf(snapshot, example)),
            choices: this.#trier.choices(moment, example),
          },
        ];
      }),
    );
  }

  /** See `Player.may`. */
  may(state: PlayState, snapshot: AnyMachineSnapshot): Readonly<Record<string, readonly string[]>> {
    const moment = this.#momentOf(state, snapshot);
    const moves: Record<string, string[]> = {};
    for (const type of this.#named(moment.types))
      for (const by of seatsFor(this.#types.get(type), this.#seatsIn(snapshot))) {
        const tries = moment.waitingSeats.includes(by) ? undefined : PAYLOADS_PER_IDLE_SEAT;
        if (by !== "" && this.#trier.find(moment, type, by, tries).accepted) (moves[by] ??= []).push(type);
      }
    return moves;
  }

  /** See `Player.moves`. @throws PlayError `bad-request` for a type that the machine does not know */
  moves(
    state: PlayState,
    snapshot: AnyMachineSnapshot,
    event?: PlayEvent,
    by?: string,
  ): readonly MoveOffer[] {
    const moment = this.#momentOf(state, snapshot);
    const seat = by === undefined ? {} : { by };
    if (event === undefined)
      return this.#named(moment.types).flatMap((type) => this.#trier.offers(moment, type, seat));
    const { type, ...given } = cleanEvent(event);
    this.#checkType("moves", type);
    return this.#trier.offers(moment, type, { ...seat, ...given });
  }

  /** See `Player.legal`. @throws PlayError `bad-request` for a type that the machine does not know, or a limit that is no count */
  legal(
    state: PlayState,
    snapshot: AnyMachineSnapshot,
    { by, event, limit = LEGAL_PAYLOADS }: LegalQuery,
  ): readonly LegalMoves[] {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LEGAL_PAYLOADS)
      throw new PlayError({
        code: "bad-request",
        message: `legal: limit is a whole number from 1 to ${MAX_LEGAL_PAYLOADS}`,
      });
    const moment = this.#momentOf(state, snapshot);
    const seat = by === undefined ? {} : { by };
    if (event === undefined) return this.#trier.legal(moment, this.#named(moment.types), seat, limit);
    const { type, ...given } = cleanEvent(event);
    this.#checkType("legal", type);
    // Nobody takes the event here: guards need not be evaluated for it.
    if (!moment.types.includes(type)) return [];
    return this.#trier.legal(moment, [type], { ...seat, ...given }, limit);
  }

  #checkType(request: string, type: string): void {
    if (this.#types.has(type) || this.#index.knows(type)) return;
    const meant = near(type, this.#types.keys());
    const hint = meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : "";
    throw new PlayError({ code: "bad-request", message: `${request}: there is no event ${type}${hint}` });
  }

  random(
    state: PlayState,
    snapshot: AnyMachineSnapshot,
    seed: number,
    only?: { type: string; by: string },
  ): PlayEvent | null {
    if (snapshot.status !== "active") return null;
    const moment = this.#momentOf(state, snapshot);
    if (!only) return this.#trier.random(moment, seed);
    const types = moment.types.filter((type) => type === only.type);
    return this.#trier.random({ ...moment, types, waitingSeats: [only.by] }, seed, only.by);
  }

  /** That no active state handles an event, or one forbids it; nothing where some guard would be evaluated. */
  #notHere(snapshot: AnyMachineSnapshot, type: string): Reason[] {
    if (handledTypes(snapshot, [type]).includes(type)) return [];
    const forbidding = activeChains(snapshot)
      .flat()
      .find((node) => candidatesOf(node, type).some(forbids));
    return [
      {
        code: "not-here",
        event: type,
        ...(forbidding ? { state: this.#index.pathOf(forbidding) } : {}),
      },
    ];
  }

  #handled(snapshot: AnyMachineSnapshot): string[] {
    return snapshot.status === "active" ? handledTypes(snapshot, [...this.#types.keys()]) : [];
  }

  #momentOf(state: PlayState, snapshot: AnyMachineSnapshot): Moment {
    return {
      snapshot,
      scene: {
        context: contextOf(snapshot),
        input: state.input ?? {},
        active: new Set(this.#index.activePaths(snapshot)),
        exprOf: this.#exprOf,
      },
      types: this.#handled(snapshot),
      waitingSeats: seatsToTry(snapshot, this.#index),
      accepts: (event) => {
        try {
          return (
            payloadFaults(this.#types.get(event.type), event, 1).length === 0 &&
            this.#engine.can(snapshot, event)
          );
        } catch (error) {
          // Whether it is accepted is for a person to say: it may be sent.
          if (error instanceof PlayError) return error.fault.code === "unanswered";
          throw error;
        }
      },
    };
  }

  /** The guard that has to be answered before it can be said what becomes of an event. */
  #openGuard(snapshot: AnyMachineSnapshot, event: PlayEvent): OpenGuard | undefined {
    try {
      this.#engine.can(snapshot, event);
      return undefined;
    } catch (error) {
      if (!(error instanceof PlayError) || error.fault.code !== "unanswered") throw error;
      const { guard = "", params, state, clauses } = error.fault;
      return {
        guard,
        ...(params === undefined ? {} : { params }),
        ...(state === undefined ? {} : { state }),
        ...(clauses ? { clauses } : {}),
      };
    }
  }

  /** Clauses of the transition that takes an event; none while it hangs on an open guard. */
  #clausesOf(snapshot: AnyMachineSnapshot, event: PlayEvent): readonly string[] {
    try {
      const selected = this.#engine.machine.getTransitionData(snapshot as never, event as never) ?? [];
      const transition = selected.find((item) => !forbids(item));
      return transition ? this.#index.clausesOf(transition) : [];
    } catch (error) {
      if (this.#openGuard(snapshot, event)) return [];
      throw error;
    }
  }

  /** Only what moves.json names is tried unasked: a guess of ours might be the event at which a machine never ends. */
  #named(all: readonly string[]): readonly string[] {
    return all.filter((type) => Object.hasOwn(this.#spec.moves?.moves ?? {}, type));
  }

  /** The seats that may send, those that the machine waits for first. */
  #seatsIn(snapshot: AnyMachineSnapshot): readonly string[] {
    return [
      ...new Set([
        ...waitingSeats(snapshot, this.#index),
        ...seatsOf(contextOf(snapshot)),
        "chance",
        "table",
      ]),
    ];
  }
}

/** Why an event is refused, with the candidates that were evaluated. */
export interface Refusal {
  readonly reasons: readonly Reason[];
  readonly considered: readonly Considered[];
}

function unknownEvent(type: string, types: readonly string[]): Reason {
  const meant = near(type, types);
  return { code: "unknown-event", event: type, ...(meant.length > 0 ? { near: meant } : {}) };
}

function payloadFaults(type: EventType | undefined, event: PlayEvent, limit?: number) {
  if (!type) return [];
  const { type: _type, ...fields } = event;
  return checkFields(
    type.fields.filter((field) => field.name !== "type"),
    fields as Record<string, Json>,
    "",
    limit,
  );
}

/** Seats that may stand in an event's `by`: those its type names, else all; one nameless seat where there is no `by` or no seat. */
function seatsFor(type: EventType | undefined, seats: readonly string[]): readonly string[] {
  if (!type) return seats.some((seat) => seat !== "chance" && seat !== "table") ? seats : [""];
  const by = type.fields.find((field) => field.name === "by");
  return by ? seats.filter((seat) => checkFields([by], { by: seat }).length === 0) : [""];
}
