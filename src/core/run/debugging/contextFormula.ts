import { applyArrow, Closure, type ExprScope } from "#core/expr/evaluate.ts";
import type { Expr } from "#core/expr/expr.ts";
import { ExprError } from "#core/expr/exprError.ts";
import { helperScope, type Helper } from "#core/expr/helpers.ts";
import { parsedExpr, parseExpr } from "#core/expr/parse.ts";
import { innerOf } from "#core/expr/parts.ts";
import { fromSigns } from "#core/expr/signs.ts";
import type { Moment } from "#core/run/debugging/microcursor.ts";
import type { Json } from "#core/text/json.ts";

/**
 * A formula over the context that a person writes: for a watch, or to stop where it turns true. Fields stand alone (`left > 2`) or with
 * `context.` before them; `event` is what drove the microstep; helpers and constants of the module can be used. The signs of shown
 * formulas are read as well (`∧`, `≠`, `=`).
 */
export type ContextFormula =
  | { readonly text: string; readonly expr: Expr; readonly fault?: undefined }
  | { readonly text: string; readonly fault: FormulaFault };

/** Why a formula has no value. */
export interface FormulaFault {
  /** `unread`: outside of the readable subset, `what` says why; `cut`: it reads a value that is shown cut; else a code of `ExprError`, `what` the part of the formula. */
  readonly code: string;
  readonly what: string;
}

/** What a formula comes to at one moment. */
export type FormulaValue =
  | { readonly value: Json | undefined; readonly fault?: undefined }
  | { readonly fault: FormulaFault };

/** Reads a formula. Never throws. */
export function readFormula(text: string): ContextFormula {
  const { expr, refused } = parseExpr(fromSigns(text));
  if (!expr) return { text, fault: { code: "unread", what: refused.what } };
  return { text, expr };
}

/** Values of formulas, with the helpers of a module at hand. */
export class FormulaReader {
  readonly #scope: ExprScope;
  readonly #read = new Map<string, ContextFormula>();

  constructor(consts: readonly Helper[] = []) {
    this.#scope = helperScope(consts, parsedExpr);
  }

  read(text: string): ContextFormula {
    const known = this.#read.get(text) ?? readFormula(text);
    this.#read.set(text, known);
    return known;
  }

  valueOf(text: string, { context, cut, event }: Moment): FormulaValue {
    const formula = this.read(text);
    if (formula.fault) return formula;
    const { expr } = formula;
    const unsure = cut.find((field) => reads(expr, field));
    if (unsure !== undefined) return { fault: { code: "cut", what: unsure } };
    const names = Object.keys(context).filter((name) => name !== "context" && name !== "event");
    const params = ["context", "event", ...names].map((name) => ({ kind: "bind" as const, name }));
    const arrow = { kind: "arrow" as const, params, body: expr, at: expr.at };
    try {
      const value = applyArrow(
        arrow,
        [context, event ?? null, ...names.map((name) => context[name])],
        this.#scope,
      );
      return { value: plainValue(value) };
    } catch (error) {
      if (!(error instanceof ExprError)) throw error;
      const { from, to } = error.at;
      return { fault: { code: error.code, what: fromSigns(text).slice(from, to) || text } };
    }
  }
}

/** Whether an expression looks at a field: by its own name, as `context.name`, or by handing on the whole context. */
function reads(expr: Expr, field: string): boolean {
  if (expr.kind === "name" || expr.kind === "call") {
    if (expr.name === "context" || expr.name === field) return true;
  } else if (expr.kind === "member" && expr.of.kind === "name" && expr.of.name === "context")
    return expr.name === field;
  return innerOf(expr).some((inner) => reads(inner, field));
}

function plainValue(value: unknown): Json | undefined {
  if (value === undefined || value instanceof Closure) return undefined;
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as Json);
}
