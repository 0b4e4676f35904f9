import type { Expr } from "#core/expr/expr.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { moveFormulas } from "#core/run/play/formulas.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Json } from "#core/text/json.ts";

/**
 * A spec with its formulas compiled, for a player without a parser (`turnwright/play`). The code of guards and consts is replaced by short names;
 * what is outside of the readable subset has no formula and is left out.
 */
export function compileSpec(spec: PlaySpec): PlaySpec {
  if (spec.formulas) return spec;
  const formulas: Record<string, Json> = {};
  let count = 0;
  for (const text of moveFormulas(spec.moves)) {
    const compiled = compiledFormula(text);
    if (compiled !== undefined) formulas[text] = compiled;
  }
  /** The short name of a text's formula. */
  const named = (text: string): string[] => {
    const compiled = compiledFormula(text);
    if (compiled === undefined) return [];
    const name = `#${count++}`;
    formulas[name] = compiled;
    return [name];
  };
  const { code } = spec;
  return {
    ...spec,
    formulas,
    ...(code
      ? {
          code: {
            guards: Object.fromEntries(
              Object.entries(code.guards).flatMap(([guard, text]) =>
                named(text).map((name) => [guard, name]),
              ),
            ),
            consts: code.consts.flatMap(({ name, text }) =>
              named(text).map((formula) => ({ name, text: formula })),
            ),
          },
        }
      : {}),
  };
}

function compiledFormula(text: string): Json | undefined {
  const { expr } = parseExpr(text);
  return expr && portable(expr);
}

/** Without offsets, as JSON; undefined where JSON would change it, such as a number without end. */
function portable(expr: Expr): Json | undefined {
  let isWhole = true;
  const text = JSON.stringify(expr, (key, value: unknown) => {
    if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) isWhole = false;
    return key === "at" && isSpan(value) ? undefined : value;
  });
  return isWhole ? (JSON.parse(text) as Json) : undefined;
}

const isSpan = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "start" in value && "end" in value;
