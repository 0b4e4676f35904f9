import type { Measure } from "../line.ts";
import { percentile } from "./stats.ts";

/** How often a thing is done to be timed, at scale 1. */
export const TRIES = 40;
/** Milliseconds between two tries: the pace of somebody who types, so that what a change leaves to be done is met by the next. */
export const PACE = 250;

/**
 * The middle and the slow end of some times in milliseconds.
 * @param limit times the middle that the slow end may be
 */
export const figures = (what: string, times: readonly number[], limit?: number): Measure[] => [
  {
    what: `${what}, p50`,
    value: percentile(times, 0.5),
    unit: "ms",
    note: `${times.length} tries, ${PACE} ms apart`,
  },
  { what: `${what}, p95`, value: percentile(times, 0.95), unit: "ms" },
  ...(limit === undefined
    ? []
    : [
        {
          what: `${what}, p95 / p50`,
          value: percentile(times, 0.95) / percentile(times, 0.5),
          unit: "x",
          limit,
        },
      ]),
];
