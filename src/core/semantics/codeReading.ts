import type { Action, Chart, Guard, Implementation, Verbatim } from "#core/chart/chart.ts";
import type { Expr } from "#core/expr/expr.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { applied, appliedArrow, partially, truthOf, type PartialWorld } from "#core/expr/partial.ts";
import { ANY, either, memberOf, spreadOver, UNDEFINED, type Partial } from "#core/expr/partialValue.ts";

/** A const of the module by name and text: what guards and actions call. */
export interface Const {
  readonly name: string;
  readonly text: string;
}

/** What is known of a field of the context. */
export type Held = (path: readonly string[]) => Partial;

/** The context after an action, in terms of the one before: `ref` for what is kept; undefined when nothing is written. */
export type After = Partial | undefined;

/** Expressions that are evaluated for one guard or action: a bound on work. */
const MAX_EVALUATED_EXPRESSIONS = 4000;
const CONTEXT: Partial = { kind: "ref", path: [] };
const ARGS: Partial = {
  kind: "object",
  fields: new Map([["context", CONTEXT]]),
  base: ANY,
};
/** Actions of XState that leave the context as it is. */
const KEEPS =
  /^\s*(raise|emit|log|sendTo|sendParent|forwardTo|cancel|stop|stopChild|spawnChild)\s*(<[^()]*>)?\(/;
/** A function that is given nothing, or the event alone: it cannot reach the context. */
const SEES_NO_CONTEXT = /^\s*(async\s*)?\(\s*(\{[\s\w:,]*\}[^()=]*)?\)\s*=>/;

/**
 * Reads what guards and actions of a chart do to the context, as far as their code is in the readable subset. What is written in another
 * file sees none of this module's consts.
 */
export class CodeReading {
  readonly #guards: ReadonlyMap<string, Implementation>;
  readonly #actions: ReadonlyMap<string, Implementation>;
  readonly #consts: ReadonlyMap<string, string>;
  readonly #values = new Map<string, Partial>();
  readonly #open = new Set<string>();

  constructor(chart: Chart, consts: readonly Const[]) {
    const byName = (list: readonly Implementation[] = []) => new Map(list.map((impl) => [impl.name, impl]));
    this.#guards = byName(chart.setup?.guards);
    this.#actions = byName(chart.setup?.actions);
    this.#consts = new Map(consts.map(({ name, text }) => [name, text]));
  }

  /** Whether a guard is true; undefined where it may be either. */
  guardTruth(guard: Guard, held: Held, isLocal: boolean): boolean | undefined {
    const of = (guard.of ?? []).map((item) => () => this.guardTruth(item, held, isLocal));
    switch (guard.kind) {
      case "and":
        return both(of, true);
      case "or":
        return both(of, false);
      case "not":
        return negated(of[0]?.());
      case "stateIn":
        return undefined;
      case "code":
        return this.#guardCode(guard.text, held, isLocal, UNDEFINED);
      case "named":
        return this.#namedGuard(guard.name, this.#params(guard.params, held, isLocal), held);
    }
  }

  /** The context after an action: a partial value in terms of the context before it. */
  after(action: Action, isLocal: boolean): After {
    if (action.kind === "builtin" && action.name !== "assign" && action.name !== "enqueueActions")
      return undefined;
    if (action.kind !== "named") return this.#actionCode(action.text, isLocal, UNDEFINED);
    const impl = this.#actions.get(action.name ?? "");
    if (!impl) return ANY;
    const params = this.#params(action.params, () => ANY, isLocal);
    return this.#actionCode(impl.text, !impl.elsewhere, params);
  }

  #namedGuard(name: string | undefined, params: Partial, held: Held): boolean | undefined {
    const impl = this.#guards.get(name ?? "");
    return impl && this.#guardCode(impl.text, held, !impl.elsewhere, params);
  }

  #guardCode(text: string, held: Held, isLocal: boolean, params: Partial): boolean | undefined {
    const expr = this.#parse(text);
    return expr && this.#guardExpr(expr, held, isLocal, params);
  }

  #guardExpr(expr: Expr, held: Held, isLocal: boolean, params: Partial, steps = 8): boolean | undefined {
    if (steps === 0) return undefined;
    const world = this.#world(held, isLocal);
    const again = (item: Expr) => this.#guardExpr(item, held, isLocal, UNDEFINED, steps - 1);
    if (expr.kind === "arrow") return truthOf(appliedArrow(expr, [ARGS, params], world), world);
    if (expr.kind === "literal" && typeof expr.value === "string")
      return this.#namedGuard(expr.value, UNDEFINED, held);
    if (expr.kind === "name") {
      const text = isLocal ? this.#consts.get(expr.name) : undefined;
      const known = text === undefined ? undefined : this.#parse(text);
      return known && this.#guardExpr(known, held, isLocal, params, steps - 1);
    }
    if (expr.kind === "object") {
      const type = memberOf(partially(expr, world), "type");
      return type.kind === "value"
        ? this.#namedGuard(String(type.value), memberOf(partially(expr, world), "params"), held)
        : undefined;
    }
    if (expr.kind !== "call") return undefined;
    const [first] = expr.args;
    if (!first || first.kind === "spread") return undefined;
    if (expr.name === "not") return negated(again(first));
    if ((expr.name !== "and" && expr.name !== "or") || first.kind !== "array") return undefined;
    const of = first.items.map((item) => () => (item.kind === "spread" ? undefined : again(item)));
    return both(of, expr.name === "and");
  }

  #actionCode(text: string, isLocal: boolean, params: Partial, steps = 8): After {
    if (KEEPS.test(text)) return undefined;
    const expr = this.#parse(text);
    if (!expr) return SEES_NO_CONTEXT.test(text) ? undefined : ANY;
    // An expression of the subset changes nothing by itself.
    if (expr.kind === "arrow") return undefined;
    if (expr.kind === "name") {
      const known = isLocal ? this.#consts.get(expr.name) : undefined;
      return known === undefined || steps === 0 ? ANY : this.#actionCode(known, isLocal, params, steps - 1);
    }
    const [first] = expr.kind === "call" && expr.name === "assign" ? expr.args : [];
    if (!first || first.kind === "spread") return ANY;
    return this.#assigned(
      first,
      this.#world(() => ANY, isLocal),
      params,
    );
  }

  /** `assign(first)`: a function of the whole context, or an object with a value or a function a field. */
  #assigned(first: Expr, world: PartialWorld, params: Partial): Partial {
    const given = partially(first, world);
    const called = (partial: Partial) => {
      world.budget = MAX_EVALUATED_EXPRESSIONS;
      return partial.kind === "function" ? applied(partial, [ARGS, params], world) : partial;
    };
    const whole: Partial & { kind: "object" } = { kind: "object", fields: new Map(), base: CONTEXT };
    if (given.kind === "function") {
      const value = called(given);
      return value.kind === "either"
        ? either(value.of.map((partial) => merged(whole, partial)))
        : merged(whole, value);
    }
    if (given.kind !== "object" || given.base) return ANY;
    const fields = new Map([...given.fields].map(([key, value]) => [key, called(value)]));
    return { ...whole, fields };
  }

  #params(params: Verbatim | undefined, held: Held, isLocal: boolean): Partial {
    const expr = params && this.#parse(params.text);
    if (!expr) return params ? ANY : UNDEFINED;
    const world = this.#world(held, isLocal);
    const value = partially(expr, world);
    return value.kind === "function" ? applied(value, [ARGS], world) : value;
  }

  #world(held: Held, isLocal: boolean): PartialWorld {
    return { budget: MAX_EVALUATED_EXPRESSIONS, held, global: (name) => (isLocal ? this.#const(name) : ANY) };
  }

  #const(name: string): Partial {
    const known = this.#values.get(name);
    if (known) return known;
    const text = this.#consts.get(name);
    const expr = text === undefined || this.#open.has(name) ? undefined : this.#parse(text);
    if (!expr) return ANY;
    this.#open.add(name);
    const value = partially(
      expr,
      this.#world(() => ANY, true),
    );
    this.#open.delete(name);
    this.#values.set(name, value);
    return value;
  }

  #parse(text: string): Expr | undefined {
    if (!parsed.has(text)) {
      if (parsed.size >= MAX_CACHED_EXPRESSIONS) parsed.clear();
      parsed.set(text, parseExpr(text).expr);
    }
    return parsed.get(text);
  }
}

/** Expressions by their text: nearly all of a chart are the same after an edit. */
const parsed = new Map<string, Expr | undefined>();
/** The cache is emptied beyond this, so that a long session does not collect every text that was ever typed. */
const MAX_CACHED_EXPRESSIONS = 4_000;

/** What `assign` makes of the context and what its function gave. */
const merged = (whole: Partial & { kind: "object" }, given: Partial): Partial =>
  given.kind === "ref" && given.path.length === 0
    ? given
    : given.kind === "object" && given.base?.kind === "ref" && given.base.path.length === 0
      ? given
      : spreadOver(whole, given);

/** `and` (or, when `whole` is false, `or`) of answers that may be missing. */
function both(of: readonly (() => boolean | undefined)[], whole: boolean): boolean | undefined {
  const answers = of.map((answer) => answer());
  if (answers.includes(!whole)) return !whole;
  return answers.includes(undefined) ? undefined : whole;
}

const negated = (truth: boolean | undefined): boolean | undefined =>
  truth === undefined ? undefined : !truth;
