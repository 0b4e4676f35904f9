import type { Readability } from "#test/support/readability/measureReadability.ts";

/** What of a measure is kept and printed, in the order of the columns. Shares are whole percents. */
export const columns = [
  { head: "NAMED %", of: (r: Readability) => percent(r.named, r.states) },
  { head: "OUTER %", of: (r: Readability) => percent(r.outer.named, r.outer.all) },
  { head: "FIRST %", of: (r: Readability) => percent(r.first.named, r.first.all) },
  { head: "TEXTS", of: (r: Readability) => r.texts },
  { head: "SMALL", of: (r: Readability) => r.textsUnderFloor },
  { head: "LEAST PX", of: (r: Readability) => Math.round(r.smallest * 10) / 10 },
  { head: "COVERED", of: (r: Readability) => r.textsCovered },
  { head: "CUT", of: (r: Readability) => r.textsClipped },
  { head: "PALE", of: (r: Readability) => r.textsPale },
  { head: "ON TEXT", of: (r: Readability) => r.textOnText },
  { head: "FOLDS UNTOLD", of: (r: Readability) => r.foldsUntold },
  { head: "LINES", of: (r: Readability) => r.lines },
  { head: "CHIPS", of: (r: Readability) => r.chips },
  { head: "THRU STATE", of: (r: Readability) => r.linesThroughState },
  { head: "THRU TEXT", of: (r: Readability) => r.linesThroughText },
  { head: "CROSSINGS", of: (r: Readability) => r.lineCrossings },
  { head: "FRAMES", of: (r: Readability) => r.frameCrossings },
  { head: "A LINE", of: (r: Readability) => Math.round((100 * crossed(r)) / Math.max(1, r.lines)) / 100 },
] as const;

/** The figures of one look at a chart; undefined where it was not drawn in time. */
export type Row = readonly number[] | undefined;

export const rowOf = (found: Readability): readonly number[] => columns.map(({ of }) => of(found));

export const at = (row: readonly number[], head: (typeof columns)[number]["head"]): number =>
  row[columns.findIndex((one) => one.head === head)] ?? 0;

/** A share that is not whole is never told as a hundred. */
const percent = (part: number, all: number): number => (all === 0 ? 100 : Math.floor((100 * part) / all));

const crossed = ({ lineCrossings, frameCrossings }: Readability): number => lineCrossings + frameCrossings;
