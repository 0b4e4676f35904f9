import {
  into,
  isDecision,
  over,
  toDecision,
  type Direction,
  type Place,
} from "#core/run/debugging/microcursor.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { stepOf, way } from "#core/run/timeline/timeline.ts";
import type { Goal, Stop } from "#app/play/stepping/stepping.machine.ts";

// How one walks over what was played: nothing is requested from the machine.

/** Where a walk leads. Without `to` there is nothing further. */
export interface Walk {
  readonly to?: Place;
  /** The breakpoint at which it ends. */
  readonly stop: Stop | null;
  readonly isMet: boolean;
}

interface Way {
  readonly goal: Goal;
  readonly by: Direction;
}

/** The next breakpoint that is met after a place. */
type NextStop = (place: Place) => Stop | undefined;

/** At once to where the goal or a breakpoint is met, or to the end. */
export function walkThrough(run: Run, place: Place, { goal, by }: Way, nextStop: NextStop): Walk {
  const stop = nextStop(place);
  const decision = goal === "decision" ? toDecision(run, place, by) : undefined;
  const steps = way(run);
  const order = (visited: Place) => steps.findIndex(({ id }) => id === visited.step);
  const isNearer = !decision || (stop && (order(stop.place) - order(decision)) * by <= 0);
  if (stop && isNearer) return { to: stop.place, stop, isMet: true };
  const end = { step: (by > 0 ? steps.at(-1) : steps[0])?.id ?? place.step, micro: null };
  return { to: decision ?? end, stop: null, isMet: true };
}

/** One microstep further. */
export const walkInto = (run: Run, place: Place, way: Way, nextStop: NextStop): Walk =>
  walkTo(run, place, into(run, place, way.by), way, nextStop);

/** One step further. */
export const walkOver = (run: Run, place: Place, way: Way, nextStop: NextStop): Walk =>
  walkTo(run, place, over(run, place, way.by), way, nextStop);

function walkTo(run: Run, place: Place, to: Place | undefined, { goal }: Way, nextStop: NextStop): Walk {
  if (!to) return { stop: null, isMet: true };
  const step = stepOf(run, to.step);
  const last = (step?.outcome.microsteps.length ?? 0) - 1;
  const ends = to.micro === null || to.micro === last;
  const stop = nextStop(place);
  const isStop =
    stop?.place.step === to.step &&
    (to.micro === null || stop.place.micro === to.micro || (stop.place.micro === null && ends));
  if (stop && isStop) return { to: stop.place, stop, isMet: true };
  const isMet =
    goal === "decision" && ends && step !== undefined && step.id !== place.step && isDecision(step);
  return { to, stop: null, isMet };
}
