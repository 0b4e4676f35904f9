import type { Whereabouts } from "#core/run/playRequest.ts";

/** What a module whose work is counted (`countWork`) calls at each round of a loop and each call of a function. */
export const workCounter = "__turnwrightWork";

/** Stands around all that counting puts into a module, so that it can be taken out of a function's text again, which may end in it. */
const MARK = "/*\u27f2*/";
const INSERTED = /\/\*\u27f2\*\/[^\u27f2]*(?:\/\*\u27f2\*\/|$)/g;

/** Code that counting puts into a module. */
export const markedCode = (code: string): string => `${MARK}${code}${MARK}`;
/** The text of a function whose work is counted, as its author wrote it. */
export const withoutCounting = (text: string): string => text.replace(INSERTED, "");

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
    begin: (most) => {
      count = 0;
      limit = most;
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
