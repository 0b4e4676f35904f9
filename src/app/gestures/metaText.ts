import { parseJson, type Json } from "#core/text/json.ts";
import { evaluate } from "#core/expr/evaluate.ts";
import { parseExpr } from "#core/expr/parse.ts";

/**
 * What a person typed as an entry of `meta`: JSON or a literal of JavaScript as it is, other words as a text. Nothing is null, which
 * takes the entry away; what begins like a literal and is none is undefined.
 */
export function metaValue(typed: string): Json | undefined {
  const text = typed.trim();
  if (text === "") return null;
  try {
    return parseJson(text);
  } catch {
    return /^[[{"'`]/.test(text) ? literal(text) : text;
  }
}

/** The same the other way round: a text without its quotes, unless it would be read as something else then. */
export function metaText(code: string): string {
  const value = metaValue(code);
  return typeof value === "string" && metaValue(value) === value ? value : code;
}

function literal(text: string): Json | undefined {
  const { expr } = parseExpr(text);
  try {
    return expr && parseJson(JSON.stringify(evaluate(expr, {})));
  } catch {
    return undefined;
  }
}
