import type { Const } from "#core/semantics/codeReading.ts";
import { seatLimits, type SeatLimits, startChecksOf } from "#core/semantics/startChecks.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Expr } from "#core/expr/expr.ts";
import { parseExpr } from "#core/expr/parse.ts";
import { type GameSubject, inFile } from "#core/analyze/gameSubject.ts";

/** How many may play is said by the rules and asked by the machine: the two must not differ, where the machine has a limit. */
export function checkPlayers(game: GameSubject, consts: readonly Const[]): Diagnostic[] {
  if (!game.nodes.has("ruleset")) return [];
  const texts = new Map(consts.map(({ name, text }) => [name, text]));
  const numberOf = (expr: Expr): number | undefined => {
    const text = expr.kind === "name" ? texts.get(expr.name) : undefined;
    const value = text === undefined ? expr : parseExpr(text).expr;
    return value?.kind === "literal" && typeof value.value === "number" ? value.value : undefined;
  };
  const taken = seatLimits(startChecksOf(game.chart, texts), numberOf);
  const { min, max } = game.ruleset.info.players;
  if ((taken.min ?? min) === min && (taken.max ?? max) === max) return [];
  const facts = { players: limitsText({ min, max }), machine: limitsText(taken) };
  return [inFile(game, "ruleset", ["players"], "players-differ", "warning", facts)];
}

function limitsText({ min, max }: SeatLimits): string {
  if (min === undefined) return `≤ ${max}`;
  if (max === undefined) return `≥ ${min}`;
  return min === max ? String(min) : `${min}–${max}`;
}
