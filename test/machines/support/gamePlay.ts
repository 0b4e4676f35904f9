import type { AnyMachineSnapshot } from "xstate";
import type { PlayEvent } from "#core/run/play/play.ts";

/** One move of a play: the event that was taken, and the game before and after it. */
export interface Moment<Context, Input> {
  readonly input: Input;
  readonly event: PlayEvent;
  readonly was: Context;
  readonly is: Context;
  readonly after: AnyMachineSnapshot;
  /** Active paths before and after, ancestors included, outermost first. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * How a game is played at random, and what must hold all the while. It imports no machine, so that the mutation check can hold it
 * against any version of one.
 */
export interface GamePlay<Context, Input extends object> {
  readonly id: string;
  /** The input of a play: changing readings and numbers of players. */
  readonly input: (seed: number) => Input;
  /** Moves in which a play has to come to an end. */
  readonly mostMoves: number;
  /** What holds between any two moments, by its title. */
  readonly invariants: Readonly<Record<string, (moment: Moment<Context, Input>) => boolean>>;
  /** Names of the ends that a finished play came to, or undefined when it ended as no game may. */
  readonly ending: (last: AnyMachineSnapshot, input: Input) => readonly string[] | undefined;
}
