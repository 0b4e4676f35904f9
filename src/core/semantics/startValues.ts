import type { Chart } from "#core/chart/chart.ts";
import type { Expr, Item, Pattern } from "#core/expr/expr.ts";
import { boundNames } from "#core/expr/parts.ts";

/**
 * What the context holds when a machine begins, field by field, as far as it is in the readable subset: helpers that make it are opened.
 * No guard or action tells a first value, so a wrong one would be seen nowhere.
 */
export interface StartValue {
  /** Names from the context inwards; `EACH` stands for every item of a list. */
  readonly path: readonly string[];
  readonly value: Expr;
  /** The parameters around it: what each stands for, where that is a plain value. They hide the consts of their names. */
  readonly known: ReadonlyMap<string, Expr | undefined>;
  /** The value is spread among the fields of the path: it is not known what it brings. */
  readonly rest?: true;
}

export const EACH = "*";

/** Nesting of helpers, and of lists; deeper ones are shown by name. */
const MAX_HELPER_NESTING = 8;

/** Parameters by their names; nothing where it is not known what stands for one. */
type Scope = ReadonlyMap<string, Given | undefined>;
/** What is handed to a parameter, with the names that it was written among. */
interface Given {
  readonly value: Expr;
  readonly scope: Scope;
}
const MODULE: Scope = new Map();

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
  const fields = new Fields();
  const whole = expr.kind === "arrow" ? expr.body : expr;
  walk(whole, [], within(MODULE, expr.kind === "arrow" ? expr.params : []), { parse, constOf }, fields, 0);
  // The name of a seat says no more than that there is one.
  return fields.all().filter(({ value, rest }) => rest || value.kind !== "name");
}

/** Whether a first value says more than that nothing is there yet. */
export const saysSomething = ({ value, rest }: StartValue): boolean => rest === true || says(value);

/** First values by their paths: what is written further on takes the place of what stood there, with all inside. */
class Fields {
  readonly #starts = new Map<string, StartValue>();

  clear(path: readonly string[]): void {
    for (const [key, start] of this.#starts)
      if (path.every((name, i) => start.path[i] === name)) this.#starts.delete(key);
  }

  add(start: StartValue): void {
    const key = start.rest ? [...start.path, `…${this.#starts.size}`] : start.path;
    this.#starts.set(key.join("\0"), start);
  }

  all(): readonly StartValue[] {
    return [...this.#starts.values()];
  }
}

function walk(
  expr: Expr,
  path: readonly string[],
  scope: Scope,
  world: World,
  fields: Fields,
  depth: number,
  rest = false,
): void {
  const inner = (item: Expr, at: readonly string[] = path, names: Scope = scope, spread = rest) =>
    walk(item, at, names, world, fields, depth + 1, spread);
  const leaf = () => {
    const known = plainIn(scope);
    if (rest) fields.add({ path, value: expr, known, rest });
    else if (path.length > 0) fields.add({ path, value: expr, known });
  };
  if (depth > MAX_HELPER_NESTING) return leaf();
  switch (expr.kind) {
    case "object":
      for (const field of expr.fields) {
        if (field.kind === "spread") inner(field.of, path, scope, true);
        else if (typeof field.key === "string") {
          const at = [...path, field.key];
          fields.clear(at);
          inner(field.value, at, scope, false);
        }
      }
      return;
    case "name": {
      const meant = meantBy(expr.name, scope, world);
      return meant && meant.value.kind !== "arrow" ? inner(meant.value, path, meant.scope) : leaf();
    }
    case "call": {
      const helper = arrowOf(expr.name, scope, world);
      return helper ? inner(helper.body, path, given(helper.params, expr.args, scope)) : leaf();
    }
    case "method": {
      const [arg] = expr.args;
      if (expr.method !== "map" || !arg) return leaf();
      if (arg.kind === "arrow") return inner(arg.body, [...path, EACH], within(scope, arg.params), false);
      const each = arg.kind === "name" ? arrowOf(arg.name, scope, world) : undefined;
      return each ? inner(each.body, [...path, EACH], within(MODULE, each.params), false) : leaf();
    }
    case "array": {
      const [only] = expr.items;
      return expr.items.length === 1 && only?.kind === "object"
        ? inner(only, [...path, EACH], scope, false)
        : leaf();
    }
    default:
      leaf();
  }
}

/** What a name stands for: a parameter, known or not, before a const of the file. */
function meantBy(name: string, scope: Scope, { parse, constOf }: World): Given | undefined {
  if (scope.has(name)) return scope.get(name);
  const text = constOf(name);
  const value = text === undefined ? undefined : parse(text);
  return value && { value, scope: MODULE };
}

/** A helper of the file. */
function arrowOf(name: string, scope: Scope, world: World): Extract<Expr, { kind: "arrow" }> | undefined {
  const expr = scope.has(name) ? undefined : meantBy(name, scope, world)?.value;
  return expr?.kind === "arrow" ? expr : undefined;
}

/** Parameters of a helper by what is handed to them, where that says something without the place it comes from. */
function given(params: readonly Pattern[], args: readonly Item[], scope: Scope): Scope {
  const names = new Map(within(MODULE, params));
  const spread = args.findIndex(({ kind }) => kind === "spread");
  const plain = spread < 0 ? args : args.slice(0, spread);
  for (const [i, param] of params.entries()) {
    const arg = plain[i];
    if (param.kind !== "bind" || !arg || arg.kind === "spread") continue;
    if (arg.kind === "name")
      names.set(param.name, scope.has(arg.name) ? scope.get(arg.name) : { value: arg, scope });
    else if (isPlain(arg)) names.set(param.name, { value: arg, scope });
  }
  return names;
}

/** The names inside a function: its parameters hide those around it. */
const within = (scope: Scope, params: readonly Pattern[]): Scope =>
  new Map([...scope, ...params.flatMap(boundNames).map((name): [string, undefined] => [name, undefined])]);

const isPlain = ({ kind }: Expr): boolean => kind === "literal" || kind === "object" || kind === "array";

const plainIn = (scope: Scope): StartValue["known"] =>
  new Map([...scope].map(([name, start]) => [name, start && isPlain(start.value) ? start.value : undefined]));

/** Nothing yet, none, an empty list, what is not yet so: where everything begins. */
function says(expr: Expr): boolean {
  if (expr.kind === "array") return expr.items.length > 0;
  if (expr.kind === "object") return expr.fields.length > 0;
  if (expr.kind !== "literal") return true;
  return Boolean(expr.value);
}
