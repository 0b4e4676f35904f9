import type { Chart } from "#core/chart/chart.ts";
import type { Expr, Pattern } from "#core/expr/expr.ts";
import { boundNames } from "#core/expr/print.ts";

/**
 * What the context holds when a machine begins, field by field, as far as it is in the readable subset: helpers that make it are opened.
 * No guard or action tells a first value, so a wrong one would be seen nowhere.
 */
export interface StartValue {
  /** Names from the context inwards; `EACH` stands for every item of a list. */
  readonly path: readonly string[];
  readonly value: Expr;
  /** What the names in the value stand for, where they stand for plain values. */
  readonly known: ReadonlyMap<string, Expr>;
}

export const EACH = "*";

/** Helpers inside helpers, and lists inside lists: deeper ones are told by their names. */
const DEEPEST = 8;

type Known = ReadonlyMap<string, Expr>;
interface World {
  readonly parse: (text: string) => Expr | undefined;
  readonly constOf: (name: string) => string | undefined;
}

/** The first values of a chart's context, in the order in which they are written. */
export function startValuesOf(
  chart: Chart,
  parse: World["parse"],
  constOf: World["constOf"],
): readonly StartValue[] {
  const { context } = chart.root;
  const expr = context && parse(context.text);
  if (!expr) return [];
  const found: StartValue[] = [];
  walk(expr.kind === "arrow" ? expr.body : expr, [], new Map(), { parse, constOf }, found, 0);
  // what is written again further on counts
  return [...new Map(found.map((one) => [one.path.join("\0"), one])).values()];
}

function walk(
  expr: Expr,
  path: readonly string[],
  known: Known,
  world: World,
  found: StartValue[],
  depth: number,
): void {
  const inner = (one: Expr, at: readonly string[] = path, names: Known = known) =>
    walk(one, at, names, world, found, depth + 1);
  const leaf = () => {
    if (path.length > 0 && says(expr)) found.push({ path, value: expr, known });
  };
  if (depth > DEEPEST) return leaf();
  switch (expr.kind) {
    case "object":
      for (const field of expr.fields) {
        if (field.kind === "spread") inner(field.of);
        else if (typeof field.key === "string") inner(field.value, [...path, field.key]);
      }
      return;
    case "name": {
      const given = known.get(expr.name);
      const text = given ? undefined : world.constOf(expr.name);
      const value = given ?? (text === undefined ? undefined : world.parse(text));
      return value && value.kind !== "arrow" ? inner(value) : leaf();
    }
    case "call": {
      const helper = arrowOf(expr.name, world);
      if (!helper) return leaf();
      const { params, body } = helper;
      return inner(body, path, given(params, expr.args as readonly Expr[], known));
    }
    case "method": {
      const [arg] = expr.args;
      if (expr.method !== "map" || !arg) return leaf();
      const each = arg.kind === "arrow" ? arg : arg.kind === "name" ? arrowOf(arg.name, world) : undefined;
      return each ? inner(each.body, [...path, EACH], without(known, each.params)) : leaf();
    }
    case "array": {
      const [only] = expr.items;
      return expr.items.length === 1 && only?.kind === "object" ? inner(only, [...path, EACH]) : leaf();
    }
    default:
      leaf();
  }
}

function arrowOf(name: string, { parse, constOf }: World): Extract<Expr, { kind: "arrow" }> | undefined {
  const text = constOf(name);
  const expr = text === undefined ? undefined : parse(text);
  return expr?.kind === "arrow" ? expr : undefined;
}

/** Parameters of a helper by what is handed to them, where that says something without the place it comes from. */
function given(params: readonly Pattern[], args: readonly Expr[], known: Known): Known {
  const names = new Map<string, Expr>();
  for (const [i, param] of params.entries()) {
    const arg = args[i];
    if (param.kind !== "bind" || !arg) continue;
    const value = arg.kind === "name" ? known.get(arg.name) : arg;
    if (value && ["literal", "object", "array"].includes(value.kind)) names.set(param.name, value);
  }
  return names;
}

/** What is known still inside a function that has names of its own. */
const without = (known: Known, params: readonly Pattern[]): Known => {
  const own = new Set(params.flatMap(boundNames));
  return new Map([...known].filter(([name]) => !own.has(name)));
};

/** Nothing yet, none, an empty list, what is not yet so: where everything begins. The name of a seat says no more. */
function says(expr: Expr): boolean {
  if (expr.kind === "array") return expr.items.length > 0;
  if (expr.kind === "object") return expr.fields.length > 0;
  if (expr.kind === "name") return false;
  if (expr.kind !== "literal") return true;
  return Boolean(expr.value);
}
