import type { Steps } from "#core/layout/steps.ts";

/** How long the page waits for a slice of work, in milliseconds: less than a frame. */
const SLICE_MS = 12;

/**
 * Does work beside what a person does: a slice at a time, and what is clicked and typed in between.
 * @returns undefined where it was stopped
 */
export async function inSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  while (!signal.aborted) {
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    await new Promise((next) => setTimeout(next));
  }
  return undefined;
}
