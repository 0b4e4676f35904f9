/**
 * A trial tries to break the product, by as many random cases as wished for, and counts what broke. The laws of the test suite try the
 * same with few cases at each commit; `npm run trials` has the numbers that a release is judged by.
 */
export interface Trial {
  /** What is tried, in one sentence. */
  readonly about: string;
  /** The scale at which the test suite runs the line once, to see that it still tries something; `LEAST_SCALE` when left out. */
  readonly leastScale?: number;
  run(options: TrialOptions): Promise<readonly TrialRow[]>;
}

/** A thousandth of the full count: a line of the test suite is to take a second or two. */
export const LEAST_SCALE = 0.001;

export interface TrialOptions {
  /** Where random cases start: the same seed gives the same cases. */
  readonly seed: number;
  /** How much of the full count is tried, above 0; 1 is the count that the goal names. */
  readonly scale: number;
  /** Prints progress beside the table. */
  readonly say: (text: string) => void;
}

/** One row of the table. */
export interface TrialRow {
  readonly what: string;
  /** Cases that were tried. */
  readonly cases: number;
  /** Cases that went wrong, each with what is needed to repeat it. */
  readonly faults: readonly string[];
  /** A figure that the goal speaks of, where faults alone do not say it: "RSS 113 to 116 MB". */
  readonly figure?: string;
  /** What must hold at scale 1, in words. */
  readonly goal: string;
}
