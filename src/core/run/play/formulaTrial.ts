import type { GuardTrial, ValueRead } from "#core/run/play/microstep.ts";
import { applyArrow, Closure, type ExprScope } from "#core/expr/evaluate.ts";
import type { Arrow, Expr, ExprOf, Pattern } from "#core/expr/expr.ts";
import { ExprError } from "#core/expr/exprError.ts";
import { forEvent } from "#core/expr/forEvent.ts";
import { helperScope, type Helper } from "#core/expr/helpers.ts";
import { innerOf } from "#core/expr/parts.ts";
import { printFormula } from "#core/expr/print.ts";
import { jsonEqual, type Json } from "#core/text/json.ts";

/** The code of a module's guards and of the consts in them, for `GuardFormulas`. */
export interface GuardCode {
  /** By name in setup; of a guard written in place by the id of its transition. */
  readonly guards: Readonly<Record<string, string>>;
  readonly consts: readonly Helper[];
}

/** What a guard was given. */
export interface GuardGiven {
  readonly context: unknown;
  readonly event: { readonly type: string };
  readonly params?: unknown;
}

/** Helpers within helpers that are followed. */
const MAX_HELPER_NESTING = 5;
/** Bodies that are cached for the next step. */
const MAX_CACHED_BODIES = 5_000;
const NONE: ReadonlySet<string> = new Set();
/** Length of a value that is shown; a longer one is left out. */
const MAX_VALUE_CHARACTERS = 400;

/**
 * Tries the formulas of guards once more, part by part, to tell which part decided and what it read. Only code in the readable
 * subset has formulas; what this gives counts only where it comes to XState's own verdict.
 */
export class GuardFormulas {
  readonly #code: Readonly<Record<string, string>>;
  readonly #scope: ExprScope;
  readonly #consts: ReadonlyMap<string, string>;
  readonly #exprOf: ExprOf;
  /** What every step needs, computed once: bodies by guard and event type, texts of parts. */
  readonly #bodies = new Map<string, Expr>();
  readonly #texts = new WeakMap<Expr, string>();
  readonly #spelled = new WeakMap<Expr, string>();

  constructor({ guards, consts }: GuardCode, exprOf: ExprOf) {
    this.#code = guards;
    this.#exprOf = exprOf;
    this.#scope = helperScope(consts, exprOf);
    this.#consts = new Map(consts.map(({ name, text }) => [name, text]));
  }

  /** The parts of a guard's formula; undefined where it has none, or where it does not come to that verdict. */
  try(name: string, given: GuardGiven, verdict: boolean): GuardTrial | undefined {
    const arrow = this.#parse(Object.hasOwn(this.#code, name) ? (this.#code[name] ?? "") : "");
    if (arrow?.kind !== "arrow") return undefined;
    const place: Place = {
      arrow,
      args: [{ context: given.context, event: given.event }, given.params],
      fields: new Map(eventNames(arrow.params[0]).map((item) => [item, null])),
      depth: 0,
    };
    try {
      const trial = this.#part(this.#body(name, arrow, given.event.type), place);
      return trial.verdict === verdict ? trial : undefined;
    } catch (error) {
      if (error instanceof ExprError) return undefined;
      throw error;
    }
  }

  #body(name: string, arrow: Arrow, event: string): Expr {
    const key = `${event}|${name}`;
    const known = this.#bodies.get(key);
    if (known) return known;
    const body = forEvent(arrow.body, event);
    // Event types come from outside: the cache stays bounded.
    if (this.#bodies.size < MAX_CACHED_BODIES) this.#bodies.set(key, body);
    return body;
  }

