/** What a change is of. */
export type Subject =
  | "game"
  | "machine"
  | "state"
  | "transition"
  | "guard"
  | "action"
  | "actor"
  | "delay"
  | "helper"
  | "event"
  | "context"
  | "input"
  | "clause"
  | "wording"
  | "label"
  | "term"
  | "reading"
  | "moves"
  | "ruleset"
  | "scenario";

export type ChangeKind = "added" | "removed" | "changed" | "renamed" | "moved";

/** A part of a state, transition or other record that has two values. */
export interface ChangedPart {
  readonly part: PartName;
  /** Absent where there was none. */
  readonly before?: string;
  /** Absent where there is none. */
  readonly after?: string;
}

export type PartName =
  | "type"
  | "initial"
  | "id"
  | "description"
  | "tags"
  | "entry"
  | "exit"
  | "invoke"
  | "output"
  | "context"
  | "order"
  | "asks"
  | "clauses"
  | "meta"
  | "history"
  | "target"
  | "guard"
  | "actions"
  | "event"
  | "reenter"
  | "candidate"
  | "formula"
  | "fields"
  | "text"
  | "value";

/** One difference between two games. */
export interface Change {
  readonly subject: Subject;
  readonly kind: ChangeKind;
  /** Key of the machine among those of its module, where there are several. */
  readonly machine?: string;
  /** What it is about: a path id, `a on GO`, a name, an id; as it is called in the second, or in the first if it was removed. */
  readonly name: string;
  /** Of a transition: the path id of its state and its trigger. */
  readonly state?: string;
  /** What it was called in the first, or where it was. */
  readonly was?: string;
  /** Of a wording or label. */
  readonly locale?: string;
  /** States that were added or removed with it. */
  readonly inside?: number;
  readonly parts?: readonly ChangedPart[];
}
