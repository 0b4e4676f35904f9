import type { Method, MethodCall } from "#core/expr/expr.ts";
import { ExprError } from "#core/expr/exprError.ts";

type Call = (fn: unknown, args: readonly unknown[]) => unknown;

const TEXT_METHODS: ReadonlySet<Method> = new Set(["includes", "indexOf", "slice", "at", "concat"]);
/** Length of a list that a method returns, so that doubling it in a loop ends. */
const MAX_LIST_LENGTH = 1_000_000;

/** A method of the subset on a list or text. Anything else has no methods here. */
export function callMethod(
  expr: MethodCall,
  target: unknown,
  args: readonly unknown[],
  budget: { steps: number },
  call: Call,
): unknown {
  const bad = (message: string) => new ExprError("method", message, expr.at);
  if (typeof target === "string") {
    if (!TEXT_METHODS.has(expr.method)) throw bad(`A text has no '${expr.method}' here.`);
    return onText(
      expr.method,
      target,
      args.map((arg) => plain(arg, expr)),
    );
  }
  if (!Array.isArray(target)) throw bad(`Only a list has '${expr.method}'.`);
  budget.steps -= target.length;
  const list = onList(expr, target, args, call);
  const size = Array.isArray(list) || typeof list === "string" ? list.length : 0;
  budget.steps -= size >> 3;
  if (size > MAX_LIST_LENGTH || budget.steps <= 0)
    throw new ExprError("budget", "The list becomes too long.", expr.at);
  return list;
}

function onText(method: Method, target: string, args: readonly (string | number | undefined)[]): unknown {
  const [first, second] = args;
  switch (method) {
    case "includes":
      return target.includes(String(first), Number(second ?? 0));
    case "indexOf":
      return target.indexOf(String(first), Number(second ?? 0));
    case "slice":
      return target.slice(
        first === undefined ? undefined : Number(first),
        second === undefined ? undefined : Number(second),
      );
    case "at":
      return target.at(Number(first ?? 0));
    default:
      return target + args.map(String).join("");
  }
}

function onList(expr: MethodCall, target: readonly unknown[], args: readonly unknown[], call: Call): unknown {
  const [first, second] = args;
  const each = (item: unknown, i: number) => call(first, [item, i, target]);
  switch (expr.method) {
    case "map":
      return target.map(each);
    case "flatMap":
      return target.flatMap((item, i) => each(item, i) as unknown[]);
    case "filter":
      return target.filter(each);
    case "some":
      return target.some(each);
    case "every":
      return target.every(each);
    case "find":
      return target.find(each);
    case "findIndex":
      return target.findIndex(each);
    case "includes":
      return target.includes(first, number(second, expr));
    case "indexOf":
      return second === undefined ? target.indexOf(first) : target.indexOf(first, number(second, expr));
    case "slice":
      return target.slice(number(first, expr), number(second, expr));
    case "at":
      return target.at(number(first, expr) ?? 0);
    case "reduce": {
      const step = (sum: unknown, item: unknown, i: number) => call(first, [sum, item, i, target]);
      if (args.length > 1) return target.reduce(step, second);
      if (target.length === 0)
        throw new ExprError("method", "An empty list needs a start value to reduce.", expr.at);
      return target.reduce(step);
    }
    case "join":
      return target
        .map((item) => (item === null ? "" : (plain(item, expr) ?? "")))
        .join(first === undefined ? "," : String(plain(first, expr)));
    case "concat":
      return target.concat(...args);
    case "toReversed":
      return target.toReversed();
  }
}

function number(value: unknown, expr: MethodCall): number | undefined {
  if (value === undefined || typeof value === "number") return value;
  throw new ExprError("method", `'${expr.method}' takes numbers.`, expr.at);
}

/** A primitive for a text; objects would be turned into text by code of their own. */
function plain(value: unknown, expr: MethodCall): string | number | undefined {
  if (typeof value === "string" || typeof value === "number" || value === undefined) return value;
  if (typeof value === "boolean" || value === null) return String(value);
  throw new ExprError("method", "A list or object is not a text.", expr.at);
}