  /** A part as a formula, and with all its prefixes. */
  #text(expr: Expr): string {
    const known = this.#texts.get(expr) ?? printFormula(expr, { impliedContext: true });
    this.#texts.set(expr, known);
    return known;
  }
  #spelling(expr: Expr): string {
    const known = this.#spelled.get(expr) ?? printFormula(expr, { bare: NONE, impliedContext: true });
    this.#spelled.set(expr, known);
    return known;
  }

  #part(expr: Expr, place: Place): GuardTrial {
    const sign = expr.kind === "binary" && (expr.op === "&&" || expr.op === "||") ? expr.op : undefined;
    if (sign) return this.#joined(expr, sign, place);
    if (expr.kind === "unary" && expr.op === "!") {
      const inner = this.#part(expr.of, place);
      if (inner.of.length > 0) return { sign: "not", verdict: !inner.verdict, of: [inner] };
    }
    if (expr.kind === "conditional") {
      const chosen = this.#part(this.#value(expr.test, place) ? expr.yes : expr.no, place);
      return this.#leaf(expr, chosen, place);
    }
    const opened = expr.kind === "call" ? this.#opened(expr, place) : undefined;
    return this.#leaf(expr, opened, place);
  }

  /** A part that is shown by its text, with what decides in it when that is known. */
  #leaf(expr: Expr, inner: GuardTrial | undefined, place: Place): GuardTrial {
    const verdict = inner ? inner.verdict : Boolean(this.#value(expr, place));
    const reads = this.#reads(expr, place);
    const fields = fieldsIn(expr, place) ?? [];
    return {
      sign: "formula",
      text: this.#text(expr),
      verdict,
      of: inner ? [inner] : [],
      ...(reads.length > 0 ? { reads } : {}),
      ...(fields.length > 0 ? { fields } : {}),
    };
  }

  #joined(expr: Expr, sign: "&&" | "||", place: Place): GuardTrial {
    const decides = sign === "||";
    let decided = false;
    const of = operandsOf(expr, sign).map((operand): GuardTrial => {
      if (decided)
        return {
          sign: "formula",
          text: this.#text(operand),
          verdict: null,
          of: [],
        };
      const part = this.#part(operand, place);
      decided = part.verdict === decides;
      return part;
    });
    return { sign: decides ? "or" : "and", verdict: decided === decides, of };
  }

  /** A helper that is called: its own formula with what it is given. */
  #opened(call: Expr & { kind: "call" }, place: Place): GuardTrial | undefined {
    const arrow = this.#parse(this.#consts.get(call.name) ?? "");
    if (arrow?.kind !== "arrow" || place.depth >= MAX_HELPER_NESTING) return undefined;
    const fields = new Map<string, readonly string[] | null>();
    let blind = false;
    const args = call.args.map((arg, i) => {
      if (arg.kind === "spread")
        throw new ExprError("operand", "Spread arguments are not followed.", call.at);
      const pattern = arrow.params[i];
      const event = isEvent(arg, place);
      const named = event ? null : fieldsIn(arg, place);
      // Parts of the event that are handed over in another shape cannot be followed.
      if (named === undefined || (named !== null && named.length > 0 && pattern?.kind !== "bind"))
        blind = true;
      else if (pattern?.kind === "bind") fields.set(pattern.name, named);
      return this.#value(arg, place);
    });
    // A function that is handed on has no value outside.
    if (blind || args.some((arg) => arg instanceof Closure)) return undefined;
    return this.#part(arrow.body, { arrow, args, fields, depth: place.depth + 1 });
  }

  #value(expr: Expr, { arrow, args }: Place): unknown {
    return applyArrow({ ...arrow, body: expr }, args, this.#scope);
  }

  /** The members, and the sides of comparisons, that an expression reads outside of its inner functions. */
  #reads(expr: Expr, place: Place): ValueRead[] {
    const reads: ValueRead[] = [];
    const tell = (item: Expr): void => {
      const text = this.#spelling(item);
      if (reads.some((read) => read.text === text)) return;
      try {
        const value = this.#value(item, place);
        if (isPlain(value)) {
          reads.push({ text, value });
          return;
        }
        const json = value === undefined ? "null" : JSON.stringify(value);
        if (json === undefined || json.length > MAX_VALUE_CHARACTERS || value instanceof Closure) return;
        const plain = JSON.parse(json) as Json;
        if (value === undefined || jsonEqual(plain, value)) reads.push({ text, value: plain });
      } catch (error) {
        if (!(error instanceof ExprError)) throw error;
      }
    };
    const visit = (item: Expr): void => {
      if (item.kind === "arrow" || item.kind === "literal") return;
      if (item.kind === "member" || item.kind === "index") {
        tell(item);
        return;
      }
      if (item.kind === "binary")
        for (const side of [item.left, item.right]) if (isWorkedOut(side)) tell(side);
      for (const inner of innerOf(item)) visit(inner);
    };
    visit(expr);
    return reads;
  }

  #parse(text: string): Expr | undefined {
    return text === "" ? undefined : this.#exprOf(text);
  }
}

/** Where an expression stands: in which function, with what arguments, and which names are the event (null) or come from fields of it. */
interface Place {
  readonly arrow: Arrow;
  readonly args: readonly unknown[];
  readonly fields: ReadonlyMap<string, readonly string[] | null>;
  readonly depth: number;
}

/** A value that is reported as it is: none that JSON would change, and no long text. */
const isPlain = (value: unknown): value is number | boolean | string | null =>
  value === null ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0)) ||
  (typeof value === "string" && value.length < MAX_VALUE_CHARACTERS / 6);

const isWorkedOut = ({ kind }: Expr): boolean =>
  kind === "call" || kind === "math" || kind === "method" || kind === "binary";

const operandsOf = (expr: Expr, sign: "&&" | "||"): Expr[] =>
  expr.kind === "binary" && expr.op === sign
    ? [...operandsOf(expr.left, sign), ...operandsOf(expr.right, sign)]
    : [expr];

/** What the first parameter of a guard calls the event. */
const eventNames = (pattern: Pattern | undefined): string[] =>
  pattern?.kind === "object"
    ? pattern.fields.flatMap(({ key, to }) => (key === "event" && to.kind === "bind" ? [to.name] : []))
    : [];

/** Whether an expression is the event itself. */
const isEvent = (expr: Expr, { fields }: Place): boolean =>
  expr.kind === "name" && fields.get(expr.name) === null;

/** The fields of the event that an expression names, its type left out; undefined when the event goes somewhere as a whole. */
function fieldsIn(expr: Expr, place: Place): readonly string[] | undefined {
  const fieldNames = new Set<string>();
  let whole = false;
  const visit = (item: Expr): void => {
    if (item.kind === "member" && isEvent(item.of, place)) {
      if (item.name !== "type") fieldNames.add(item.name);
      return;
    }
    if (item.kind === "name") {
      const fields = place.fields.get(item.name);
      if (fields === null) whole = true;
      for (const field of fields ?? []) fieldNames.add(field);
    }
    for (const inner of innerOf(item)) visit(inner);
  };
  visit(expr);
  return whole ? undefined : [...fieldNames];
}
