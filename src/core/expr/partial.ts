import type { Arrow, Binary, Expr, Item, MethodCall, ObjectLiteral, Pattern } from "#core/expr/expr.ts";
import { evaluate } from "#core/expr/evaluate.ts";
import { ExprError } from "#core/expr/exprError.ts";
import {
  alternatives,
  ANY,
  either,
  memberOf,
  spreadOver,
  UNDEFINED,
  valueOf,
  wholly,
  type Partial,
  type PartialNames,
} from "#core/expr/partialValue.ts";
import { addAll } from "#core/text/addAll.ts";

/** What an evaluation may ask of its surroundings. */
export interface PartialWorld {
  /** A name that no parameter binds: a const of the module. */
  readonly global: (name: string) => Partial;
  /** What is known of a field of the context; asked wherever its value counts. */
  readonly held: (path: readonly string[]) => Partial;
  /** Expressions that may still be evaluated; after that the value is unknown. */
  budget: number;
  /** Expressions within one another that are being evaluated. */
  depth?: number;
}

const NO_NAMES: PartialNames = { bindings: new Map() };
/**
 * Expressions within one another that are evaluated, through calls too: a helper that calls itself, or a condition of thousands of parts, would
 * take the whole stack before it takes the budget.
 */
const MAX_DEPTH = 500;
/** Combinations of alternatives that are tried for one operator. */
const MAX_COMBINATIONS = 4096;

/**
 * What is known of the value of an expression when only some of what it reads is known. Where this is certain, JavaScript gives the
 * same for every context that fits; never throws, and knows nothing of expressions that would throw.
 */
export function partially(expr: Expr, world: PartialWorld, names: PartialNames = NO_NAMES): Partial {
  const { depth = 0 } = world;
  if (world.budget-- <= 0 || depth >= MAX_DEPTH) return ANY;
  world.depth = depth + 1;
  const value = ofKind(expr, world, names);
  world.depth = depth;
  return value;
}

function ofKind(expr: Expr, world: PartialWorld, names: PartialNames): Partial {
  const of = (inner: Expr) => partially(inner, world, names);
  switch (expr.kind) {
    case "literal":
      return valueOf(expr.value);
    case "name":
      return named(expr.name, world, names);
    case "member":
      return memberOf(of(expr.of), expr.name);
    case "index": {
      const target = of(expr.of);
      const keys = alternatives(settled(of(expr.index), world));
      return either(keys.map((key) => (isKey(key) ? memberOf(target, String(key.value)) : ANY)));
    }
    case "method":
      return method(expr, world, names);
    case "call":
      return applied(named(expr.name, world, names), argumentsOf(expr.args, world, names), world);
    case "unary": {
      if (expr.op === "!") {
        const truth = truthOf(of(expr.of), world);
        return truth === undefined ? ANY : valueOf(!truth);
      }
      return computed(expr, [of(expr.of)], world, ([a]) => ({ ...expr, of: a! }));
    }
    case "binary":
      return binary(expr, world, names);
    case "conditional": {
      const truth = truthOf(of(expr.test), world);
      if (truth !== undefined) return of(truth ? expr.yes : expr.no);
      return either([of(expr.yes), of(expr.no)]);
    }
    case "object":
      return object(expr, world, names);
    case "array": {
      const items = argumentsOf(expr.items, world, names)?.map(wholly);
      return items?.every((item) => item !== undefined) ? valueOf(items.map((item) => item.value)) : ANY;
    }
    case "arrow":
      return { kind: "function", arrow: expr, names };
    case "math":
    case "template":
      return ANY;
  }
}

/** Whether a value is truthy; undefined where it may be either. */
export function truthOf(value: Partial, world: PartialWorld): boolean | undefined {
  let all: boolean | undefined;
  for (const partial of alternatives(settled(value, world))) {
    const truth = truthOfAlternative(partial);
    if (truth === undefined || (all !== undefined && truth !== all)) return undefined;
    all = truth;
  }
  return all;
}

function truthOfAlternative(partial: Partial): boolean | undefined {
  if (partial.kind === "value") return Boolean(partial.value);
  if (partial.kind === "any") return partial.truth;
  return partial.kind === "object" || partial.kind === "function" ? true : undefined;
}

