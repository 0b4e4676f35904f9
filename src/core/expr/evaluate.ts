import type { Arrow, Expr, Item, Member, Index, MethodCall, Pattern } from "#core/expr/expr.ts";
import { callMethod } from "#core/expr/methods.ts";
import { binary, unary } from "#core/expr/operators.ts";
import { ExprError } from "#core/expr/exprError.ts";

/** Names and what they stand for. Only own properties count. */
export type ExprScope = Readonly<Record<string, unknown>>;

/** A function of the subset as a value: an arrow with the names it saw. Called with `applyClosure`, never by JavaScript. */
export class Closure {
  readonly arrow: Arrow;
  readonly names: Names;
  constructor(arrow: Arrow, names: Names) {
    this.arrow = arrow;
    this.names = names;
  }
}

/** Names bound by the parameters of one call, and those outside it. */
class Names {
  readonly bindings = new Map<string, unknown>();
  readonly outer: Names | ExprScope;
  constructor(outer: Names | ExprScope) {
    this.outer = outer;
  }
}

/** What may still be done: every expression and every copied item counts one. */
export interface Budget {
  steps: number;
}

/** The value of a chain that met nothing at a `?.`. */
const SHORT = Symbol("short");

const DEFAULT_STEPS = 200_000;

export interface EvaluateOptions {
  /** Expressions that may be evaluated before it gives up; 200 000 when left out. */
  readonly steps?: number;
}

/**
 * The value of an expression, as JavaScript would give it for JSON data, with nothing run: no prototypes, no globals, no
 * methods but those of the subset. A member that is absent is undefined; a member of nothing without `?.` is an error.
 * @throws ExprError with the place: unknown name, member of nothing, an operator on objects, too many steps
 */
export function evaluate(expr: Expr, scope: ExprScope, options: EvaluateOptions = {}): unknown {
  return guarded(expr, () => value(expr, new Names(scope), budgetOf(options)));
}

/** Calls an arrow of the subset, such as a guard, with arguments. @throws ExprError as `evaluate` does */
export function applyArrow(
  arrow: Arrow,
  args: readonly unknown[],
  scope: ExprScope,
  options: EvaluateOptions = {},
): unknown {
  return guarded(arrow, () => applyClosure(new Closure(arrow, new Names(scope)), args, budgetOf(options)));
}

const budgetOf = (options: EvaluateOptions): Budget => ({ steps: options.steps ?? DEFAULT_STEPS });

/** A stack that runs out is reported like a budget that runs out. */
function guarded(expr: Expr, run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw new ExprError("budget", "It goes too deep.", expr.at);
    throw error;
  }
}

/** Binds the parameters and evaluates the body. */
export function applyClosure(closure: Closure, args: readonly unknown[], budget: Budget): unknown {
  const names = new Names(closure.names);
  for (const [i, pattern] of closure.arrow.params.entries())
    bind(pattern, args[i], names, budget, closure.arrow);
  return value(closure.arrow.body, names, budget);
}

function value(expr: Expr, names: Names, budget: Budget): unknown {
  const result = raw(expr, names, budget);
  return result === SHORT ? undefined : result;
}

function raw(expr: Expr, names: Names, budget: Budget): unknown {
  if (budget.steps-- <= 0) throw new ExprError("budget", "It takes too many steps.", expr.at);
  const of = (inner: Expr) => value(inner, names, budget);
  switch (expr.kind) {
    case "literal":
      return expr.value;
    case "name":
      return lookup(names, expr.name, expr);
    case "member":
    case "index":
    case "method":
      return chain(expr, names, budget);
    case "call":
      return helper(lookup(names, expr.name, expr), list(expr.args, names, budget), budget, expr);
    case "math": {
      const numbers = list(expr.args, names, budget).map((arg) =>
        typeof arg === "number" ? arg : Number.NaN,
      );
      return Math[expr.fn](...(numbers as [number]));
    }
    case "unary":
      return unary(expr, of(expr.of));
    case "binary": {
      const left = of(expr.left);
      if (expr.op === "&&") return left ? of(expr.right) : left;
      if (expr.op === "||") return left ? left : of(expr.right);
      if (expr.op === "??") return left ?? of(expr.right);
      return binary(expr, left, of(expr.right));
    }
    case "conditional":
      return of(expr.test) ? of(expr.yes) : of(expr.no);
    case "array":
      return list(expr.items, names, budget);
    case "object":
      return object(expr, names, budget);
    case "template":
      return expr.texts.reduce((text, part, i) => text + asText(of(expr.holes[i - 1] as Expr), expr) + part);
    case "arrow":
      return new Closure(expr, names);
  }
}

