import type { Asks, Transition } from "#core/chart/chart.ts";
import type { Sentences } from "#core/expr/sentences.ts";
import type { Arrival } from "#core/semantics/arrivalsOf.ts";

/** What names and signs are called in a telling. */
export interface ToldNames {
  /** Sentences for formulas that have one; without them all stay formulas. */
  readonly sentences?: Sentences;
  /** What stands before what each item of a list begins with; a sign without it. */
  readonly eachOf?: (list: string) => string;
  readonly state: (id: string) => string;
  readonly event: (type: string) => string;
  readonly asks: (asks: Asks) => string;
  /** What a transition waits for. */
  readonly trigger: (transition: Pick<Transition, "slot" | "event">) => string;
  /** How a state is reached without a transition. */
  readonly arrival: (by: Exclude<Arrival["by"], "transition">, of: string) => string;
  /** What a named condition or change is called, with its formula out of sight. */
  readonly named: (kind: "guard" | "action", name: string) => string;
  /** The word before a line, such as what comes first, what is done, where it leads. */
  readonly sign: (sign: ToldSign) => string;
  /** What stands for the lines that are folded, with their number. */
  readonly folded: (fold: ToldFold, count: number) => string;
  /** What was told already: by its name, or by the card at which it was told. */
  readonly earlier: (by: "name" | "place", text: string) => string;
}

/** Kinds of lines that are folded behind their number. */
export const TOLD_FOLDS = [
  "ways",
  "events",
  "candidates",
  "other-ways",
  "elsewhere",
  "needs",
  "first",
  "definitions",
] as const;
export type ToldFold = (typeof TOLD_FOLDS)[number];

export type ToldSign =
  | "waits"
  | "entry"
  | "exit"
  | "invokes"
  | "tried-after"
  | "if"
  | "else-if"
  | "else"
  | "only"
  | "and"
  | "or"
  | "not"
  | "does"
  | "stays"
  | "anew"
  | "gives"
  | "reached"
  | "begins"
  | "accepts"
  | "start-needs"
  | "first-values"
  | "never-cleared"
  | "set-at"
  | "cleared-at"
  | "read-at"
  | "nowhere"
  | "not-read"
  | "recorded"
  | "when"
  | "unreached";

/** Names as the code has them: a telling of which depends on nothing but the machine. */
export const codeNames: ToldNames = {
  state: (id) => id,
  event: (type) => type,
  asks: (asks) => (typeof asks === "string" ? asks : `context.${asks.context}`),
  trigger: ({ slot, event }) => (event === undefined ? slot : `${slot} ${event}`),
  arrival: (by, of) => `${by} ${of}`,
  named: (_, name) => name,
  sign: (sign) => sign,
  folded: (fold, count) => `${count} ${fold}`,
  earlier: (_, text) => `= ${text}`,
};
