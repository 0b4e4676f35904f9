import { bareMembers } from "#core/expr/bareMembers.ts";
import type { Expr } from "#core/expr/expr.ts";
import { parseExpr } from "#core/expr/parse.ts";
import {
  printerWith,
  printFormula,
  printKey,
  type FormulaWords,
  type PrintOptions,
} from "#core/expr/print.ts";
import type { Reading } from "#core/expr/readable.ts";

/**
 * The formula of a guard or action as written in a module: an arrow function, `and`/`or`/`not`/`stateIn` around such or around
 * names, or `assign(...)`, whose fields read `op := 0; dp := dp + points`. Undefined when the code is outside the subset.
 */
export function formulaOf(implText: string, words?: FormulaWords): string | undefined {
  if (words) return makeFormula(implText, words);
  // A picture asks for the formulas of all its guards again after each keystroke.
  if (!cache.has(implText)) {
    if (cache.size >= MAX_CACHED_FORMULAS) cache.clear();
    cache.set(implText, makeFormula(implText));
  }
  return cache.get(implText);
}

/** Formulas that are cached; beyond, the cache is emptied. */
const MAX_CACHED_FORMULAS = 2_000;
const cache = new Map<string, string | undefined>();

function makeFormula(implText: string, words?: FormulaWords): string | undefined {
  const { expr } = parseExpr(implText);
  if (!expr) return undefined;
  if (expr.kind === "arrow") return printFormula(expr.body, say(words));
  if (expr.kind === "literal" && typeof expr.value === "string") return expr.value;
  if (expr.kind !== "call") return undefined;
  return expr.name === "assign" ? assigned(expr.args[0] as Expr | undefined, words) : guard(expr, words);
}

const assigned = (arg: Expr | undefined, words?: FormulaWords): string | undefined =>
  assignments(arg, say(words))?.join("; ");

/** The fields that `assign` sets: of an object of values and functions, or of one function that gives the object. */
export function assignments(arg: Expr | undefined, options: PrintOptions): readonly string[] | undefined {
  const object = arg?.kind === "arrow" ? arg.body : arg;
  if (object?.kind !== "object") return undefined;
  const values = object.fields.map((field) =>
    field.kind === "spread" ? field.of : field.value.kind === "arrow" ? field.value.body : field.value,
  );
  const keys = object.fields.flatMap((field) =>
    field.kind === "field" && typeof field.key === "string" ? [field.key] : [],
  );
  const style = { ...options, bare: bareMembers(values, keys, options.params) };
  return object.fields.flatMap((field, i): readonly string[] => {
    const value = values[i] as Expr;
    // what stays as it is goes without saying
    if (field.kind === "spread" && style.words?.reading && i === 0 && isContext(value)) return [];
    if (field.kind === "spread") return [restOf(value, style)];
    const key = typeof field.key === "string" ? field.key : `[${printFormula(field.key, style)}]`;
    if (style.words?.reading && typeof field.key === "string")
      return readAssignment(field.key, value, style, style.words.reading);
    return [changedItem(key, value, style) ?? `${key} := ${printFormula(value, style)}`];
  });
}

/** All the fields of something that is not listed field by field. */
export function restOf(value: Expr, style: PrintOptions): string {
  const of = printFormula(value, style);
  return style.words?.reading?.rest(of) ?? `…${of}`;
}

const readAssignment = (
  name: string,
  value: Expr,
  style: PrintOptions,
  reading: Reading,
): readonly string[] =>
  reading.assignment(name, value, {
    key: printKey(["context", name], style),
    text: () => printFormula(value, style, ["context", name]),
    printer: printerWith(style),
    inside: (arrow, list) => printerWith(style, arrow, list),
  });

const isContext = (expr: Expr): boolean => expr.kind === "name" && expr.name === "context";

/** `list.map((p) => test ? { ...p, n: v } : p)`, one item of a list changed, reads `list[p: test].n := v`. */
function changedItem(key: string, value: Expr, style: PrintOptions): string | undefined {
  if (value.kind !== "method" || value.method !== "map") return undefined;
  const [arrow] = value.args;
  if (arrow?.kind !== "arrow" || arrow.params.length !== 1 || arrow.body.kind !== "conditional")
    return undefined;
  const [param] = arrow.params;
  const { test, yes, no } = arrow.body;
  if (param?.kind !== "bind" || no.kind !== "name" || no.name !== param.name || yes.kind !== "object")
    return undefined;
  const [copy, ...changes] = yes.fields;
  if (
    copy?.kind !== "spread" ||
    copy.of.kind !== "name" ||
    copy.of.name !== param.name ||
    changes.length === 0
  )
    return undefined;
  if (printFormula(value.of, style) !== key) return undefined;
  const item = `${key}[${param.name}: ${printFormula(test, style)}]`;
  const each = changes.map((change) =>
    change.kind === "field" && typeof change.key === "string"
      ? `${item}.${change.key} := ${printFormula(change.value, style)}`
      : undefined,
  );
  return each.every((text) => text !== undefined) ? each.join("; ") : undefined;
}

/** Combinators of guards, with names and arrows in them. */
function guard(expr: Expr, words?: FormulaWords): string | undefined {
  if (expr.kind === "literal") return typeof expr.value === "string" ? expr.value : undefined;
  if (expr.kind === "arrow") return printFormula(expr.body, say(words));
  if (expr.kind === "object") {
    const type = expr.fields.find((field) => field.kind === "field" && field.key === "type");
    return type?.kind === "field" ? guard(type.value, words) : undefined;
  }
  if (expr.kind !== "call") return undefined;
  const [arg] = expr.args;
  if (!arg || arg.kind === "spread") return undefined;
  if (expr.name === "stateIn") return arg.kind === "literal" ? `in ${String(arg.value)}` : undefined;
  if (expr.name === "not") {
    const inner = guard(arg, words);
    return inner === undefined ? undefined : `¬${/^[\p{L}\p{N}_.]+$/u.test(inner) ? inner : `(${inner})`}`;
  }
  if ((expr.name !== "and" && expr.name !== "or") || arg.kind !== "array") return undefined;
  const parts = arg.items.map((item) => (item.kind === "spread" ? undefined : guard(item, words)));
  if (!parts.every((part) => part !== undefined)) return undefined;
  const sign = expr.name === "and" ? " ∧ " : " ∨ ";
  return parts
    .map((part) => (parts.length > 1 && / [∧∨?↦]|[∃∀]/u.test(part) ? `(${part})` : part))
    .join(sign);
}

const say = (words: FormulaWords | undefined): PrintOptions => (words ? { words } : {});
