import type { BuiltStudio } from "../scripts/studio/buildStudio.ts";

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
  /** The studio, built once for all lines. */
  readonly studio: () => Promise<BuiltStudio>;
  /** Ids of the games a line is to be measured on, where it has several; all when empty. */
  readonly games: readonly string[];
  /** Whether a line that compares with earlier figures keeps these for later runs. */
  readonly keep: boolean;
}

/** One line of the bench: what it prints, and how it is measured. */
export interface BenchLine {
  readonly about: string;
  run(bench: Bench): Promise<readonly Measure[]>;
}
