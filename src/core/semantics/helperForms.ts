import type { Arrow, Expr } from "#core/expr/expr.ts";
import { boundNames, withInner } from "#core/expr/parts.ts";
import type { ModuleCode } from "#core/semantics/moduleCode.ts";

/** A helper within helpers more than this many calls deep is not unfolded; one may call itself. */
const MAX_CALLS_DEEP = 8;
/** Nodes of one form with its helpers unfolded; of more no form is made. It only bounds work. */
const MAX_FORM_NODES = 4_000;

/**
 * Finds the helper of a module that an expression over the context writes out: `context.players.filter((p) => !p.out)` where there is
 * `remaining = (context) => context.players.filter((player) => !player.out)`. Two expressions are the same when they are equal with every
 * helper unfolded, whatever their local names are.
 */
export class HelperForms {
  readonly #code: ModuleCode;
  #names: ReadonlyMap<string, string> | undefined;

  constructor(code: ModuleCode) {
    this.#code = code;
  }

  /** An expression with calls of helpers in the place of what they are; within functions nothing is replaced. */
  named(expr: Expr): Expr {
    if (!MAY_HAVE_A_NAME.has(expr.kind)) return expr;
    const form = this.#formOf(expr);
    const name = form === undefined ? undefined : this.#helpers().get(form);
    if (name !== undefined)
      return { kind: "call", name, args: [{ kind: "name", name: "context", at: expr.at }], at: expr.at };
    return withInner(expr, (part) => this.named(part));
  }

  /** The helpers that take the context alone, by their forms. */
  #helpers(): ReadonlyMap<string, string> {
    if (this.#names) return this.#names;
    const names = new Map<string, string>();
    for (const [name, text] of this.#code.texts) {
      const helper = this.#code.parse(text);
      if (helper?.kind !== "arrow" || helper.params.length !== 1) continue;
      const [param] = helper.params;
      if (param?.kind !== "bind" || param.fallback || !MAY_HAVE_A_NAME.has(helper.body.kind)) continue;
      const form = this.#formOf(helper.body, new Map([[param.name, "context"]]));
      if (form !== undefined && !names.has(form)) names.set(form, name);
    }
    return (this.#names = names);
  }

  /** Equal texts for expressions that are the same; undefined where that would be too long. */
  #formOf(expr: Expr, names: ReadonlyMap<string, string> = new Map()): string | undefined {
    const budget = { nodes: MAX_FORM_NODES };
    const text = this.#form(expr, { names, locals: 0, calls: 0, budget });
    return budget.nodes < 0 ? undefined : text;
  }

  #form(part: unknown, scope: Scope): string {
    if (scope.budget.nodes-- < 0) return "";
    if (Array.isArray(part)) return `[${part.map((item) => this.#form(item, scope)).join(",")}]`;
    if (typeof part !== "object" || part === null) return JSON.stringify(part) ?? "undefined";
    const expr = part as Expr;
    if (expr.kind === "name") return scope.names.get(expr.name) ?? expr.name;
    if (expr.kind === "arrow") return this.#arrow(expr, scope);
    const unfolded = expr.kind === "call" ? this.#unfolded(expr, scope) : undefined;
    if (unfolded !== undefined) return unfolded;
    const fields = Object.entries(part).filter(([key]) => key !== "at");
    const texts = fields.map(([key, value]) => `${key}:${this.#form(value, scope)}`);
    return `{${texts.toSorted().join(",")}}`;
  }

  /** Local names are numbered from the outside in. */
  #arrow({ params, body }: Arrow, scope: Scope): string {
    const bound = params.flatMap(boundNames);
    const names = new Map([
      ...scope.names,
      ...bound.map((name, i): [string, string] => [name, `#${scope.locals + i}`]),
    ]);
    const inner = { ...scope, names, locals: scope.locals + bound.length };
    const plain = params.every((param) => param.kind === "bind" && !param.fallback);
    return `(${plain ? params.length : this.#form(params, inner)})=>${this.#form(body, inner)}`;
  }

  #unfolded({ name, args }: Extract<Expr, { kind: "call" }>, scope: Scope): string | undefined {
    const text = scope.calls < MAX_CALLS_DEEP ? this.#code.texts.get(name) : undefined;
    const helper = text === undefined ? undefined : this.#code.parse(text);
    if (helper?.kind !== "arrow" || helper.params.length !== args.length) return undefined;
    const names = new Map<string, string>();
    for (const [i, param] of helper.params.entries()) {
      const arg = args[i];
      if (param.kind !== "bind" || param.fallback || !arg || arg.kind === "spread") return undefined;
      names.set(param.name, this.#form(arg, scope));
    }
    return this.#form(helper.body, { ...scope, names, calls: scope.calls + 1 });
  }
}

interface Scope {
  /** What local names stand for. */
  readonly names: ReadonlyMap<string, string>;
  /** Names that functions around bind. */
  readonly locals: number;
  readonly calls: number;
  readonly budget: { nodes: number };
}

/** What is worth a name; a field or a number has its own. */
const MAY_HAVE_A_NAME: ReadonlySet<Expr["kind"]> = new Set([
  "method",
  "index",
  "conditional",
  "array",
  "binary",
]);

/** The list whose items an expression gives by their ids: `players` of `players.map((p) => p.id)`; itself for any other. */
export function listOfIds(expr: Expr): Expr {
  if (expr.kind !== "method" || expr.method !== "map" || expr.args.length !== 1) return expr;
  const [arrow] = expr.args;
  const [param] = arrow?.kind === "arrow" ? arrow.params : [];
  if (arrow?.kind !== "arrow" || arrow.params.length !== 1 || param?.kind !== "bind") return expr;
  const { body } = arrow;
  const isId =
    body.kind === "member" && body.name === "id" && body.of.kind === "name" && body.of.name === param.name;
  return isId ? expr.of : expr;
}
