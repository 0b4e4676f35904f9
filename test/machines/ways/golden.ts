import { readFileSync } from "node:fs";

/** Play can go from inside one block to another: by one transition, or through called phases and on where the context says. */
export interface Way {
  readonly from: string;
  readonly to: string;
  /** The called phases passed, in the order of play. */
  readonly via?: readonly string[];
  /** Of a card: the rows that it leaves from, in their order. */
  readonly rows?: readonly string[];
  /** The rows of a card that it arrives at, where that is not only its start. */
  readonly into?: readonly string[];
  readonly clauses: readonly string[];
  /** The reading that another option must be chosen of for play to go this way. */
  readonly reading?: string;
  readonly note?: string;
  /** What the machine says instead, where it does. */
  readonly differs?: string;
}

/** What can happen anywhere inside a compound. `to` is null where play stays, or comes back, where it was. */
export interface AnyTime {
  readonly at: string;
  /** The event, or the slot of a transition without one. */
  readonly event: string;
  readonly to: string | null;
  readonly via?: readonly string[];
  readonly clauses: readonly string[];
  readonly note?: string;
}

/** A state that is entered from many places and goes on where the context says. It has no ways of its own. */
export interface Called {
  readonly state: string;
  /** How the machine remembers the caller: an action that notes a value in `param`, and the guard that asks for it in `asks`. */
  readonly by: {
    readonly action: string;
    readonly param: string;
    readonly guard: string;
    readonly asks: string;
  };
  /** Caller and continuation, as rows; what binds them where it is not the parameter. */
  readonly pairs: readonly (readonly [caller: string, continuation: string, because?: string])[];
  /** Where it can go whoever called, and the blocks from which the rules let it. */
  readonly exits: readonly Exit[];
}
export interface Exit {
  readonly to: string;
  readonly from: readonly string[];
  readonly clauses: readonly string[];
  readonly note?: string;
}

/** What follows what in a game, taken from its clauses. */
export interface Golden {
  readonly ways: readonly Way[];
  readonly anyTime: readonly AnyTime[];
  readonly called: readonly Called[];
  /** The rows of each card in the order of play. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
  /** Which row of a card follows which inside it, called phases on the way or not. */
  readonly inside: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;
  /** From a block, or from anywhere in a compound. */
  readonly ends: readonly { readonly from: string; readonly to: string; readonly on: string }[];
  /** Where the machine says something else inside a block than the rules do. */
  readonly differs: readonly {
    readonly at: string;
    readonly clauses: readonly string[];
    readonly why: string;
  }[];
}

export const games = ["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"];

export const goldenOf = (game: string): Golden =>
  JSON.parse(readFileSync(new URL(`./${game}.json`, import.meta.url), "utf8"));
