import {
  moveFields,
  moveValues,
  type GameWords,
  type Kit,
  type MoveField,
  type WordedClause,
} from "#core/entries/kit.ts";
import {
  PlayError,
  type Option,
  type PlayerOutcome,
  type PlayEvent,
  type PlayFault,
  type Reason,
} from "#core/entries/play.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import type { GameSession } from "#react/GameSession.ts";

/** Why an event was refused, in the reader's language. */
export interface RefusalLine {
  /** Differs from those of the other lines. */
  readonly id: string;
  readonly text: string;
  /** The clauses that say so. */
  readonly clauses: readonly WordedClause[];
  /** Fields of the event that are the cause, where that is certain. */
  readonly fields: readonly string[];
  readonly reason: Reason;
}

/** What a person has entered, by field; undefined for a field that was emptied. */
export type Entered = Readonly<Record<string, Json | undefined>>;

/** An event that a seat may send now. It becomes an event by the fields that are filled in. */
export interface Move {
  /** Seat and type: the same from one moment to the next. */
  readonly id: string;
  readonly type: string;
  /** Who sends it; empty for an event without a sender. */
  readonly by: string;
  /** The name of the event in the reader's language. */
  readonly label: string;
  /** The name of the seat; empty where the reader plays one seat alone. */
  readonly seat: string;
  /** Whether a payload was found that is accepted. */
  readonly accepted: boolean;
  /** The clauses of the transition that takes it. */
  readonly clauses: readonly WordedClause[];
  /** Why it was refused when it was sent last, if nothing has happened since. */
  readonly refused: readonly RefusalLine[];
  readonly words: GameWords;
  /** The position that it belongs to: another object once the game has gone on. */
  readonly position: object;
  /** What can be filled in beside what is entered already, and what stands there at first. */
  form(entered: Entered, before: JsonObject): { fields: readonly MoveField[]; values: JsonObject };
  /** Why the event with these fields would be refused; empty if it is accepted, or if the machine fails at it. Changes nothing. */
  problems(values: JsonObject): readonly RefusalLine[];
  /** Sends the event with these fields. Undefined when the machine failed: see `fault` of the game. */
  send(values: JsonObject): PlayerOutcome | undefined;
}

/** The lines of a refusal. */
export const refusalLines = (words: GameWords, reasons: readonly Reason[]): RefusalLine[] =>
  reasons.map((reason, i) => ({
    id: [reason.code, reason.state, reason.event, reason.index, reason.guard, i].join(" "),
    text: words.reason(reason),
    clauses: (reason.clauses ?? []).map(words.clause),
    fields: [
      ...new Set([
        ...(reason.fields ?? []),
        ...(reason.faults ?? []).map(({ at }) => at.split(/[.[]/, 1)[0]!),
      ]),
    ],
    reason,
  }));

/** The moves of a position. */
export interface MovesNow {
  readonly moves: readonly Move[];
  /** Why there are none: code of the machine failed, such as a guard that throws in this position. */
  readonly fault: PlayFault | undefined;
}

/**
 * What the seats may do now; none where the machine fails. It is asked while a page is drawn, where nothing may throw: the whole page would
 * go, and again with each visit, as the position is stored.
 */
export function movesNow(...of: Parameters<typeof movesOf>): MovesNow {
  return unlessFault<MovesNow>(
    () => ({ moves: movesOf(...of), fault: undefined }),
    (fault) => ({ moves: [], fault }),
  );
}

/** @param otherwise what stands in when the machine fails */
function unlessFault<T>(ask: () => T, otherwise: (fault: PlayFault) => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    return otherwise(error.fault);
  }
}

/**
 * What the seats may do now: what is accepted. Where nothing was found for any seat that the game waits for, all that these could try, so
 * that a game does not stop at what its moves do not propose.
 * @param seats those that the reader plays; undefined for all
 */
function movesOf(
  session: GameSession,
  kit: Kit,
  words: GameWords,
  seats: readonly string[] | undefined,
): Move[] {
  const { outcome, refused } = session.state;
  const options = session.player.options(outcome.state);
  const deciders = new Set(outcome.view.asks);
  const isStuck = !options.some(({ by, accepted }) => accepted && (by === "" || deciders.has(by)));
  const isOffered = ({ by, accepted }: Option) =>
    (accepted || (isStuck && deciders.has(by))) && (by === "" || !seats || seats.includes(by));
  const types = new Map((kit.spec.events ?? []).map((event) => [event.type, event]));
  return options.filter(isOffered).map(({ type, by, accepted, clauses }): Move => {
    const eventOf = (values: Entered): PlayEvent =>
      ({
        type,
        ...(by === "" ? {} : { by }),
        ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
      }) as PlayEvent;
    const isRefused = refused?.event.type === type && (refused.event["by"] ?? "") === by;
    return {
      id: `${by} ${type}`.trim(),
      type,
      by,
      label: words.event(type),
      seat: by === "" || seats?.length === 1 ? "" : words.name(by),
      accepted,
      clauses: clauses.map(words.clause),
      refused: isRefused ? refusalLines(words, refused.outcome.reasons) : [],
      words,
      position: outcome,
      form(entered, before) {
        const offers = unlessFault(
          () => session.player.moves(outcome.state, eventOf(entered)),
          () => [],
        );
        return { fields: moveFields(types.get(type), offers), values: moveValues(offers, entered, before) };
      },
      problems: (values) =>
        unlessFault(
          () => refusalLines(words, session.player.can(outcome.state, eventOf(values)).reasons),
          () => [],
        ),
      send: (values) => session.send(eventOf(values)),
    };
  });
}
