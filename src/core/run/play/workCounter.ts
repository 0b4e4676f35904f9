import type { Whereabouts } from "#core/run/play/playRequest.ts";

/** What a module whose work is counted (`countWork`) calls at each round of a loop and each call of a function. */
export const workCounter = "__turnwrightWork";

/**
 * A comment that stands around all that counting puts into a module, so that it can be taken out of a function's text again: none of
 * these texts has it itself. Functions of one module and of those that it imports are distinguished by nothing, so they have one mark.
 */
export function freshMark(texts: readonly string[]): string {
  for (let sign = "\u27f2"; ; sign += "\u27f2") {
    const mark = `/*${sign}*/`;
    if (!texts.some((text) => text.includes(mark))) return mark;
  }
}
/** The text of a function whose work is counted, as its author wrote it. It may end within what counting put in. */
export const withoutCounting = (text: string, mark: string): string =>
  text
    .split(mark)
    .filter((_, index) => index % 2 === 0)
    .join("");

/** Counts the work of a machine's code in one request. */
export interface WorkMeter {
  /** Counts from zero. @param limit rounds of loops and calls of functions that are too many */
  begin(limit: number): void;
  /** One round of a loop, or one call. @throws Error when it is one too many, and at every one after that: code that catches it ends all the same */
  count(): void;
  /** What code of the machine comes next. */
  hear(at: Whereabouts): void;
  /** Where the limit was reached; undefined while it was not. */
  readonly stoppedAt: Whereabouts | undefined;
  readonly limit: number;
  /** The mark (`freshMark`) in the texts whose work is counted. */
  mark: string;
}

/** A meter that has no limit before it begins. */
export function workMeter(): WorkMeter {
  let count = 0;
  let limit = Infinity;
  let at: Whereabouts = {};
  let stoppedAt: Whereabouts | undefined;
  const stop = (): Error => {
    stoppedAt ??= at;
    return new Error(`More than ${limit} rounds of loops and calls of functions`);
  };
  return {
    mark: freshMark([]),
    begin: (newLimit) => {
      count = 0;
      limit = newLimit;
      at = {};
      stoppedAt = undefined;
    },
    count: () => {
      if (++count > limit) throw stop();
    },
    hear: (where) => {
      at = where;
    },
    get stoppedAt() {
      return stoppedAt;
    },
    get limit() {
      return limit;
    },
  };
}
