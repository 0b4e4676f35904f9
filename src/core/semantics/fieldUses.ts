import type { Action, Chart, Guard, Implementation, StateNode, Transition } from "#core/chart/chart.ts";
import { type ChartElement, pathId, places, transitionId } from "#core/chart/places.ts";
import type { Expr } from "#core/expr/expr.ts";
import { fieldOf } from "#core/expr/fields.ts";
import { alternatives, memberOf, wholly, type Partial } from "#core/expr/partialValue.ts";
import { wordsOf } from "#core/semantics/behaviorPrint.ts";
import { CodeReading, type Const } from "#core/semantics/codeReading.ts";
import { ContextReader } from "#core/semantics/contextReads.ts";
import type { ModuleCode } from "#core/semantics/moduleCode.ts";
import { type StartValue, startValuesOf } from "#core/semantics/startValues.ts";

/** Where a field of the context is set, cleared and read in a whole chart, each place once, in the order of the machine. */
export interface FieldUse {
  /** Name of a top field of the context. */
  readonly field: string;
  /** Given a value that is not empty, or one that is computed. */
  readonly set: readonly ChartElement[];
  /** Given nothing, no, 0, an empty text or list, or the value that it begins with. */
  readonly cleared: readonly ChartElement[];
  /** Looked at by a condition, or by what another field becomes. */
  readonly read: readonly ChartElement[];
  /** Whose code is outside of the readable subset and names the field, or may write any. */
  readonly unread: readonly ChartElement[];
  /**
   * It begins empty, is given a fixed value such as yes, and that is taken back nowhere. Numbers are left out: most of them only count up.
   * False where some code was not read: then nobody can say.
   */
  readonly neverCleared: boolean;
}

/** What one action does to fields. */
interface Writes {
  readonly set: ReadonlySet<string>;
  readonly cleared: ReadonlySet<string>;
  /** Given a plain value that is not empty, such as yes; a number may only be counted on. */
  readonly fixed: ReadonlySet<string>;
  /** It may write any field. */
  readonly unknown: boolean;
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_WRITES: Writes = { set: NOTHING, cleared: NOTHING, fixed: NOTHING, unknown: false };
/** Guards inside of guards; one that is deeper refers to itself. */
const MAX_GUARD_HOPS = 8;

type Kind = "set" | "cleared" | "fixed" | "read" | "unread";
type Found = Record<Kind, Map<string, ChartElement>>;

/** Follows the fields of the context through a chart: who writes them, who looks at them. Worked out once, when somebody asks. */
export class FieldUses {
  readonly #chart: Chart;
  readonly #code: ModuleCode;
  readonly #reading: CodeReading;
  readonly #reader: ContextReader;
  readonly #guards: ReadonlyMap<string, Implementation>;
  readonly #actions: ReadonlyMap<string, Implementation>;
  readonly #writes = new Map<string, Writes>();
  #starts: ReadonlyMap<string, readonly StartValue[]> | undefined;
  #found: ReadonlyMap<string, Found> | undefined;

