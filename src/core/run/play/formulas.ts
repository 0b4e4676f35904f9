import type { Expr, ExprOf } from "#core/expr/expr.ts";
import { PlayError } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";

/**
 * A player evaluates formulas: the lists and bounds of moves, and guards once more for the reasons of a refusal. The studio parses their text;
 * an app would need a parser of TypeScript for that, many times as large as the player. What is exported has them parsed already.
 */

/** The formulas in the moves of a game. */
export const moveFormulas = (moves: Moves | undefined): string[] =>
  Object.values(moves?.moves ?? {})
    .flat()
    .flatMap(({ fields = {} }) => Object.values(fields))
    .flatMap(({ range = [], each, subset, order, min, max }) => [...range, each, subset, order, min, max])
    .filter((source) => typeof source === "string");

/** What a spec has compiled. @throws PlayError `bad-input` for a spec whose formulas are texts */
export function compiledExprOf({ formulas, moves, code }: PlaySpec): ExprOf {
  if (!formulas && (code || moveFormulas(moves).length > 0))
    throw new PlayError({
      code: "bad-input",
      message:
        "spec: expected compiled formulas, as `turnwright export ID --to kit` writes them, got their text; export the kit again with this version of turnwright, or compile the spec with `compileSpec` of turnwright/export",
    });
  return (text) =>
    formulas && Object.hasOwn(formulas, text) ? (formulas[text] as unknown as Expr) : undefined;
}
