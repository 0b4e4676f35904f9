import { parsedExpr } from "#core/expr/parse.ts";
import type { Expr, ExprOf } from "#core/expr/expr.ts";
import type { Whereabouts } from "#core/run/play/playRequest.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Derived } from "#core/simulate/derive.ts";
import type { PlayableMachine } from "#core/simulate/playableMachine.ts";
import { createPlayer, type Player } from "#core/simulate/player.ts";

/** A player of a spec whose formulas are texts, as the studio has them. @see createPlayer for the parameters */
export const createParsingPlayer = (
  machine: PlayableMachine,
  spec: PlaySpec,
  derived?: Derived,
  heard?: (at: Whereabouts) => void,
): Player => createPlayer(machine, spec, derived, heard, parsedExprs());

function parsedExprs(): ExprOf {
  const parsed = new Map<string, Expr | undefined>();
  return (text) => {
    if (!parsed.has(text)) parsed.set(text, parsedExpr(text));
    return parsed.get(text);
  };
}
