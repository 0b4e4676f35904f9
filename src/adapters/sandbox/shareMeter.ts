/** A piece of work that is measured: long enough for a browser's coarse clock, and short, so that most are not broken off by others. In milliseconds. */
const PIECE_MS = 1;

/**
 * The text of a worker that works until it has had so many milliseconds of a processor, and says so. It counts pieces of equal work, each
 * as long as the quickest of them: what a piece takes longer than that, the system gave the processor to others.
 * @param ms milliseconds of a processor
 */
export const shareMeter = (ms: number): string => `"use strict";
const { now } = performance;
const time = now.bind(performance);
let rounds = 1000, number = 1;
const piece = () => {
  const from = time();
  for (let i = 0; i < rounds; i++) number = (Math.imul(number, 1103515245) + 12345) | 0;
  return time() - from;
};
// The clock goes on in jerks of up to a millisecond: a piece spans several of them.
const from = time();
let jerk = from;
while (jerk === from) jerk = time();
const least = Math.max(${PIECE_MS}, 2 * Math.min(1, jerk - from));
for (let quickest = 0; quickest < least; ) {
  rounds *= 2;
  quickest = Math.min(piece(), piece(), piece());
}
let quickest = Infinity;
for (let pieces = 1; pieces * quickest < ${ms} || pieces < 8; pieces++) quickest = Math.min(quickest, Math.max(piece(), 0.01));
postMessage({ id: 0, reply: String(number) });`;
