import type { AnyMachineSnapshot, AnyStateNode } from "xstate";
import { parsedExpr } from "#core/expr/parse.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { availableMoves, randomPayload } from "#core/simulate/moves.ts";
import type { JsonObject } from "#core/text/json.ts";
import { activePaths, askedSeats } from "#test/machines/support/chartOf.ts";

/** A move of moves.json that is legal now, drawn by weight; undefined when a thousand draws found none. */
export function randomMove(
  snapshot: AnyMachineSnapshot,
  moves: Moves,
  input: JsonObject,
  random: () => number,
): PlayEvent | undefined {
  const scene = {
    context: snapshot.context,
    input,
    active: new Set(activePaths(snapshot)),
    exprOf: parsedExpr,
  };
  const types = new Set(snapshot._nodes.flatMap((node: AnyStateNode) => [...node.transitions.keys()]));
  const open = [...types].flatMap((type) =>
    availableMoves(moves, type, scene).map((move) => ({ type, move })),
  );
  const total = open.reduce((sum, { move }) => sum + (move.weight ?? 1), 0);
  const seats = askedSeats(snapshot);
  for (let tries = 0; tries < 1000; tries++) {
    let rest = random() * total;
    const drawn = open.find(({ move }) => (rest -= move.weight ?? 1) < 0);
    const event = drawn && randomPayload(drawn.type, drawn.move, scene, seats, random);
    if (event && snapshot.can(event)) return event;
  }
  return undefined;
}
