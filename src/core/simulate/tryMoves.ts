import type { AnyMachineSnapshot } from "xstate";
import { checkType, type EventType } from "#core/chart/payload.ts";
import type { Choices, LegalMoves, MoveOffer, PlayEvent } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Move, MoveField } from "#core/ruleset/ruleset.ts";
import { defaultMove } from "#core/simulate/defaultMove.ts";
import {
  choicesOf,
  fieldOffers,
  availableMoves,
  payloads,
  randomPayload,
  type MoveScene,
} from "#core/simulate/moves.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** How many payloads of one move are tried in order until one is accepted, and how many at random after that. */
const PAYLOADS_IN_ORDER = 1_000;
const PAYLOADS_AT_RANDOM = 300;
/** How many random payloads are tried before all are tried in order. */
const PAYLOADS_BEFORE_ORDER = 40;
/** How many payloads are tried for one list of legal moves, shared evenly by the moves. One that allows more is sampled. */
const PAYLOADS_OF_A_LIST = 6_000;

/** One moment of a play, to try moves in. */
export interface Moment {
  readonly snapshot: AnyMachineSnapshot;
  readonly scene: MoveScene;
  /** Event types that an active state handles. */
  readonly types: readonly string[];
  /** Seats that the machine waits for; where it names none, all seats. */
  readonly waitingSeats: readonly string[];
  /** Whether an event is accepted now. Never throws: an event that makes the machine fail counts as no move. */
  readonly accepts: (event: PlayEvent) => boolean;
}

/** The result for a type: a payload that is accepted, and the first one that was tried. */
export interface MoveTrial {
  readonly accepted?: PlayEvent;
  readonly tried?: PlayEvent;
}

/** Tries the moves of moves.json; for a type that the file does not mention, what the type itself allows (`defaultMove`). */
export class MoveTrier {
  readonly #spec: PlaySpec;
  readonly #types: ReadonlyMap<string, EventType>;

  constructor(spec: PlaySpec) {
    this.#spec = spec;
    this.#types = new Map((spec.events ?? []).map((event) => [event.type, event]));
  }

  /**
   * The first payload, in the order of moves.json, that is accepted. Of a move with very many payloads some from the rest are
   * tried by a chance that is always the same.
   * @param only the only seat to try, whoever is waited for; without it those that are waited for, or whom a move names
   * @param tries how many payloads of each move are tried in order
   */
  find(moment: Moment, type: string, only?: string, tries = PAYLOADS_IN_ORDER): MoveTrial {
    const by = this.#seats(type, only === undefined ? moment.waitingSeats : [only]);
    let tried: PlayEvent | undefined;
    for (const move of this.#moves(moment, type)) {
      const accepted = firstAccepted(payloads(type, move, moment.scene, by, only), moment.accepts, tries);
      tried ??= accepted.tried;
      if (accepted.accepted) return { accepted: accepted.accepted, ...(tried ? { tried } : {}) };
      if (accepted.all || tries < PAYLOADS_IN_ORDER) continue;
      const random = randomSource(1);
      for (let i = 0; i < PAYLOADS_AT_RANDOM; i++) {
        const event = randomPayload(type, move, moment.scene, by, random, only);
        if (event && moment.accepts(event)) return { accepted: event, ...(tried ? { tried } : {}) };
      }
    }
    return tried ? { tried } : {};
  }

  /**
   * A move that is accepted: which one by the weights in moves.json, its fields evenly. Determined by the seed. When chance finds
   * none in a while, any type for which there is one; null when there is none at all.
   */
  random(moment: Moment, seed: number, only?: string): PlayEvent | null {
    const random = randomSource(seed);
    const all = moment.types.flatMap((type) =>
      this.#moves(moment, type).map((move) => ({ type, move, weight: move.weight ?? 1 })),
    );
    const total = all.reduce((sum, { weight }) => sum + weight, 0);
    for (let i = 0; i < PAYLOADS_BEFORE_ORDER && total > 0; i++) {
      let left = random() * total;
      const chosen = all.find(({ weight }) => (left -= weight) < 0) ?? all.at(-1);
      const seats = chosen ? this.#seats(chosen.type, moment.waitingSeats) : [];
      const event = chosen && randomPayload(chosen.type, chosen.move, moment.scene, seats, random, only);
      if (event && moment.accepts(event)) return event;
    }
    const possible = moment.types.flatMap((type) => this.find(moment, type, only).accepted ?? []);
    return possible[Math.floor(random() * possible.length)] ?? null;
  }

  /** What the fields of an event may be chosen from. */
  choices(moment: Moment, event: PlayEvent): Record<string, Choices> {
    return choicesOf(this.#moves(moment, event.type), moment.scene, event);
  }

  /**
   * What may be chosen for an event of a type, a move at a time. @param given fields that are chosen already: what depends on them
   * is reported for them, and the example has them
   */
  offers(moment: Moment, type: string, given: JsonObject): MoveOffer[] {
    const { by: chosen, ...fields } = given;
    const only = typeof chosen === "string" ? chosen : undefined;
    const seats = this.#seats(type, only === undefined ? moment.waitingSeats : [only]);
    const isFit = this.#fits(type, fields);
    return this.#moves(moment, type).map((move): MoveOffer => {
      const { accepted, tried } = firstAccepted(
        payloads(type, fixed(move, fields), moment.scene, seats, only),
        isFit ? moment.accepts : () => false,
        isFit ? PAYLOADS_IN_ORDER : 1,
      );
      const example = accepted ?? tried ?? { type, ...given };
      const by = move.fields?.["by"];
      const offered = fieldOffers(move, moment.scene, { ...example, ...fields }, this.#types.get(type));
      const { by: named, ...rest } = offered;
      return {
        type,
        weight: move.weight ?? 1,
        by: by ? (named?.of ?? []).filter((seat) => typeof seat === "string") : (seats ?? []),
        fields: rest,
        example,
        accepted: accepted !== undefined,
      };
    });
  }

