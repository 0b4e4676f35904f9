import type { Action, Chart, Guard, StateNode } from "#core/chart/chart.ts";
import type { CodeReading } from "#core/semantics/codeReading.ts";
import { eachAction, eachGuard } from "#core/semantics/stateGraph.ts";
import { KEEP, type Change, type Transfer, type Values } from "#core/semantics/transfer.ts";
import { alternatives, ANY, either, memberOf, valueOf, type Partial } from "#core/expr/partialValue.ts";

/** A field of the context that some guard reads and some action gives plain values. */
interface Field {
  readonly path: readonly string[];
  /** The values written; the bit behind the last stands for all others. */
  readonly values: readonly unknown[];
  readonly bits: ReadonlyMap<unknown, bigint>;
  readonly other: bigint;
}

/** A guard's answer for some values, and the values that are left when it says yes or no; undefined when none are. */
export interface Verdict {
  readonly truth: boolean | undefined;
  readonly ifTrue: Values | undefined;
  readonly ifFalse: Values | undefined;
}

/** Fields that can hold more different values than this are followed no further: the steps grow with the values. */
const MAX_WRITTEN_VALUES = 512;

/**
 * The fields of the context that guards ask about and actions write as plain values, and what the guards and actions of a chart say
 * about them. Each is computed once for each code.
 */
export class ContextFields {
  readonly fields: readonly Field[];
  readonly #reading: CodeReading;
  readonly #transfers = new Map<string, Transfer>();
  readonly #answers = new Map<string, Verdict>();
  readonly #verdicts = new Map<string, Map<string, Verdict>>();
  readonly #reads = new Map<string, readonly number[]>();
  readonly #after = new Map<string, Partial | undefined>();
  readonly #partials = new Map<string, Partial>();
  readonly #byPath: ReadonlyMap<string, number>;

  constructor(chart: Chart, reading: CodeReading) {
    this.#reading = reading;
    this.fields = this.#find(chart);
    this.unknown = this.fields.map(({ other }) => (other << 1n) - 1n);
    this.#byPath = new Map(this.fields.map(({ path }, i) => [path.join("\0"), i]));
  }

  /** Nothing is known. */
  readonly unknown: Values;

  /** What a list of actions of a state does, in order. */
  transferOf(action: Action, isLocal: boolean): Transfer {
    const key = keyOf(action.text, isLocal);
    const known = this.#transfers.get(key);
    if (known) return known;
    const after = this.#afterOf(action, isLocal);
    const transfer = after ? this.#transferTo(after) : KEEP;
    this.#transfers.set(key, transfer);
    return transfer;
  }

  /** Numbers of the fields that a guard reads. */
  readBy(guard: Guard, isLocal: boolean): readonly number[] {
    const key = keyOf(guard.text, isLocal);
    const known = this.#reads.get(key);
    if (known) return known;
    const paths = new Set<string>();
    this.#reading.guardTruth(guard, noting(paths), isLocal);
    const reads = this.fields.flatMap(({ path }, i) => (paths.has(path.join("\0")) ? [i] : []));
    this.#reads.set(key, reads);
    return reads;
  }

  verdict(guard: Guard, values: Values, isLocal: boolean): Verdict {
    const reads = this.readBy(guard, isLocal);
    if (reads.length === 0) return { truth: undefined, ifTrue: values, ifFalse: values };
    if (reads.length === 1) return this.#single(guard, values, reads[0]!, isLocal);
    const key = keyOf(guard.text, isLocal);
    let table = this.#verdicts.get(key);
    if (!table) this.#verdicts.set(key, (table = new Map()));
    const held = reads.map((field) => values[field]!.toString(36)).join(",");
    let known = table.get(held);
    if (!known) table.set(held, (known = this.#judge(guard, values, reads, isLocal)));
    const onto = (left: Values | undefined) =>
      left && values.map((value, field) => (reads.includes(field) ? left[field]! : value));
    return { truth: known.truth, ifTrue: onto(known.ifTrue), ifFalse: onto(known.ifFalse) };
  }

  /** A guard over one field is evaluated once for all its values. */
  #single(guard: Guard, values: Values, field: number, isLocal: boolean): Verdict {
    const key = keyOf(guard.text, isLocal);
    let answers = this.#answers.get(key);
    if (!answers) {
      answers = this.#judge(guard, this.unknown, [field], isLocal);
      this.#answers.set(key, answers);
    }
    const held = values[field]!;
    const yes = held & (answers.ifTrue?.[field] ?? 0n);
    const no = held & (answers.ifFalse?.[field] ?? 0n);
    const left = (subset: bigint) =>
      subset === 0n ? undefined : subset === held ? values : values.with(field, subset);
    return { truth: yes === 0n ? false : no === 0n ? true : undefined, ifTrue: left(yes), ifFalse: left(no) };
  }

  #judge(guard: Guard, values: Values, reads: readonly number[], isLocal: boolean): Verdict {
    const truthFor = (given: Values) => this.#reading.guardTruth(guard, this.#holding(given), isLocal);
    const truth = truthFor(values);
    if (truth !== undefined)
      return { truth, ifTrue: truth ? values : undefined, ifFalse: truth ? undefined : values };
    const yes = [...values];
    const no = [...values];
    for (const field of reads) {
      // All values of a field at once, then halves of them for as long as the answer is open.
      const narrow = (held: bigint) => {
        const answer = truthFor(values.with(field, held));
        if (answer === false) yes[field]! &= ~held;
        else if (answer === true) no[field]! &= ~held;
        else for (const half of halvesOf(held)) narrow(half);
      };
      for (const half of halvesOf(values[field]!)) narrow(half);
    }
    const anyOf = (left: Values) => (reads.every((field) => left[field] !== 0n) ? left : undefined);
    return { truth, ifTrue: anyOf(yes), ifFalse: anyOf(no) };
  }

