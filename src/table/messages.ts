import type { MoveOffer, PlayEvent, Reason } from "#core/entries/play.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { PatchStep } from "#table/jsonPatch.ts";

/** What a seat sees of a table. */
export interface SeatState {
  /** Path ids of the active states. */
  readonly in: readonly string[];
  readonly status: "active" | "done" | "error" | "stopped";
  /** Seats that the game waits for. */
  readonly asks: readonly string[];
  /** As `view.json` says: hidden parts are missing, or are `{ count }`. */
  readonly context: JsonObject;
  /**
   * Event types that this seat may send, as far as it can be worked out from what it sees. A spectator has none. Empty in a state that was over
   * when it was sent.
   */
  readonly may?: readonly string[];
  /** What the game ended with. */
  readonly output?: unknown;
}

/** What was done: an event as far as the seat may know it, time that passed, an actor that answered, or a step back. */
export type SeatChange =
  | { readonly send: JsonObject }
  | { readonly advance: number }
  | { readonly answer: true }
  | { readonly undo: number };

/** Why a message changed nothing. */
export interface TableRefusal {
  /**
   * `malformed`: it is no message of a client. `spectator`: it has no seat. `forged`: `by` names another seat. `rules`: the game refuses it, for the
   * `reasons`. `fault`: the machine failed. `nothing-to-undo`. `busy`: too many messages of this client wait for an answer. `stopped`: the store failed, and the server has to be started again.
   */
  readonly code:
    | "malformed"
    | "spectator"
    | "forged"
    | "rules"
    | "fault"
    | "nothing-to-undo"
    | "busy"
    | "stopped";
  readonly message: string;
  /** As far as they can be worked out from what the seat sees; else empty. */
  readonly reasons?: readonly Reason[];
}

/** From the server. `n` counts what was done at this table; all seats have the same numbers. */
export type ServerMessage =
  | { readonly hello: { readonly table: string; readonly seat: string | null; readonly n: number } }
  | { readonly n: number; readonly whole: SeatState }
  /** Leads from the state of `n - 1` to that of `n`. */
  | { readonly n: number; readonly change: SeatChange; readonly patch: readonly PatchStep[] }
  | { readonly undo: { readonly agreed: readonly string[] } }
  | { readonly re: Id; readonly ok: true; readonly n: number }
  | { readonly re: Id; readonly moves: readonly MoveOffer[] }
  | { readonly re: Id; readonly refused: TableRefusal };

type Id = string | number | null;

/** From a client; with an `id` it can tell the answer. */
export type ClientMessage = { readonly id?: string | number } & (
  | { readonly send: PlayEvent }
  /** What an event may be built from. */
  | { readonly moves: PlayEvent }
  /** For or against a step back. */
  | { readonly undo: boolean }
);

/** The longest message that is read, in characters. */
const MAX_MESSAGE = 65_536;

/** The longest question for moves, in characters: its answer repeats the fields that are chosen already for each move of the event. */
const MAX_QUESTION = 8_192;

/** Reads what came from a client; a text says what is wrong with it. */
export function readMessage(
  text: unknown,
  parse: (text: string) => unknown,
): { id: Id; message: ClientMessage } | { id: Id; fault: string } {
  if (typeof text !== "string" || text.length > MAX_MESSAGE)
    return { id: null, fault: `expected a text of at most ${MAX_MESSAGE} characters` };
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return { id: null, fault: "expected JSON" };
  }
  if (!isRecord(value)) return { id: null, fault: "expected an object" };
  const { id: given, ...rest } = value;
  const id = typeof given === "string" || typeof given === "number" ? given : null;
  const [[kind, held] = [], ...more] = Object.entries(rest);
  if (more.length > 0) return { id, fault: "expected one of send, moves, undo" };
  if (kind === "undo" && typeof held === "boolean") return { id, message: { undo: held } };
  if (kind === "moves" && text.length > MAX_QUESTION)
    return { id, fault: `expected a question for moves of at most ${MAX_QUESTION} characters` };
  if ((kind === "send" || kind === "moves") && isRecord(held) && typeof held["type"] === "string")
    return { id, message: { [kind]: held } as unknown as ClientMessage };
  return { id, fault: 'expected { "send": EVENT }, { "moves": EVENT } or { "undo": true }' };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
