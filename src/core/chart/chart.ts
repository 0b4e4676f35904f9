import type { StateType } from "#core/syntax/stateTypes.ts";
import type { Span } from "#core/text/textEdit.ts";
import type { EventType, Field } from "#core/chart/payload.ts";

/**
 * One machine as read from its module text: a projection, never the truth (DECISIONS 2). All records are frozen by habit:
 * nobody writes to them. Spans inside a state are relative to that state's `at.from` (of the *enclosing* state for `at`
 * itself; the root's is absolute), so that an edit inside one state moves no other, and an unchanged state keeps its identity
 * over a re-read. `chart/places.ts` turns them into absolute ones.
 */
export interface Chart {
  /** Export or variable name of the machine and its place among the machines of the file. */
  readonly ref: { readonly name?: string; readonly ordinal: number };
  /** `createMachine(...)` with its object, absolute. */
  readonly callAt: Span;
  /** The config object literal, absolute; absent when it is not an object literal in this file. */
  readonly configAt?: Span;
  /** The machine's `id`, when it is written. */
  readonly id?: string;
  readonly setup?: Setup;
  readonly root: StateNode;
  /** Event payload types read from `setup({ types: { events } })`, when they can be read. */
  readonly events?: readonly EventType[];
  /** Fields of `types.input`, when they can be read. */
  readonly input?: readonly Field[];
  /** Fields of `types.context`, when they can be read. */
  readonly context?: readonly Field[];
}

export interface Setup {
  /** The argument of `setup(...)`, absolute; what stands for it in this file when it is written `elsewhere`. */
  readonly at: Span;
  readonly elsewhere?: Elsewhere;
  /** The tables that may hold more than what could be read here. */
  readonly open: readonly ("guards" | "actions" | "actors" | "delays")[];
  readonly guards: readonly Implementation[];
  readonly actions: readonly Implementation[];
  readonly actors: readonly Implementation[];
  readonly delays: readonly Implementation[];
}

/** A named guard, action, actor or delay. Spans are absolute. */
export interface Implementation {
  readonly name: string;
  readonly keyAt: Span;
  readonly valueAt: Span;
  /** The text of its value, verbatim. */
  readonly text: string;
  /** Set when it is written in another file: its spans are then those of what stands for it in this one. */
  readonly elsewhere?: Elsewhere;
}

export type { StateType };

export interface StateNode {
  /** Key in `states`; the root's is its id or "(machine)". */
  readonly key: string;
  /** The property `key: {...}` (for the root: the config object). `from` is relative to the enclosing state's `at.from`. */
  readonly at: Span;
  /** The key as written, quotes included; absent on the root. */
  readonly keyAt?: Span;
  /** The object literal (or other expression) that is the state's config. */
  readonly valueAt: Span;
  readonly type: StateType;
  readonly history?: "shallow" | "deep";
  readonly id?: string;
  /** Of the root, when its id is not known: the name it is taken from. `#${idName}.path` is then read as `#(machine).path`. */
  readonly idName?: string;
  readonly initial?: Initial;
  readonly description?: Sited<string>;
  readonly tags: readonly string[];
  readonly meta: Meta;
  readonly entry: readonly Action[];
  readonly exit: readonly Action[];
  readonly invoke: readonly Invoke[];
  readonly output?: Verbatim;
  /** Of the root: what the context is when the machine begins. */
  readonly context?: Verbatim;
  /** Default of a history state, when it is written. */
  readonly historyTargets?: readonly Target[];
  readonly transitions: readonly Transition[];
  /**
   * Transitions of `on` and `after` under a key that is not known here, as `[EVENTS.GO]: 'b'` where `EVENTS` comes from elsewhere: nobody can
   * say their event (`event` is the code of the key), but where they lead is known and follows.
   */
  readonly unnamed?: readonly Transition[];
  readonly children: readonly StateNode[];
  /** Every property of the config object in order, known or not. */
  readonly props: readonly Prop[];
  /** Parts that were not understood: shown, never rewritten. */
  readonly opaque: readonly Opaque[];
  /** `shared`: reached through a const, a spread or an import; seen but not edited here. */
  readonly origin: "here" | "shared";
  /** Set when its config is written in another file: spans of this record are then those of what stands for it in this one. */
  readonly elsewhere?: Elsewhere;
  /** The function that returns it, when a call gives it; of the states within such a state only those that another call gives. */
  readonly helper?: Helper;
}

/** A function of the module, or of a file that it imports, whose result is part of the chart. */
export interface Helper {
  /** As it is called: `phase`, `helpers.phase`; "" where the callee has no name. */
  readonly name: string;
  /** The function, relative to the state; where `elsewhere` is set, what stands for it here. */
  readonly at: Span;
  readonly elsewhere?: Elsewhere;
}

/** A place in another file of the project. */
export interface Elsewhere {
  /** Path of the file as the `modules` function of the reading gave it. */
  readonly file: string;
  /** In that file, absolute. */
  readonly at: Span;
}