  /**
   * The payloads that are accepted, a move at a time; moves without any are left out. A sample is drawn by a chance that is always the
   * same.
   * @param given a seat and fields that are chosen already
   * @param limit how many payloads of one move at most
   */
  legal(moment: Moment, types: readonly string[], given: JsonObject, limit: number): LegalMoves[] {
    const { by: chosen, ...fields } = given;
    const only = typeof chosen === "string" ? chosen : undefined;
    const fitting = types.filter((type) => this.#fits(type, fields));
    const all = fitting.flatMap((type) =>
      this.#moves(moment, type).map((move) => ({
        type,
        move: fixed(move, fields),
        weight: move.weight ?? 1,
      })),
    );
    const tries = Math.max(PAYLOADS_BEFORE_ORDER, Math.floor(PAYLOADS_OF_A_LIST / Math.max(1, all.length)));
    return all.flatMap(({ type, move, weight }): LegalMoves[] => {
      const seats = this.#seats(type, only === undefined ? moment.waitingSeats : [only]);
      const { events, complete } = sample(
        payloads(type, move, moment.scene, seats, only),
        (random) => randomPayload(type, move, moment.scene, seats, random, only),
        tries,
      );
      const accepted = events.filter(moment.accepts);
      if (accepted.length === 0) return [];
      return [
        {
          type,
          weight,
          events: accepted.length > limit ? evenlySpread(accepted, limit) : accepted,
          complete: complete && accepted.length <= limit,
        },
      ];
    });
  }

  /** Whether fields that are chosen already may stand in an event of a type: otherwise no payload with them has to be tried. */
  #fits(type: string, given: JsonObject): boolean {
    const event = this.#types.get(type);
    if (!event) return true;
    const typeOf = new Map(event.fields.map((field) => [field.name, field.type]));
    return Object.entries(given).every(([name, value]) => {
      const fieldType = typeOf.get(name);
      return fieldType !== undefined && checkType(fieldType, value, name, 1).length === 0;
    });
  }

  #moves(moment: Moment, type: string): readonly Move[] {
    const { moves } = this.#spec;
    if (moves && Object.hasOwn(moves.moves, type)) return availableMoves(moves, type, moment.scene);
    const event = this.#types.get(type);
    // Types that were read but are not a list of all: a name alone is a payload like any other.
    const move = event ? defaultMove(event) : {};
    return move ? [move] : [];
  }

  /** Seats for `by`; null for an event that has no such field. */
  #seats(type: string, seats: readonly string[]): readonly string[] | null {
    const event = this.#types.get(type);
    if (!event) return seats.length > 0 ? seats : null;
    return event.fields.some((field) => field.name === "by") ? seats : null;
  }
}

/** A move some of whose fields are chosen already. */
const fixed = (move: Move, given: JsonObject): Move => ({
  ...move,
  fields: {
    ...move.fields,
    ...Object.fromEntries(
      Object.entries(given)
        .filter(([name]) => name !== "type")
        .map(([name, value]): [string, MoveField] => [name, { values: [value as Json] }]),
    ),
  },
});

/** The first payload that is accepted, and the first of all. `all`: none was left untried. */
function firstAccepted(
  events: Iterable<PlayEvent>,
  accepts: (event: PlayEvent) => boolean,
  tries = PAYLOADS_IN_ORDER,
): MoveTrial & { readonly all: boolean } {
  let tried: PlayEvent | undefined;
  let left = tries;
  for (const event of events) {
    tried ??= event;
    if (accepts(event)) return { accepted: event, tried, all: false };
    if (--left <= 0) break;
  }
  return { ...(tried ? { tried } : {}), all: left > 0 };
}

/** All payloads of a move, each once; where there are more than `most`, that many of them at random. */
function sample(
  inOrder: Iterable<PlayEvent>,
  atRandom: (random: () => number) => PlayEvent | undefined,
  most: number,
): { readonly events: readonly PlayEvent[]; readonly complete: boolean } {
  const events = new Map<string, PlayEvent>();
  let left = most;
  for (const event of inOrder) {
    if (--left < 0) break;
    events.set(JSON.stringify(event), event);
  }
  if (left >= 0) return { events: [...events.values()], complete: true };
  // Those that come first differ in their last field alone.
  events.clear();
  const random = randomSource(1);
  for (let i = 0; i < most; i++) {
    const event = atRandom(random);
    if (event) events.set(JSON.stringify(event), event);
  }
  return { events: [...events.values()], complete: false };
}

/** Items spread evenly over a list, in its order. */
const evenlySpread = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as T);
