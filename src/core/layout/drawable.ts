import type { Chart, StateNode } from "#core/chart/chart.ts";
import { type Budget, withinBudget } from "#core/text/budget.ts";

/** Transitions of a machine up to which it is drawn. The largest game has 700; a person reads no picture of a tenth of this. */
const MAX_TRANSITIONS = 40_000;
/** What each transition of a state has to be compared with is the others of that state: the pairs of all states together. */
const MAX_PAIRS = 2_000_000;

/** Whether a machine has so many transitions that lists of them, which no countdown counts, would take minutes. */
export function isUndrawable(chart: Chart): boolean {
  const known = undrawable.get(chart) ?? hasTooManyPairs(chart);
  undrawable.set(chart, known);
  return known;
}

/** What is drawn in slices asks for each of them, and a large machine takes as long to be counted as a slice may take. */
const undrawable = new WeakMap<Chart, boolean>();

function hasTooManyPairs(chart: Chart): boolean {
  let transitions = 0;
  let pairs = 0;
  const add = (node: StateNode): void => {
    const count = node.transitions.length;
    transitions += count;
    pairs += count * count;
    node.children.forEach(add);
  };
  add(chart.root);
  return transitions > MAX_TRANSITIONS || pairs > MAX_PAIRS;
}

/** A machine that is too large to be drawn was to be drawn. */
export class UndrawableError extends Error {
  constructor(chart: Chart, as: "drawn" | "printed" = "drawn") {
    super(`The machine ${chart.id ?? chart.root.key} is too large to be ${as}`);
    this.name = "UndrawableError";
  }
}

/** Steps of drawing that no clock stops. The largest game takes 300,000. */
const MIN_STEPS = 10_000_000;

/** What drawing may take. @param ms how long who waits takes it to work */
export const drawingBudget = (now: () => number, ms: number): Budget => ({ now, ms, steps: MIN_STEPS });

/** Draws within a budget. @throws UndrawableError where that takes more */
export function drawWithin<T>(budget: Budget, chart: Chart, draw: () => T): T {
  if (isUndrawable(chart)) throw new UndrawableError(chart);
  return withinBudget(budget, draw, () => {
    throw new UndrawableError(chart);
  });
}
