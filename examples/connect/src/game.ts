import { createActor, type Actor, type InspectionEvent } from "xstate";
import { machine as volleyball } from "turnwright/machines/haikyu-break.machine.ts";
import recorded from "turnwright/rulesets/haikyu-break/scenarios/whole-game.json";

/** A whole game as it was once recorded: what was given at its start, and every move. */
const moves = recorded.steps.flatMap((step) => ("send" in step && step.send ? [step.send] : []));

export type Game = Actor<typeof volleyball>;

/** The volleyball game, ready to be started; from a snapshot that was persisted, or from the beginning. */
export function newGame(inspect: (event: InspectionEvent) => void, snapshot?: unknown): Game {
  return createActor(volleyball, {
    input: recorded.input as never,
    inspect: inspect as never,
    ...(snapshot === undefined ? {} : { snapshot: snapshot as never }),
  });
}

/** Makes the recorded moves one by one, in the game of the moment. Returns whether there was one left. */
export function player(game: () => Game): () => boolean {
  let at = 0;
  return () => {
    const move = moves[at++];
    if (move) game().send(move as never);
    return at < moves.length;
  };
}

/** A move that no rule allows now. */
export const wrong = { type: "PICK_DECIDER", by: "nobody" } as const;

/** Where the game stands, for people. */
export const told = (game: Game): string => {
  const { status, value } = game.getSnapshot();
  return status === "done" ? "The game is over." : JSON.stringify(value);
};