  #holding(values: Values) {
    return (path: readonly string[]): Partial => {
      const field = this.#byPath.get(path.join("\0"));
      return field === undefined ? ANY : this.#partial(field, values[field]!);
    };
  }

  #partial(number: number, held: bigint): Partial {
    const key = `${number} ${held.toString(36)}`;
    const known = this.#partials.get(key);
    if (known) return known;
    const { values, bits, other } = this.fields[number]!;
    const partials = values.filter((value) => held & bits.get(value)!).map(valueOf);
    const joined = either(held & other ? [...partials, { kind: "other", than: new Set(values) }] : partials);
    this.#partials.set(key, joined);
    return joined;
  }

  #transferTo(after: Partial): Transfer {
    const transfer = new Map<number, Change>();
    for (const [i, field] of this.fields.entries()) {
      const change = changeOf(field, after);
      if (!change.keeps || change.written) transfer.set(i, change);
    }
    return transfer.size === 0 ? KEEP : transfer;
  }

  #afterOf(action: Action, isLocal: boolean): Partial | undefined {
    const key = keyOf(action.text, isLocal);
    if (!this.#after.has(key)) this.#after.set(key, this.#reading.after(action, isLocal));
    return this.#after.get(key);
  }

  #find(chart: Chart): Field[] {
    const paths = new Set<string>();
    const afters: Partial[] = [];
    const { guards, actions } = codesOf(chart.root);
    for (const { code, isLocal } of guards.values()) this.#reading.guardTruth(code, noting(paths), isLocal);
    for (const { code, isLocal } of actions.values()) {
      const after = this.#afterOf(code, isLocal);
      if (after) afters.push(after);
    }
    return [...paths].flatMap((key) => fieldOf(key.split("\0"), afters) ?? []);
  }
}

/** A guard or action, and whether its names mean what they mean in the file of the chart. */
interface Coded<T> {
  readonly code: T;
  readonly isLocal: boolean;
}

/** The different guards and actions of a state and all that is inside of it, each by its text where it first stands. */
interface Codes {
  readonly guards: ReadonlyMap<string, Coded<Guard>>;
  readonly actions: ReadonlyMap<string, Coded<Action>>;
}

/** Of the children of a state: the list stays the same while none of them changes. */
const codesBelow = new WeakMap<readonly StateNode[], Codes>();

function codesOf(node: StateNode): Codes {
  const guards = new Map<string, Coded<Guard>>();
  const actions = new Map<string, Coded<Action>>();
  eachGuard({ node }, (code, isLocal) => keepFirst(guards, keyOf(code.text, isLocal), { code, isLocal }));
  eachAction({ node }, (code, isLocal) => keepFirst(actions, keyOf(code.text, isLocal), { code, isLocal }));
  if (node.children.length === 0) return { guards, actions };
  const known = codesBelow.get(node.children);
  const below = known ?? joinedCodes(node.children.map(codesOf));
  if (!known) codesBelow.set(node.children, below);
  return joinedCodes([{ guards, actions }, below]);
}

function joinedCodes(all: readonly Codes[]): Codes {
  const guards = new Map<string, Coded<Guard>>();
  const actions = new Map<string, Coded<Action>>();
  for (const codes of all) {
    for (const [key, guard] of codes.guards) keepFirst(guards, key, guard);
    for (const [key, action] of codes.actions) keepFirst(actions, key, action);
  }
  return { guards, actions };
}

function keepFirst<T>(all: Map<string, T>, key: string, value: T): void {
  if (!all.has(key)) all.set(key, value);
}

const keyOf = (text: string, isLocal: boolean) => (isLocal ? text : `\0${text}`);

const noting = (paths: Set<string>) => (path: readonly string[]) => {
  if (path.length > 0) paths.add(path.join("\0"));
  return ANY;
};

const valueAt = (after: Partial, path: readonly string[]): Partial => path.reduce(memberOf, after);

/** A field that is given at least two plain values, or undefined. */
function fieldOf(path: readonly string[], afters: readonly Partial[]): Field | undefined {
  const values = new Set<unknown>();
  for (const after of afters)
    for (const partial of alternatives(valueAt(after, path)))
      if (partial.kind === "value" && (typeof partial.value !== "object" || partial.value === null))
        values.add(partial.value);
  if (values.size < 2) return undefined;
  const literals = [...values].slice(0, MAX_WRITTEN_VALUES);
  const bits = new Map(literals.map((value, i) => [value, 1n << BigInt(i)]));
  return { path, values: literals, bits, other: 1n << BigInt(literals.length) };
}

function changeOf({ path, bits, other }: Field, after: Partial): Change {
  let keeps = false;
  let written = 0n;
  for (const partial of alternatives(valueAt(after, path))) {
    if (partial.kind === "ref" && partial.path.join("\0") === path.join("\0")) keeps = true;
    else if (partial.kind === "value") written |= bits.get(partial.value) ?? other;
    else if (partial.kind === "object" || partial.kind === "function") written |= other;
    else written |= (other << 1n) - 1n;
  }
  return { keeps, written };
}

/** A set of values as two halves; none when it is a single one. */
function halvesOf(held: bigint): bigint[] {
  const digits = held.toString(2);
  const places = [...digits].flatMap((digit, i) => (digit === "1" ? [digits.length - 1 - i] : []));
  if (places.length < 2) return [];
  const low = places.slice(places.length >> 1).reduce((all, place) => all | (1n << BigInt(place)), 0n);
  return [held & ~low, low];
}
