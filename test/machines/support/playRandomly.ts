import { createActor, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode } from "xstate";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { randomSource } from "#core/simulate/randomSource.ts";
import type { JsonObject } from "#core/text/json.ts";
import { activePaths } from "#test/machines/support/chartOf.ts";
import type { GamePlay } from "#test/machines/support/gamePlay.ts";
import { randomMove } from "#test/machines/support/randomMove.ts";

/** Titles of what holds in every game, whatever its rules. */
export const MOVE_LEFT = "a move is always left until the end";
export const SHAPE_KEPT = "the context keeps its shape";
export const GOOD_END = "every play comes to an end of the game";

export interface PlayOptions {
  readonly seed: number;
  /** Moves after which an unfinished play is left alone; by default it has to be finished by the game's own bound. */
  readonly upTo?: number;
  /** Called for what did not hold: its title and where. A play that returns true here is given up. */
  readonly broken: (title: string, where: string) => boolean;
  /** Called for every state that was active, automatic ones included. */
  readonly reached?: (node: AnyStateNode) => void;
}

export interface Played {
  readonly endings: readonly string[];
  readonly moves: number;
  /** Highest number of a turn, for games that count them. */
  readonly turns: number;
}

/** One random play, held against the invariants of its game at every move. */
export function playRandomly<Context, Input extends object>(
  machine: AnyStateMachine,
  moves: Moves,
  game: GamePlay<Context, Input>,
  { seed, upTo, broken, reached }: PlayOptions,
): Played {
  const random = randomSource(seed);
  const input = game.input(seed);
  const inspect = (event: { type: string; snapshot?: unknown }): void => {
    if (event.type === "@xstate.microstep") (event.snapshot as AnyMachineSnapshot)._nodes.forEach(reached!);
  };
  const actor = createActor(machine, reached ? { input, inspect } : { input });
  // What goes wrong shows in the snapshot; without this it would also end the process.
  actor.subscribe({ error: () => undefined });
  let now = actor.start().getSnapshot() as AnyMachineSnapshot;
  if (reached) now._nodes.forEach(reached);
  const keys = Object.keys(now.context as object).join();
  const invariants = Object.entries(game.invariants);
  const most = upTo ?? game.mostMoves;
  let from = activePaths(now);
  let turns = 0;
  let count = 0;
  for (; now.status === "active" && count < most; count++) {
    const before = now;
    const event: PlayEvent | undefined = randomMove(now, moves, { ...input } as JsonObject, random);
    const where = (): string =>
      `seed ${seed}, move ${count}, ${JSON.stringify(before.value)}, ${JSON.stringify(event)}`;
    if (!event) {
      broken(MOVE_LEFT, where());
      return { endings: [], moves: count, turns };
    }
    actor.send(event);
    now = actor.getSnapshot() as AnyMachineSnapshot;
    const to = activePaths(now);
    const moment = { input, event, was: before.context, is: now.context, after: now, from, to };
    for (const [title, holds] of invariants)
      if (!holds(moment) && broken(title, where())) return { endings: [], moves: count, turns };
    if (Object.keys(now.context as object).join() !== keys && broken(SHAPE_KEPT, where()))
      return { endings: [], moves: count, turns };
    turns = Math.max(turns, (now.context as { turnNo?: number }).turnNo ?? 0);
    from = to;
  }
  const finished = now.status === "done" ? game.ending(now, input) : undefined;
  if (!finished && !(now.status === "active" && upTo !== undefined && upTo < game.mostMoves))
    broken(GOOD_END, `seed ${seed}, ${now.status} after ${count} moves`);
  return { endings: finished ?? [], moves: count, turns };
}
