/** How many messages a second an app may send for long, and how many at once. A game in haste sends some hundreds; an
 * app that connects says all that it kept, 5,000 and more, and once more when it is greeted. */
export const perSecond = 2_000;
export const atOnce = 12_000;

/** A bucket of messages that fills up again with time. @param now in ms */
export function rateLimit(now: () => number = Date.now): () => boolean {
  let [left, last] = [atOnce, now()];
  return () => {
    const at = now();
    left = Math.min(atOnce, left + ((at - last) * perSecond) / 1000);
    last = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
