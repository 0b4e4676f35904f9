import type { Measure } from "../line.ts";
import { percentile } from "./stats.ts";

/** How often a thing is done to be timed. */
export const TRIES = 40;
/** Milliseconds between two tries: the pace of somebody who types, so that what a change leaves to be done is met by the next. */
export const PACE = 250;

/**
 * The middle and the slow end of some times in milliseconds.
 * @param most so many times the middle the slow end may be
 */
export const figures = (what: string, times: readonly number[], most?: number): Measure[] => [
  {
    what: `${what}, p50`,
    value: percentile(times, 0.5),
    unit: "ms",
    note: `${times.length} tries, ${PACE} ms apart`,
  },
  { what: `${what}, p95`, value: percentile(times, 0.95), unit: "ms" },
  ...(most === undefined
    ? []
    : [
        {
          what: `${what}, p95 / p50`,
          value: percentile(times, 0.95) / percentile(times, 0.5),
          unit: "x",
          limit: most,
        },
      ]),
];
