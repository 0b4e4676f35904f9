/**
 * A limit for work on the page's own thread, where nothing from outside can stop it. The build writes a countdown into each loop and each
 * function of core that calls something (`scripts/guardLoops.ts`), so that work which never ends cannot do so in silence: whatever
 * goes on for ever passes one of them again and again. Core reads no clock: whoever sets the limit brings one.
 */
export interface Budget {
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** The work may take this long, in milliseconds, however many steps that is. */
  readonly ms: number;
  /** It may take this many steps, loops and calls, however long that lasts: a slow machine stops nothing that only has much to do. */
  readonly steps: number;
}

/** The work under a budget took longer and did more than it may. It is thrown until whoever set the budget hears of it. */
export class BudgetExceededError extends Error {
  /** How long the work took, in whole seconds. */
  readonly seconds: number;
  constructor(ms: number) {
    super(`The work was stopped after ${Math.round(ms)} ms`);
    this.name = "BudgetExceededError";
    this.seconds = Math.round(ms / 1000);
  }
}

/** Steps from one look at the clock to the next: a look costs some fifty steps, and a thousand steps take well under a millisecond. */
const STEPS_PER_LOOK = 10_000;

/** Called by guarded code at each step. */
export const countStep = (): void => {
  if (--countdown.left < 0) countdown.look();
};

/** As many steps at once: for code outside of what the build guards, whose work grows with the length of a list that it goes through. */
export const countSteps = (steps: number): void => {
  countdown.left -= steps;
  if (countdown.left < 0) countdown.look();
};

const countdown = {
  left: STEPS_PER_LOOK,
  look(): void {
    const { work } = running;
    // It stays below zero until the work has given up: who catches everything on the way is stopped at the next step.
    if (work?.exceeded) throw work.exceeded;
    const steps = STEPS_PER_LOOK - countdown.left;
    countdown.left = STEPS_PER_LOOK;
    if (!work) return;
    work.steps += steps;
    const { budget, begun } = work;
    if (work.steps <= budget.steps) return;
    const took = budget.now() - begun;
    if (took <= budget.ms) return;
    countdown.left = -1;
    throw (work.exceeded = new BudgetExceededError(took));
  },
};

/** The work that is under way; the page does one thing at a time. */
const running: { work: Work | undefined } = { work: undefined };

interface Work {
  readonly budget: Budget;
  readonly begun: number;
  steps: number;
  exceeded?: BudgetExceededError;
}

/**
 * Does something that may not go on for ever. What is begun within it has no other limit than it: its `stopped` is not asked.
 * @param stopped what to answer when the work took more than its budget; what it would have given is not there
 */
export function withinBudget<T>(
  budget: Budget | undefined,
  task: () => T,
  stopped: (error: BudgetExceededError) => T,
): T {
  if (!budget || running.work) return task();
  const work: Work = { budget, begun: budget.now(), steps: 0 };
  running.work = work;
  countdown.left = STEPS_PER_LOOK;
  try {
    const result = task();
    // When something on the way caught it, its result of half the work is no answer.
    return work.exceeded ? stopped(work.exceeded) : result;
  } catch (error) {
    if (work.exceeded) return stopped(work.exceeded);
    throw error;
  } finally {
    running.work = undefined;
    countdown.left = STEPS_PER_LOOK;
  }
}

/** A budget without a clock: what it stops is the same on every computer. It is for whoever has no clock, and so far above what any work takes. */
export const stepsOnly = (steps: number): Budget => ({ now: () => 0, ms: -1, steps });

/** What work is allowed that is about a text of so many characters. */
export type BudgetFor = (characters: number) => Budget;

/** Whoever waits for an answer for longer takes the page for dead. */
const WORK_MS = 2_000;
/**
 * Reading takes 0.3 steps for each character of a module with 2,000 states, a rename 2.7 and all checks 3.2: thirty times that is no
 * slow machine any more. A module of up to a megabyte has done them within the two seconds.
 */
const STEPS_PER_CHARACTER = 100;
/** The budget of the smallest text, so that a short file is never refused for its fixed costs. */
const MIN_BUDGET_STEPS = 1_000_000;

/** The budgets of the page and of the command line. @param now milliseconds since any moment */
export const budgetsBy =
  (now: () => number): BudgetFor =>
  (characters) => ({ now, ms: WORK_MS, steps: MIN_BUDGET_STEPS + STEPS_PER_CHARACTER * characters });
