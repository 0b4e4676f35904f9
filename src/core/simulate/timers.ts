import type { Timer } from "#core/run/play/play.ts";
import type { Timing } from "#core/simulate/carryOut.ts";

/**
 * The timers after a step, in the order in which they were set. A cancel takes away those of its id that were set before it. An
 * event that was delayed without an id gets one that no other has.
 * @param clock virtual milliseconds at which the step was made
 */
export function timersAfter(
  timers: readonly Timer[],
  clock: number,
  timings: readonly Timing[],
): readonly Timer[] {
  let now = [...timers];
  for (const timing of timings) {
    if ("cancel" in timing) {
      now = now.filter((timer) => timer.loose || timer.id !== timing.cancel);
      continue;
    }
    // A delay that is no number of milliseconds, or an endless one, fires at once, as with `setTimeout`.
    const delay = timing.delay > 0 && Number.isFinite(timing.delay) ? timing.delay : 0;
    const due = Math.min(clock + delay, Number.MAX_VALUE);
    const { id } = timing;
    if (id !== undefined) now = loosened(now, id);
    now.push({ id: id ?? unusedId(timing.schedule.type, now), due, event: timing.schedule });
  }
  return now;
}

/** The timers that are left when one of them fires. XState forgets its id then, also for a later one of the same id. */
export const timersWithout = (timers: readonly Timer[], fired: Timer): readonly Timer[] =>
  loosened(
    timers.filter((timer) => timer !== fired),
    fired.id,
  );

/** XState knows the last timer of an id only: no cancel reaches one before it. */
const loosened = (timers: readonly Timer[], id: string): Timer[] =>
  timers.map((timer) => (timer.id === id && !timer.loose ? { ...timer, loose: true } : timer));

/** The timer that fires next, when it does by then: the earliest, of equal ones the first that was set. */
export function nextDue(timers: readonly Timer[], by: number): Timer | undefined {
  let next: Timer | undefined;
  for (const timer of timers) if (timer.due <= by && (!next || timer.due < next.due)) next = timer;
  return next;
}

function unusedId(type: string, timers: readonly Timer[]): string {
  for (let n = 1; ; n++) if (!timers.some((timer) => timer.id === `${type}#${n}`)) return `${type}#${n}`;
}
