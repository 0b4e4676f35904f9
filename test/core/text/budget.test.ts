import { expect, test } from "vitest";
import { budgetsBy, withinBudget, type BudgetExceededError } from "#core/text/budget.ts";
import { endlessWalk } from "#test/support/endlessWalk.ts";

/** A clock that goes on by so many milliseconds whenever it is asked. */
function clock(ms: number) {
  let now = 0;
  return () => (now += ms);
}
const stopped = (error: BudgetExceededError) => `stopped after ${error.seconds} s`;

test("a walk that never ends is stopped, and what comes after it is done", () => {
  const budget = { now: clock(100), ms: 2_000, steps: 0 };

  expect(withinBudget<string>(budget, endlessWalk, stopped)).toBe("stopped after 2 s");
  expect(withinBudget(budget, () => "done", stopped)).toBe("done");
});

test("work that catches everything on its way is stopped all the same", () => {
  const stubborn = () => {
    for (let tries = 0; tries < 3; tries++)
      try {
        endlessWalk();
      } catch {
        // It goes on as if nothing had been.
      }
    return "half the work";
  };

  expect(withinBudget({ now: clock(3_000), ms: 2_000, steps: 0 }, stubborn, stopped)).toBe(
    "stopped after 3 s",
  );
});

test("a slow machine stops nothing that has little to do", () => {
  const walkALittle = () => {
    const texts = Array.from({ length: 300 }, (_, i) => `a${i}`);
    return texts.filter((one) => budgetsBy(() => 0)(one.length).ms > 0).length;
  };

  expect(withinBudget({ now: clock(60_000), ms: 2_000, steps: 1_000_000 }, walkALittle, () => -1)).toBe(300);
});

test("within a budget another one has no say, nor an answer of its own", () => {
  const outer = { now: clock(100), ms: 1_000, steps: 0 };
  const inner = { now: clock(0), ms: Infinity, steps: Infinity };

  const answer = withinBudget(outer, () => withinBudget<string>(inner, endlessWalk, () => "inner"), stopped);

  expect(answer).toBe("stopped after 1 s");
});

test("a fault in the work is thrown on, and is no stop", () => {
  const faulty = () => {
    throw new RangeError("Edit 40..52 lies outside");
  };

  expect(() => withinBudget(budgetsBy(() => 0)(10), faulty, stopped)).toThrow(RangeError);
});

test("a text is allowed two seconds, and more only for steps in proportion to it", () => {
  const [small, large] = [budgetsBy(() => 0)(1_000), budgetsBy(() => 0)(1_000_000)];

  expect([small.ms, large.ms]).toEqual([2_000, 2_000]);
  expect(large.steps / small.steps).toBeGreaterThan(50);
});
