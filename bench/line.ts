import type { BuiltStudio } from "../scripts/studio/buildStudio.ts";
import type { OpenStudio } from "../scripts/studio/withStudio.ts";

/** One figure of a line. */
export interface Measure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The goal, printed beside the figure; the bench itself fails on nothing. */
  readonly limit?: number;
  /** How it was counted, when the name does not say it all. */
  readonly note?: string;
}

export interface Bench {
  /** Prints what goes beyond the table, such as what is in the chunks. */
  readonly say: (text: string) => void;
  /** The studio as it was built; for lines with a page. */
  readonly built: () => Promise<BuiltStudio>;
  /** Does a job in a browser with a served studio; what it opens is closed afterwards. */
  readonly withStudio: <T>(job: (open: OpenStudio) => Promise<T>) => Promise<T>;
  /** How much is done of what makes a figure worth telling, above 0; 1 is all. Little shows only that a line still measures. */
  readonly scale: number;
  /** Ids of the games a line is to be measured on, where it has several; all when empty. */
  readonly games: readonly string[];
  /** Whether a line that compares with earlier figures in detail keeps these for later runs. */
  readonly keep: boolean;
}

/** One line of the bench: what it prints, and how it is measured. It fails when there is nothing to be measured. */
export interface BenchLine {
  readonly about: string;
  run(bench: Bench): Promise<readonly Measure[]>;
}

/** How often something is done at a scale, at least so often. */
export const timesAt = (scale: number, times: number, least = 1): number =>
  Math.max(least, Math.round(times * scale));

/** @throws Error that says what was looked for, when a measure is no number or there is none at all */
export function checkMeasures(line: string, measures: readonly Measure[]): void {
  if (measures.length === 0) throw new Error(`${line} measured nothing`);
  for (const { what, value } of measures)
    if (!Number.isFinite(value)) throw new Error(`${line} found no figure for "${what}": ${value}`);
}
