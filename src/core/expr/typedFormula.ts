import type { Expr } from "#core/expr/expr.ts";
import { formulaOf } from "#core/expr/formula.ts";
import { formulaToCode } from "#core/expr/formulaToCode.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { printFormula } from "#core/expr/print.ts";

/**
 * The formula of a guard's code as a person may change it: typed again as it stands it is read as the code that it came from. Undefined
 * where that is not certain, so that a small change never changes more than was typed; such a guard is changed as code.
 */
export function typedGuard(code: string): string | undefined {
  const { expr } = parseExpr(code);
  if (expr?.kind !== "arrow" || !areGiven(expr.params)) return undefined;
  return isSame(expr.body, formulaOf(code)) ? formulaOf(code) : undefined;
}

/** The same of an action that only sets fields: `turn := turn + 1; passed := false`. */
export function typedAction(code: string): string | undefined {
  const { expr } = parseExpr(code);
  if (expr?.kind !== "call" || expr.name !== "assign" || expr.args.length !== 1) return undefined;
  const [object] = expr.args;
  if (object?.kind !== "object" || object.fields.length === 0) return undefined;
  const set = new Set<string>();
  for (const field of object.fields) {
    if (field.kind !== "field" || typeof field.key !== "string" || set.has(field.key)) return undefined;
    const { value } = field;
    const body = value.kind === "arrow" && areGiven(value.params) ? value.body : value;
    // Fields are set one after another in what a person reads: one that looks at an earlier one says something else.
    if (body.kind === "arrow" || namesIn(body).some((name) => set.has(name))) return undefined;
    if (!isSame(body, printFormula(body))) return undefined;
    set.add(field.key);
  }
  return formulaOf(code);
}

/** The parameters of a function that XState calls with context and event. */
const areGiven = (params: Extract<Expr, { kind: "arrow" }>["params"]): boolean => params.length <= 1;

/** Whether a formula is read as this expression, whatever stands before the names of fields. */
function isSame(expr: Expr, formula: string | undefined): boolean {
  const code = formula === undefined ? undefined : formulaToCode(formula);
  const again = code === undefined ? undefined : parseExpr(code).expr;
  return again !== undefined && shapeOf(again) === shapeOf(expr);
}

const OWNERS = new Set(["context", "event"]);

/** An expression as text to be compared: fields by their names alone, nothing by one word. */
const shapeOf = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => {
    if (key === "at") return undefined;
    if (!isExpr(value)) return value;
    if (value.kind === "member" && value.of.kind === "name" && OWNERS.has(value.of.name))
      return { kind: "name", name: value.name };
    if (value.kind === "literal" && value.value === undefined) return { kind: "literal", value: null };
    if (value.kind === "binary" && (isNone(value.left) || isNone(value.right)))
      return { ...value, op: value.op.replace(/^([=!]=)=$/, "$1") };
    return value;
  });

const isExpr = (value: unknown): value is Expr =>
  typeof value === "object" && value !== null && "kind" in value;

const isNone = (expr: Expr): boolean =>
  expr.kind === "literal" && (expr.value === null || expr.value === undefined);

/** Names of fields that an expression looks at. */
const namesIn = (expr: Expr): string[] =>
  [...JSON.stringify(expr).matchAll(/"name":"([^"]+)"/g)].map(([, name = ""]) => name);
