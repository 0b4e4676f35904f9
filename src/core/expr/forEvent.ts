import type { Expr } from "#core/expr/expr.ts";
import { withInner } from "#core/expr/parts.ts";

/**
 * An expression as it reads for one type of event: tests of `event.type` are known then, and what follows from them is left out. TypeScript
 * wants such tests, the rule does not. `event.type === "GO" && rest` is `rest` for GO.
 * @param isCondition it is a condition: only whether it holds counts, not what it gives, so that `n || false` is `n`
 */
export function forEvent(expr: Expr, event: string | undefined, isCondition = false): Expr {
  return event === undefined ? expr : known(expr, event, isCondition);
}

function known(expr: Expr, event: string, isCondition = false): Expr {
  const inside = (item: Expr) => known(item, event);
  const side = (item: Expr) =>
    known(item, event, isCondition && expr.kind === "binary" && JOINS.has(expr.op));
  switch (expr.kind) {
    case "binary":
      return binary({ ...expr, left: side(expr.left), right: side(expr.right) }, event, isCondition);
    case "unary": {
      const of = known(expr.of, event, expr.op === "!");
      const truth = truthOf(of);
      return expr.op === "!" && truth !== undefined ? literal(!truth, expr) : { ...expr, of };
    }
    case "conditional": {
      const test = known(expr.test, event, true);
      const truth = truthOf(test);
      if (truth !== undefined) return known(truth ? expr.yes : expr.no, event, isCondition);
      return {
        ...expr,
        test,
        yes: known(expr.yes, event, isCondition),
        no: known(expr.no, event, isCondition),
      };
    }
    case "arrow":
      return expr.params.some((pattern) => pattern.kind === "bind" && pattern.name === "event")
        ? expr
        : { ...expr, body: inside(expr.body) };
    case "method":
    case "call":
    case "math":
    case "array":
    case "object":
      return withInner(expr, inside);
    default:
      return expr;
  }
}

const JOINS: ReadonlySet<string> = new Set(["&&", "||"]);

function binary(expr: Extract<Expr, { kind: "binary" }>, event: string, isCondition: boolean): Expr {
  const { op, left, right } = expr;
  if (op === "===" || op === "==" || op === "!==" || op === "!=") {
    const type = isEventType(left) ? right : isEventType(right) ? left : undefined;
    if (type?.kind !== "literal") return expr;
    return literal((type.value === event) === (op === "===" || op === "=="), expr);
  }
  if (!JOINS.has(op)) return expr;
  const settles = op === "||";
  const [first, last] = [truthOf(left), truthOf(right)];
  if (first !== undefined) return first === settles ? literal(settles, expr) : right;
  // `n && true` is not `n`: what stands before gives the value
  if (last === undefined || !(isCondition || isTruth(left))) return expr;
  return last === settles ? literal(settles, expr) : left;
}

/** Whether an expression gives true or false, and nothing else. */
function isTruth(expr: Expr): boolean {
  if (expr.kind === "literal") return typeof expr.value === "boolean";
  if (expr.kind === "unary") return expr.op === "!";
  if (expr.kind === "method")
    return expr.method === "some" || expr.method === "every" || expr.method === "includes";
  if (expr.kind !== "binary") return false;
  if (expr.op === "&&" || expr.op === "||") return isTruth(expr.left) && isTruth(expr.right);
  return ["<", "<=", ">", ">=", "===", "!==", "==", "!="].includes(expr.op);
}

const isEventType = (expr: Expr): boolean =>
  expr.kind === "member" && expr.name === "type" && expr.of.kind === "name" && expr.of.name === "event";

const truthOf = (expr: Expr): boolean | undefined =>
  expr.kind === "literal" && typeof expr.value === "boolean" ? expr.value : undefined;

const literal = (value: boolean, { at }: Expr): Expr => ({ kind: "literal", value, at });
