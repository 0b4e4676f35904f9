import type { Binary, Unary } from "#core/expr/expr.ts";
import { ExprError } from "#core/expr/exprError.ts";

type Primitive = string | number | boolean | null | undefined;

/** Length of a text that an operator returns, so that doubling it in a loop ends. */
const MAX_TEXT_CHARACTERS = 1_000_000;

const isPrimitive = (value: unknown): value is Primitive =>
  value === null ||
  (typeof value !== "object" &&
    typeof value !== "function" &&
    typeof value !== "symbol" &&
    typeof value !== "bigint");

/** `!`, `-`, `+` of a value. */
export function unary(expr: Unary, of: unknown): unknown {
  if (expr.op === "!") return !of;
  if (!isPrimitive(of)) throw new ExprError("operand", "Only numbers can be calculated with.", expr.at);
  return expr.op === "-" ? -(of as number) : +(of as number);
}

/** An arithmetic or comparing operator, as JavaScript does it on primitives. Objects are only compared for identity. */
export function binary(expr: Binary, left: unknown, right: unknown): unknown {
  if (expr.op === "===") return left === right;
  if (expr.op === "!==") return left !== right;
  if (expr.op === "==" || expr.op === "!=") {
    const equal = loosely(expr, left, right);
    return expr.op === "==" ? equal : !equal;
  }
  if (!isPrimitive(left) || !isPrimitive(right))
    throw new ExprError("operand", "Lists and objects cannot be calculated with or put in order.", expr.at);
  return primitive(expr, left, right);
}

function loosely(expr: Binary, left: unknown, right: unknown): boolean {
  if (left === null || left === undefined || right === null || right === undefined)
    return (left ?? null) === (right ?? null);
  if (isPrimitive(left) !== isPrimitive(right))
    throw new ExprError("operand", "A list or object cannot be compared with a plain value by ==.", expr.at);
  // oxlint-disable-next-line eqeqeq -- this is the operator that was written
  return left == right;
}

function primitive(expr: Binary, left: Primitive, right: Primitive): unknown {
  // Primitives only: JavaScript's own conversions apply and run no code of anyone's.
  const a = left as number;
  const b = right as number;
  switch (expr.op) {
    case "+": {
      const sum = a + b;
      if (typeof sum === "string" && (sum as string).length > MAX_TEXT_CHARACTERS)
        throw new ExprError("budget", "The text becomes too long.", expr.at);
      return sum;
    }
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "**":
      return a ** b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      throw new ExprError("operand", `The operator ${expr.op} is not known.`, expr.at);
  }
}