/** What a function gives for these arguments. */
export function applied(fn: Partial, args: readonly Partial[] | undefined, world: PartialWorld): Partial {
  if (fn.kind !== "function" || !args || world.budget <= 0) return ANY;
  return appliedArrow(fn.arrow, args, world, fn.names);
}

export function appliedArrow(
  arrow: Arrow,
  args: readonly Partial[],
  world: PartialWorld,
  outer: PartialNames = NO_NAMES,
): Partial {
  const bindings = new Map<string, Partial>();
  const names = { bindings, outer };
  arrow.params.forEach((pattern, i) => bind(pattern, args[i] ?? UNDEFINED, bindings, world, names));
  return partially(arrow.body, world, names);
}

function bind(
  pattern: Pattern,
  given: Partial,
  bindings: Map<string, Partial>,
  world: PartialWorld,
  names: PartialNames,
): void {
  const argument = pattern.fallback ? orElse(given, () => partially(pattern.fallback!, world, names)) : given;
  if (pattern.kind === "bind") {
    bindings.set(pattern.name, argument);
    return;
  }
  if (pattern.rest !== undefined) bindings.set(pattern.rest, ANY);
  if (pattern.kind === "object")
    for (const { key, to } of pattern.fields) bind(to, memberOf(argument, key), bindings, world, names);
  else
    pattern.items.forEach(
      (item, i) => item && bind(item, memberOf(argument, String(i)), bindings, world, names),
    );
}

/** A parameter's value, or its default where it is undefined. */
function orElse(given: Partial, fallback: () => Partial): Partial {
  return either(
    alternatives(given).map((partial) => {
      if (partial.kind === "value") return partial.value === undefined ? fallback() : partial;
      return partial.kind === "object" || partial.kind === "function"
        ? partial
        : either([partial, fallback()]);
    }),
  );
}

function named(name: string, world: PartialWorld, names: PartialNames): Partial {
  for (let at: PartialNames | undefined = names; at; at = at.outer) {
    const known = at.bindings.get(name);
    if (known) return known;
  }
  return world.global(name);
}

/** Fields of the context replaced by what they hold. */
const settled = (value: Partial, world: PartialWorld): Partial =>
  value.kind === "ref" || value.kind === "either"
    ? either(
        alternatives(value).map((partial) => (partial.kind === "ref" ? world.held(partial.path) : partial)),
      )
    : value;

const isKey = (key: Partial): key is { kind: "value"; value: string | number } =>
  key.kind === "value" && (typeof key.value === "string" || typeof key.value === "number");

/** Undefined when they cannot be counted. */
function argumentsOf(
  items: readonly Item[],
  world: PartialWorld,
  names: PartialNames,
): Partial[] | undefined {
  const out: Partial[] = [];
  let counted = true;
  for (const item of items) {
    if (item.kind !== "spread") {
      out.push(partially(item, world, names));
      continue;
    }
    const list = wholly(settled(partially(item.of, world, names), world))?.value;
    if (Array.isArray(list)) addAll(out, list.map(valueOf));
    else counted = false;
  }
  return counted ? out : undefined;
}

function binary(expr: Binary, world: PartialWorld, names: PartialNames): Partial {
  const left = partially(expr.left, world, names);
  const right = () => partially(expr.right, world, names);
  if (expr.op === "&&" || expr.op === "||") {
    const truth = truthOf(left, world);
    if (truth !== undefined) return truth === (expr.op === "&&") ? right() : left;
    const then = right();
    const decides = expr.op === "||";
    return truthOf(then, world) === decides ? { kind: "any", truth: decides } : either([left, then]);
  }
  if (expr.op === "??") {
    const nothing = isNothing(settled(left, world));
    return nothing === undefined ? either([left, right()]) : nothing ? right() : left;
  }
  return computed(
    expr,
    [left, right()],
    world,
    ([a, b]) => ({ ...expr, left: a!, right: b! }),
    compared(expr),
  );
}

function isNothing(value: Partial): boolean | undefined {
  const answers = new Set(
    alternatives(value).map((partial) =>
      partial.kind === "value"
        ? (partial.value ?? null) === null
        : partial.kind === "object" || partial.kind === "function"
          ? false
          : undefined,
    ),
  );
  return answers.size === 1 ? [...answers][0] : undefined;
}