/**
 * A property of an object literal; spans relative to the state. A spread is listed too, with the name "..." (`keyAt` its dots,
 * `valueAt` what is spread); so is a computed key that could not be read, with its text in brackets as the name.
 */
export interface Prop {
  readonly name: string;
  readonly at: Span;
  readonly keyAt: Span;
  readonly valueAt: Span;
  /** Names that a spread or a computed key stands for; absent where that is not known. */
  readonly brings?: readonly string[];
}

export interface Sited<T> {
  readonly value: T;
  /** The whole property, relative to the state. */
  readonly at: Span;
  /** The value as written, relative to the state. */
  readonly valueAt: Span;
}

/** The child a state starts in: `'a'`, or `{ target: 'a', actions }`; `valueAt` is the text of the key in both. */
export interface Initial extends Sited<string> {
  /** What is done on the way in. */
  readonly actions?: readonly Action[];
}

/** What `meta` says that this studio knows; `text` is the literal as written. */
export interface Meta {
  readonly clauses: readonly string[];
  readonly asks?: Asks;
  readonly structural?: string;
  /** Every key but `clauses` with its value as written; absent when there is none. */
  readonly entries?: readonly (readonly [key: string, text: string])[];
  readonly at?: Span;
  readonly text?: string;
}

/** For whom a waiting state waits (FORMATS: `meta.asks`). */
export type Asks =
  | "turnPlayer"
  | "opponent"
  | "anyone"
  | "everyone"
  | "chance"
  | "table"
  | { readonly context: string };

/** A piece of code that is shown and kept as it is. */
export interface Verbatim {
  readonly text: string;
  readonly at: Span;
}

/** A guard or action: by name, with params, a combinator, or code of its own. Spans relative to the state. */
export interface Action extends Verbatim {
  readonly kind: "named" | "builtin" | "code";
  /** Name in setup (`named`), or of the built-in creator such as `assign`, `raise` (`builtin`). */
  readonly name?: string;
  readonly params?: Verbatim;
}
export interface Guard extends Verbatim {
  readonly kind: "named" | "and" | "or" | "not" | "stateIn" | "code";
  readonly name?: string;
  readonly params?: Verbatim;
  /** Operands of and/or/not. */
  readonly of?: readonly Guard[];
}
export interface Invoke extends Verbatim {
  readonly id?: string;
  readonly systemId?: string;
  /** Its name in setup; absent when it is given as code. */
  readonly src?: string;
  /** What is written as `src`, name or code. */
  readonly srcCode?: Verbatim;
  readonly input?: Verbatim;
}

/** The property that a transition is written under. `invoke.onDone` names the invoke by its index as `event`. */
export type Slot =
  | "on"
  | "after"
  | "always"
  | "onDone"
  | "invoke.onDone"
  | "invoke.onError"
  | "invoke.onSnapshot"
  | "route";

export interface Transition {
  readonly slot: Slot;
  /** Event descriptor (`on`), delay key (`after`), invoke index (`invoke.*`); absent for always, onDone and route. */
  readonly event?: string;
  /** Place among the candidates of the same slot and event. */
  readonly index: number;
  /**
   * How it is written. `null` stands for a forbidden transition written as undefined/null, `returned` for one of the return paths of a
   * function (XState 6), `other` for what is decided in code.
   */
  readonly form:
    | "string"
    | "object"
    | "array-item-string"
    | "array-item-object"
    | "null"
    | "returned"
    | "other";
  /** The string, object or other expression of this candidate alone. */
  readonly at: Span;
  /** The key of the event or slot property that holds it. */
  readonly keyAt: Span;
  /** The property under which it is written, key and value. */
  readonly propAt?: Span;
  /** The array literal that holds it, when it is an array item. */
  readonly listAt?: Span;
  /** Written in a const or spread outside the state's own text: seen but not edited here. */
  readonly shared?: true;
  /** Set when it is written in another file: its spans are then those of what stands for it in this one. */
  readonly elsewhere?: Elsewhere;
  readonly targets: readonly Target[];
  readonly guard?: Guard;
  readonly actions: readonly Action[];
  readonly reenter: boolean;
  readonly description?: Sited<string>;
  readonly meta: Meta;
  /** Properties when it is written as an object. */
  readonly props: readonly Prop[];
}

export interface Target {
  /** As written: `sibling`, `.child`, `#id.path`, `a.b`. */
  readonly text: string;
  /** The string literal, relative to the state; the expression when `shared`. */
  readonly at: Span;
  /** Not spelled here as one literal but through a const, an enum or a template with holes. */
  readonly shared?: true;
  /** Path of the state it names, or null when there is none. */
  readonly resolved: readonly string[] | null;
}

export interface Opaque {
  /** `overwritten`: a property whose name is given again further on, so that it counts for nothing. */
  readonly what:
    | "spread"
    | "computedKey"
    | "state"
    | "states"
    | "target"
    | "transition"
    | "config"
    | "value"
    | "overwritten";
  readonly at: Span;
  readonly text: string;
  /** What it is imported from, as written: `./phases`. */
  readonly from?: string;
}

/** Keys from the root's child down; `[]` is the root. */
export type StatePath = readonly string[];