  constructor(chart: Chart, consts: readonly Const[], code: ModuleCode) {
    const byName = (list: readonly Implementation[] = []) => new Map(list.map((impl) => [impl.name, impl]));
    this.#chart = chart;
    this.#code = code;
    this.#reading = new CodeReading(chart, consts);
    this.#reader = new ContextReader((name) => {
      const text = code.texts.get(name);
      return text === undefined ? undefined : code.parse(text);
    });
    this.#guards = byName(chart.setup?.guards);
    this.#actions = byName(chart.setup?.actions);
  }

  /** The fields that some of these elements write or look at, in the order in which the context names them. */
  of(elements: readonly ChartElement[]): readonly FieldUse[] {
    const keys = new Set(elements.map(keyOf));
    const touched = ({ set, cleared, read }: Found) =>
      [set, cleared, read].some((places_) => [...places_.keys()].some((key) => keys.has(key)));
    return [...this.#all()].flatMap(([field, found]) => (touched(found) ? [this.#use(field, found)] : []));
  }

  #use(field: string, found: Found): FieldUse {
    const isClear = found.fixed.size > 0 && found.cleared.size === 0 && found.unread.size === 0;
    return {
      field,
      set: [...found.set.values()],
      cleared: [...found.cleared.values()],
      read: [...found.read.values()],
      unread: [...found.unread.values()],
      neverCleared: isClear && this.#beginsEmpty(field),
    };
  }

  #all(): ReadonlyMap<string, Found> {
    if (this.#found) return this.#found;
    const fields = this.#fields();
    const all = new Map(fields.map((field) => [field, newFound()]));
    const note = (names: Iterable<string>, kind: Kind, element: ChartElement) => {
      for (const name of names) all.get(name)?.[kind].set(keyOf(element), element);
    };
    for (const { node, path } of places(this.#chart).values()) {
      const state: ChartElement = { kind: "state", id: pathId(path) };
      const isLocal = !node.elsewhere;
      const inState = [...node.entry, ...node.exit, ...(node.initial?.actions ?? [])];
      for (const action of inState) this.#noteAction(action, isLocal, state, note);
      for (const text of codesOf(node)) this.#noteCode(text, state, note);
      if (typeof node.meta.asks === "object") note([node.meta.asks.context.split(".")[0]!], "read", state);
      for (const transition of node.transitions) {
        const element: ChartElement = { kind: "transition", id: idOf(path, transition) };
        const isHere = isLocal && !transition.elsewhere;
        for (const action of transition.actions) this.#noteAction(action, isHere, element, note);
        if (transition.guard) this.#noteGuard(transition.guard, element, note);
      }
    }
    this.#found = all;
    return all;
  }

  /** The fields that the type of the context names; without one those that it begins with. */
  #fields(): readonly string[] {
    return this.#chart.context?.map(({ name }) => name) ?? [...this.#starting().keys()];
  }

  #starting(): ReadonlyMap<string, readonly StartValue[]> {
    if (this.#starts) return this.#starts;
    const starts = new Map<string, StartValue[]>();
    const parse = (text: string) => this.#code.parse(text);
    for (const value of startValuesOf(this.#chart, parse, (name) => this.#code.texts.get(name))) {
      const [field] = value.path;
      if (field !== undefined) starts.set(field, [...(starts.get(field) ?? []), value]);
    }
    this.#starts = starts;
    return starts;
  }

  /** The value that a field begins with, where it is a plain one. */
  #start(field: string): { readonly value: unknown } | undefined {
    const [start, ...more] = this.#starting().get(field) ?? [];
    if (!start || more.length > 0 || start.path.length > 1 || start.rest) return undefined;
    const { value } = start;
    if (value.kind === "literal") return { value: value.value };
    return value.kind === "array" && value.items.length === 0 ? { value: [] } : undefined;
  }

  #beginsEmpty(field: string): boolean {
    const start = this.#start(field);
    return start !== undefined && isEmpty(start.value);
  }

  #noteAction(action: Action, isLocal: boolean, at: ChartElement, note: Note): void {
    const { set, cleared, fixed, unknown } = this.#writesOf(action, isLocal);
    note(set, "set", at);
    note(cleared, "cleared", at);
    note(fixed, "fixed", at);
    if (unknown) note(this.#fields(), "unread", at);
    const impl = action.kind === "named" ? this.#actions.get(action.name ?? "") : action;
    if (impl) this.#noteCode(impl.text, at, note);
    if (action.params) this.#noteCode(action.params.text, at, note);
  }

  #noteGuard(guard: Guard, at: ChartElement, note: Note): void {
    if (guard.params) this.#noteCode(guard.params.text, at, note);
    if (guard.of) for (const part of guard.of) this.#noteGuard(part, at, note);
    else if (guard.kind === "named") this.#noteNamedGuard(guard.name ?? "", at, note);
    else if (guard.kind === "code") this.#noteGuardCode(guard.text, at, note);
  }

  #noteNamedGuard(name: string, at: ChartElement, note: Note, hops = 0): void {
    const impl = this.#guards.get(name);
    if (impl && hops <= MAX_GUARD_HOPS) this.#noteGuardCode(impl.text, at, note, hops);
  }

  #noteGuardCode(text: string, at: ChartElement, note: Note, hops = 0): void {
    this.#noteCode(text, at, note);
    const expr = this.#code.parse(text);
    for (const name of expr ? guardNames(expr) : []) this.#noteNamedGuard(name, at, note, hops + 1);
  }

  /** What code looks at; of code that is not read, the fields that it names. */
  #noteCode(text: string, at: ChartElement, note: Note): void {
    const expr = this.#code.parse(text);
    if (!expr) return note(wordsOf(text), "unread", at);
    const { fields, complete } = this.#reader.ofGiven(expr);
    note(fields, "read", at);
    // A helper that is not read is handed the context: it is known by its words alone.
    if (!complete) note(this.#code.definitions(wordsOf(text)).flatMap(wordsIfUnread), "unread", at);
  }

  #writesOf(action: Action, isLocal: boolean): Writes {
    const key = `${isLocal} ${action.text}`;
    const known = this.#writes.get(key) ?? this.#writesIn(this.#reading.after(action, isLocal));
    this.#writes.set(key, known);
    return known;
  }

  #writesIn(after: Partial | undefined): Writes {
    if (!after) return NO_WRITES;
    const writes = {
      set: new Set<string>(),
      cleared: new Set<string>(),
      fixed: new Set<string>(),
      unknown: false,
    };
    for (const partial of alternatives(after)) {
      if (partial.kind === "ref" && partial.path.length === 0) continue;
      if (partial.kind !== "object" || (partial.base && !isContext(partial.base))) writes.unknown = true;
      if (partial.kind !== "object") continue;
      for (const field of partial.fields.keys())
        for (const value of alternatives(memberOf(partial, field))) {
          if (value.kind === "ref" && value.path.length === 1 && value.path[0] === field) continue;
          const whole = wholly(value);
          const isClear = whole !== undefined && this.#isClear(field, whole.value);
          writes[isClear ? "cleared" : "set"].add(field);
          if (whole && !isClear && typeof whole.value !== "number") writes.fixed.add(field);
        }
    }
    return writes;
  }

  #isClear(field: string, value: unknown): boolean {
    const start = this.#start(field);
    return isEmpty(value) || (start !== undefined && Object.is(start.value, value));
  }
}