/** `===` and `!==` say something even of values that are not known. */
const compared =
  ({ op }: Binary) =>
  ([a, b]: readonly Partial[]): Partial | undefined => {
    if (op !== "===" && op !== "!==") return undefined;
    if (isPlainValue(a!) && isPlainValue(b!)) return valueOf((a.value === b.value) === (op === "==="));
    return differs(a!, b!) || differs(b!, a!) ? valueOf(op === "!==") : undefined;
  };

const isPlainValue = (partial: Partial): partial is Partial & { kind: "value" } =>
  partial.kind === "value" && (typeof partial.value !== "object" || partial.value === null);

function differs(a: Partial, b: Partial): boolean {
  if (b.kind !== "value" || (typeof b.value === "object" && b.value !== null)) return false;
  return a.kind === "object" || a.kind === "function" || (a.kind === "other" && a.than.has(b.value));
}

/**
 * The value of an operator or method for all alternatives of its operands; `rebuilt` puts operands that are wholly known into place,
 * so that the evaluator of the subset says what comes of them.
 */
function computed(
  expr: Expr,
  operands: readonly Partial[],
  world: PartialWorld,
  rebuilt: (operands: readonly Expr[]) => Expr,
  special?: (operands: readonly Partial[]) => Partial | undefined,
): Partial {
  const choices = operands.map((operand) => alternatives(settled(operand, world)));
  if (choices.reduce((product, list) => product * list.length, 1) > MAX_COMBINATIONS) return ANY;
  const tuples = choices.reduce<readonly (readonly Partial[])[]>(
    (all, list) => all.flatMap((tuple) => list.map((choice) => [...tuple, choice])),
    [[]],
  );
  const results: Partial[] = [];
  for (const tuple of tuples) {
    const known = special?.(tuple) ?? concrete(expr, tuple, rebuilt);
    if (known.kind === "any") return ANY;
    results.push(known);
  }
  return either(results);
}

function concrete(
  { at }: Expr,
  operands: readonly Partial[],
  rebuilt: (operands: readonly Expr[]) => Expr,
): Partial {
  const scope: Record<string, unknown> = {};
  const places: Expr[] = [];
  for (const [i, operand] of operands.entries()) {
    // A function that sees nothing but its parameters; whatever else it names is not known here.
    const known = operand.kind === "function" ? undefined : wholly(operand);
    if (!known && operand.kind !== "function") return ANY;
    if (known) scope[`$${i}`] = known.value;
    places.push(operand.kind === "function" ? operand.arrow : { kind: "name", name: `$${i}`, at });
  }
  try {
    return valueOf(evaluate(rebuilt(places), scope, { steps: 5000 }));
  } catch (error) {
    if (error instanceof ExprError) return ANY;
    throw error;
  }
}

function method(expr: MethodCall, world: PartialWorld, names: PartialNames): Partial {
  const target = partially(expr.of, world, names);
  const args = argumentsOf(expr.args, world, names);
  if (!args) {
    settled(target, world);
    return ANY;
  }
  const special = ([list, item]: readonly Partial[]) =>
    expr.method === "includes" &&
    args.length === 1 &&
    list!.kind === "value" &&
    Array.isArray(list!.value) &&
    item!.kind === "other" &&
    list!.value.every((value) => differs(item!, valueOf(value)))
      ? valueOf(false)
      : undefined;
  return computed(
    expr,
    [target, ...args],
    world,
    ([of, ...rest]) => ({ ...expr, of: of!, args: rest }),
    special,
  );
}

function object(expr: ObjectLiteral, world: PartialWorld, names: PartialNames): Partial {
  let objects: readonly (Partial & { kind: "object" })[] = [{ kind: "object", fields: new Map() }];
  for (const field of expr.fields) {
    if (field.kind === "spread") {
      const given = alternatives(partially(field.of, world, names));
      if (objects.length * given.length > 16) return ANY;
      objects = objects.flatMap((item) => given.map((then) => spreadOver(item, then)));
      continue;
    }
    const value = partially(field.value, world, names);
    const key =
      typeof field.key === "string" ? valueOf(field.key) : settled(partially(field.key, world, names), world);
    objects = objects.map((item) =>
      isKey(key)
        ? { ...item, fields: new Map([...item.fields, [String(key.value), value]]) }
        : { kind: "object", fields: new Map(), base: ANY },
    );
  }
  return either(objects);
}
