import type { Json } from "#core/text/json.ts";

/** A text in several languages, by BCP 47 tag. */
export type Texts = Readonly<Record<string, string>>;

/** `rulesets/<id>/ruleset.json` */
export interface RulesetInfo {
  readonly format: 1;
  readonly id: string;
  readonly title: Texts;
  readonly machine: string;
  readonly players: { readonly min: number; readonly max: number };
  readonly locales: readonly string[];
  readonly sourceLocale: string;
  readonly sources?: readonly Json[];
}

export type ClauseKind =
  | "structure"
  | "obligation"
  | "permission"
  | "prohibition"
  | "condition"
  | "computation"
  | "effect"
  | "interrupt"
  | "loop"
  | "end"
  | "definition"
  | "note";

/** One statement of the rules. */
export interface Clause {
  readonly id: string;
  readonly place?: { readonly section?: string; readonly line?: number };
  readonly kind: ClauseKind;
  /** Why no state or transition carries it: for all languages, or in each. */
  readonly notModelled?: Texts | string;
  readonly imported?: string;
}

export interface Term {
  readonly id: string;
  readonly terms: Texts;
  /** Other forms of the word by language: declares, declared. */
  readonly forms?: Readonly<Record<string, readonly string[]>>;
  readonly source?: readonly string[] | string | Json;
  readonly definition?: Texts;
  readonly forbidden?: Readonly<Record<string, readonly string[]>>;
  readonly at?: readonly string[];
}

/** An open point of the rules and its possible readings. */
export interface Reading {
  readonly id: string;
  readonly clauses: readonly string[];
  readonly question: Texts;
  readonly options: readonly { readonly id: string; readonly text: Texts }[];
  readonly chosen: string;
  readonly why?: Texts | string;
  /** The input field that switches it. */
  readonly input?: string;
}

/** How an event's payload may be made (FORMATS "moves.json"). */
export interface Moves {
  readonly format: 1;
  readonly moves: Readonly<Record<string, readonly Move[]>>;
}
export interface Move {
  readonly weight?: number;
  /** Path id of a state that must be active. */
  readonly in?: string;
  readonly fields?: Readonly<Record<string, MoveField>>;
}
/** Lists and bounds are JSON literals, or strings holding an expression of the readable subset over context, input and earlier fields. */
export interface MoveField {
  readonly values?: readonly Json[];
  readonly range?: readonly [Json, Json];
  readonly each?: Json;
  readonly subset?: Json;
  readonly order?: Json;
  readonly min?: Json;
  readonly max?: Json;
  readonly optional?: boolean;
}

/** To whom a field of the context is shown (`view.json`). */
export type Sight = "everyone" | "owner" | "nobody" | "count" | SightRule;

/** A sight that says more than one word. */
export interface SightRule {
  readonly seenBy: "owner" | "nobody";
  /** Whom it is not shown to is given how many items it has. */
  readonly others?: "count";
  /** Everyone sees it while one of these fields beside it has this value. */
  readonly openWhen?: Readonly<Record<string, Json>>;
}

/** What each seat may see of a play. Paths go through lists without a sign: `players.hand` is the hand of every player. */
export interface SeatView {
  readonly format: 1;
  /** By the path of a list the field that names the seat to which an item belongs; `(key)` for an object by seats. */
  readonly owners?: Readonly<Record<string, string>>;
  /** Fields that tell cards apart. Where another field names a card whose own field is hidden, it is left out there too. */
  readonly ids?: readonly string[];
  /** A field that is not listed is shown to nobody. */
  readonly view: Readonly<Record<string, Sight>>;
  /** By event type the fields that everyone learns; of others everyone learns that the event happened, and who sent it. */
  readonly events?: Readonly<Record<string, readonly string[]>>;
}

export const reviewStates = ["checked", "in-doubt"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** What somebody looks at before saying so: the wording, what the machine does, the readings and the scenarios of the clause. */
export const reviewParts = ["wording", "machine", "readings", "scenarios"] as const;
export type ReviewPart = (typeof reviewParts)[number];

/** The fingerprint of each part. */
export type ReviewBasis = Readonly<Record<ReviewPart, string>>;

/** What one person said of a clause in one language (`rulesets/<id>/review.json`). */
export interface ReviewEntry {
  readonly clause: string;
  readonly locale: string;
  readonly state: ReviewState;
  readonly by?: string;
  /** The day, as `2026-11-27`. */
  readonly at: string;
  readonly note?: string;
  readonly basis: ReviewBasis;
  /** What stood there, for a comparison, where it is short. */
  readonly told?: ReviewTold;
}

export interface ReviewTold {
  readonly wording?: string;
  /** What the machine did, in the words of the person who looked at it. */
  readonly machine?: readonly string[];
}

/** A ruleset folder, loaded. Parts that are absent are empty. */
export interface Ruleset {
  readonly info: RulesetInfo;
  readonly clauses: readonly Clause[];
  /** By locale, then clause id. */
  readonly text: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By locale, then label key such as `state:turn.main`. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By locale, then label key: the fingerprint of the code that the label was written for, where it was kept. */
  readonly basis?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly terms: readonly Term[];
  readonly readings: readonly Reading[];
  readonly moves?: Moves;
  readonly view?: SeatView;
  /** What was said of clauses by those who review them, where anybody did. */
  readonly review?: readonly ReviewEntry[];
}