type Note = (names: Iterable<string>, kind: Kind, element: ChartElement) => void;

const newFound = (): Found => ({
  set: new Map(),
  cleared: new Map(),
  fixed: new Map(),
  read: new Map(),
  unread: new Map(),
});

const keyOf = ({ kind, id }: ChartElement): string => `${kind} ${id}`;

const idOf = (source: readonly string[], { slot, event, index }: Transition): string =>
  transitionId({ source, slot, ...(event === undefined ? {} : { event }), index });

const isContext = (partial: Partial): boolean => partial.kind === "ref" && partial.path.length === 0;

/** Nothing, no, 0, an empty text, an empty list. */
const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0);

/** Code of a state besides its actions that is given the context: what it gives back, and what it gives an actor. */
const codesOf = ({ output, invoke }: StateNode): readonly string[] => [
  ...(output ? [output.text] : []),
  ...invoke.flatMap(({ input }) => (input ? [input.text] : [])),
];

const wordsIfUnread = ({ text, readable }: { readonly text: string; readonly readable: boolean }) =>
  readable ? [] : wordsOf(text);

/** The names of the guards within `and`, `or` and `not`. */
function guardNames(expr: Expr): readonly string[] {
  if (expr.kind === "literal") return typeof expr.value === "string" ? [expr.value] : [];
  if (expr.kind === "object") {
    const type = fieldOf(expr, "type");
    return type ? guardNames(type) : [];
  }
  if (expr.kind === "array")
    return expr.items.flatMap((item) => guardNames(item.kind === "spread" ? item.of : item));
  if (expr.kind !== "call" || !JOINS.has(expr.name)) return [];
  return expr.args.flatMap((arg) => guardNames(arg.kind === "spread" ? arg.of : arg));
}

const JOINS: ReadonlySet<string> = new Set(["and", "or", "not"]);
