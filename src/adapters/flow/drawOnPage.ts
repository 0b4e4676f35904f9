import type { Chart } from "#core/chart/chart.ts";
import { drawingBudget, drawWithin, UndrawableError } from "#core/layout/drawable.ts";

/** What a picture may take before the page takes input again. */
const BUDGET = drawingBudget(() => performance.now(), 5_000);
/** React renders once more what threw. */
const givenUp = new WeakMap<Chart, unknown>();

/** Draws what a person waits for. @throws UndrawableError where that takes too long; at once for a chart of which that is known */
export function drawOnPage<T>(chart: Chart, draw: () => T): T {
  if (givenUp.has(chart)) throw givenUp.get(chart);
  try {
    return drawWithin(BUDGET, chart, draw);
  } catch (error) {
    if (error instanceof UndrawableError) givenUp.set(chart, error);
    throw error;
  }
}
