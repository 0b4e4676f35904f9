import { drawOnPage } from "#adapters/flow/drawOnPage.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Steps } from "#core/text/steps.ts";

/** How long the page waits for a slice of work, in milliseconds: less than a frame. */
const SLICE_MS = 12;

/**
 * Draws beside what a person does: a slice at a time, and what is clicked and typed in between.
 * @returns undefined where it was stopped
 * @throws UndrawableError where a single step takes too long
 */
export async function drawBeside<T>(
  chart: Chart,
  steps: Steps<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  while (!signal.aborted) {
    const end = performance.now() + SLICE_MS;
    const slice = drawOnPage(chart, () => {
      let step = steps.next();
      while (!step.done && performance.now() < end) step = steps.next();
      return step;
    });
    if (slice.done) return slice.value;
    await new Promise((next) => setTimeout(next));
  }
  return undefined;
}
