/** How much of something may come for long, a second, and how much at once. */
export interface Rate {
  readonly perSecond: number;
  readonly atOnce: number;
}

/** Messages of an app. A game in haste sends some hundreds a second; an app that connects says all that it kept, 5,000 and more, and once more when it is greeted. */
export const MESSAGES: Rate = { perSecond: 2_000, atOnce: 12_000 };

/** A bucket that fills up again with time. @param now in ms @returns whether one more may come */
export function rateLimit({ perSecond, atOnce }: Rate, now: () => number = Date.now): () => boolean {
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

/** Does something at once, and as often as it is called meanwhile once more when so many ms have passed. */
export function atMostEvery(ms: number, act: () => void): () => void {
  let isResting = false;
  let isDue = false;
  const go = () => {
    isDue = false;
    isResting = true;
    setTimeout(() => {
      isResting = false;
      if (isDue) go();
    }, ms).unref();
    act();
  };
  return () => {
    isDue = true;
    if (!isResting) go();
  };
}
