import { breakpointKey, type BreakOn } from "#core/run/debugging/breakpoint.ts";
import { guardHits } from "#core/run/debugging/hits.ts";
import type { Recomputed } from "#core/inspect/recompute.ts";

export type GuardStop = BreakOn & { readonly on: "guard" };

/**
 * Guards at which one stops looking along. The app goes on: nothing here could hold it. They last as long as the page, and are of the names of
 * a machine's guards, so that they are met wherever such a guard is evaluated.
 */
export class Stops {
  #list: readonly GuardStop[] = [];
  readonly #listeners = new Set<() => void>();

  get = (): readonly GuardStop[] => this.#list;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  toggle(guardStop: GuardStop): void {
    const others = this.#list.filter((other) => breakpointKey(other) !== breakpointKey(guardStop));
    this.#list = others.length < this.#list.length ? others : [...others, guardStop];
    for (const listener of this.#listeners) listener();
  }
}

/** Those of the stops that a step meets. */
export const stopsMet = (stops: readonly GuardStop[], step: Recomputed | undefined): readonly GuardStop[] =>
  step ? stops.filter((stop) => guardHits([stop], step).length > 0) : [];

/** The first step from `id` on that meets one; `newest` is the last that there is so far. */
export function nextStop(
  stops: readonly GuardStop[],
  steps: ReadonlyMap<number, Recomputed>,
  id: number,
): { readonly met: number | undefined; readonly newest: number } {
  let at = id;
  for (; steps.has(at); at++) if (stopsMet(stops, steps.get(at)).length > 0) return { met: at, newest: at };
  return { met: undefined, newest: at - 1 };
}
