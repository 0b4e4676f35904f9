import type { Kit } from "#core/entries/kit.ts";
import type { PlayableMachine } from "#core/entries/play.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { TableStore } from "#table/TableStore.ts";

/** A game as `turnwright export` gives it: its module and its kit. */
export interface TableGame {
  readonly machine: PlayableMachine;
  readonly kit: Kit;
  readonly derived?: Readonly<Record<string, (context: never) => unknown>>;
}

export interface TableOptions {
  readonly store: TableStore;
  /** What the machine starts with; of a table that is stored already the stored one is taken. */
  readonly input?: JsonObject;
  /** Which of the senders that are no seats the table plays by itself, when the game asks for them; both unless given. */
  readonly plays?: readonly ("chance" | "table")[];
  /** Whether seats are given what they may send (`may`); true unless given. */
  readonly may?: boolean;
  /** Needed for a game without `view.json`: everyone sees everything. */
  readonly open?: boolean;
  /** The time in milliseconds, for `after` transitions; `Date.now` unless given. */
  readonly now?: () => number;
  /** Is given errors of the machine and of the store, with all details: they are not for players. */
  readonly onError?: (error: unknown) => void;
}

/** A client that has joined. */
export interface Guest {
  /** Null for a spectator. */
  readonly seat: string | null;
  /** Takes a message of the client as it came. Settles once it is answered; never throws for what is in it. */
  receive(text: unknown): Promise<void>;
  leave(): void;
}

export interface JoinOptions {
  /** Of a seat; without one the client is a spectator. */
  readonly key?: string;
  /** Is called with each message for the client, as JSON text. What it throws, or a promise of it rejects with, is given to `onError`. */
  readonly send: (text: string) => unknown;
  /** What a client that comes back has already: the table of the hello, and the last `n`. */
  readonly since?: { readonly table: string; readonly n: number };
}