function lookup(names: Names, name: string, expr: Expr): unknown {
  let at: Names | ExprScope = names;
  while (at instanceof Names) {
    if (at.bindings.has(name)) return at.bindings.get(name);
    at = at.outer;
  }
  if (Object.hasOwn(at, name)) return at[name];
  throw new ExprError("unknown-name", `There is no '${name}' here.`, expr.at);
}

function chain(expr: Member | Index | MethodCall, names: Names, budget: Budget): unknown {
  const target = expr.chain ? raw(expr.of, names, budget) : value(expr.of, names, budget);
  if (target === SHORT) return SHORT;
  if (target === undefined || target === null) {
    if (expr.optional) return SHORT;
    const label =
      expr.kind === "member" ? `'${expr.name}'` : expr.kind === "method" ? `'${expr.method}'` : "an item";
    throw new ExprError("nothing", `There is no ${label} of ${String(target)}.`, expr.at);
  }
  if (expr.kind === "member") return property(target, expr.name);
  if (expr.kind === "index") {
    const key = value(expr.index, names, budget);
    return typeof key === "string" || typeof key === "number" ? property(target, String(key)) : undefined;
  }
  const args = list(expr.args, names, budget);
  return callMethod(expr, target, args, budget, (fn, given) => helper(fn, given, budget, expr));
}

/** Own data of objects, items and `length` of lists and texts; nothing inherited. */
function property(target: unknown, name: string): unknown {
  if (typeof target === "string") {
    if (name === "length") return target.length;
    return /^\d+$/.test(name) ? target[Number(name)] : undefined;
  }
  if (typeof target !== "object" || target === null || target instanceof Closure) return undefined;
  return Object.hasOwn(target, name) ? (target as Record<string, unknown>)[name] : undefined;
}

function helper(fn: unknown, args: readonly unknown[], budget: Budget, expr: Expr): unknown {
  if (!(fn instanceof Closure)) throw new ExprError("not-a-function", "It is not a function.", expr.at);
  return applyClosure(fn, args, budget);
}

function list(items: readonly Item[], names: Names, budget: Budget): unknown[] {
  const out: unknown[] = [];
  for (const item of items) {
    if (item.kind !== "spread") {
      out.push(value(item, names, budget));
      continue;
    }
    const spread = value(item.of, names, budget);
    if (!Array.isArray(spread))
      throw new ExprError("not-a-list", "Only a list can be spread here.", item.of.at);
    budget.steps -= spread.length;
    for (const entry of spread) out.push(entry);
  }
  return out;
}

function object(
  expr: Extract<Expr, { kind: "object" }>,
  names: Names,
  budget: Budget,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const field of expr.fields) {
    if (field.kind === "spread") {
      const spread = value(field.of, names, budget);
      if (typeof spread !== "object" || spread === null || spread instanceof Closure) continue;
      for (const key of Object.keys(spread)) {
        budget.steps--;
        if (key !== "__proto__") out[key] = (spread as Record<string, unknown>)[key];
      }
      continue;
    }
    const key = typeof field.key === "string" ? field.key : value(field.key, names, budget);
    if ((typeof key !== "string" && typeof key !== "number") || key === "__proto__")
      throw new ExprError("key", "A key is a text or a number.", expr.at);
    out[key] = value(field.value, names, budget);
  }
  return out;
}

function bind(pattern: Pattern, given: unknown, names: Names, budget: Budget, expr: Expr): void {
  const argument = given === undefined && pattern.fallback ? value(pattern.fallback, names, budget) : given;
  if (pattern.kind === "bind") {
    names.bindings.set(pattern.name, argument);
    return;
  }
  if (argument === undefined || argument === null)
    throw new ExprError("nothing", `There is nothing to take apart in ${String(argument)}.`, expr.at);
  if (pattern.kind === "object") {
    for (const { key, to } of pattern.fields) bind(to, property(argument, key), names, budget, expr);
    if (pattern.rest === undefined) return;
    const taken = new Set(pattern.fields.map((field) => field.key));
    const rest = Object.entries(argument).filter(([key]) => !taken.has(key) && key !== "__proto__");
    names.bindings.set(pattern.rest, Object.fromEntries(rest));
    return;
  }
  if (!Array.isArray(argument))
    throw new ExprError("not-a-list", "Only a list can be taken apart so.", expr.at);
  for (const [i, item] of pattern.items.entries()) if (item) bind(item, argument[i], names, budget, expr);
  if (pattern.rest !== undefined) names.bindings.set(pattern.rest, argument.slice(pattern.items.length));
}

function asText(part: unknown, expr: Expr): string {
  if (typeof part === "object" && part !== null)
    throw new ExprError("operand", "A list or object is not a text.", expr.at);
  return String(part);
}
