/**
 * Work that can be put down after each of its steps, a fraction of a millisecond to a few of them, and taken up later: what draws or
 * checks many states leaves the page to others in between. Whoever does not go on with it stops it, and nothing of it is seen.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it in one go. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
