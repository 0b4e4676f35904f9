import { PlayError, type PlayEvent, type PlayFault } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { addStep, cursorStep } from "#core/run/timeline/timeline.ts";
import { pendingGuardOf, type PendingGuard } from "#app/play/why/pendingGuard.ts";

export interface MovesOptions {
  /** At most so many. */
  readonly count: number;
  readonly seed: number;
  /** Milliseconds after which what was played so far is shown. */
  readonly ms: number;
  /** Given up: what was played so far counts. */
  readonly signal: AbortSignal;
  /** Whether to stop after a step. */
  readonly isEnough: (run: Run, step: Step) => boolean;
}

/** Where random moves led. */
export interface Moves {
  readonly run: Run;
  readonly taken: number;
  /** They cannot go on: no move is accepted, the play is over, or a fault. */
  readonly isOver: boolean;
  readonly fault?: PlayFault;
  /** The move at which a person has to answer a guard. */
  readonly pendingGuard?: PendingGuard;
}

/** Takes random moves from the cursor on, without showing each. The same seed on the same way takes the same moves. */
export async function takeMoves(
  from: Run,
  ask: Runner["ask"],
  { count, seed, ms, signal, isEnough }: MovesOptions,
): Promise<Moves> {
  const began = performance.now();
  let run = from;
  let taken = 0;
  let event: PlayEvent | null = null;
  try {
    while (taken < count) {
      const { state } = cursorStep(run).outcome;
      event = await ask({ do: "random", state, seed: seedAt(seed, depthOf(run)) });
      if (signal.aborted) break;
      if (!event) return { run, taken, isOver: true };
      const outcome = await ask({ do: "send", state, event });
      if (signal.aborted) break;
      // A move that was accepted a moment ago is refused only by a machine that rolls dice of its own.
      if (outcome.refused) return { run, taken, isOver: true };
      run = addStep(run, { kind: "send", event }, outcome);
      taken++;
      if (isEnough(run, cursorStep(run)) || performance.now() - began > ms) break;
    }
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    const pendingGuard = event ? pendingGuardOf(error, { kind: "send", event }) : undefined;
    if (pendingGuard) return { run, taken, isOver: true, pendingGuard };
    return { run, taken, isOver: true, ...(signal.aborted ? {} : { fault: error.fault }) };
  }
  return { run, taken, isOver: false };
}

/** The seed of one move: another one at each depth of the way. */
const seedAt = (seed: number, depth: number): number => (seed + Math.imul(depth, 0x9e3779b1)) >>> 0;

function depthOf(run: Run): number {
  let depth = 0;
  for (let id = cursorStep(run).parent; id !== null; id = run.steps[id]?.parent ?? null) depth++;
  return depth;
}
