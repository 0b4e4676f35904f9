/** How much of something may come for long, a second, and how much at once. */
export interface Rate {
  readonly perSecond: number;
  readonly atOnce: number;
}

/** Messages of an app. A game in haste sends some hundreds a second; an app that connects says all that it kept, 5,000 and more, and once more when it is greeted. */
export const MESSAGES: Rate = { perSecond: 2_000, atOnce: 12_000 };

/** Frames of any kind on an app's line. What comes faster is not read for a while: its sender has to wait, and others do not. */
export const FRAMES: Rate = { perSecond: 2_000, atOnce: 12_000 };
/** Pings of a line that are answered; a client that measures its line sends one a second. */
export const PINGS: Rate = { perSecond: 20, atOnce: 100 };

/** A bucket that fills up again with time. @param now in ms @returns whether one more may come */
export function rateLimit({ perSecond, atOnce }: Rate, now: () => number = Date.now): () => boolean {
  let [left, last] = [atOnce, now()];
  return () => {
    const at = now();
    left = Math.min(atOnce, left + (sinceThen(last, at) * perSecond) / 1000);
    last = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/** Such a bucket that can be overdrawn. @param now in ms @returns counts one more, and says in how many ms what is overdrawn is made up for */
export function rateDebt({ perSecond, atOnce }: Rate, now: () => number = Date.now): () => number {
  let [left, last] = [atOnce, now()];
  return () => {
    const at = now();
    left = Math.min(atOnce, left + (sinceThen(last, at) * perSecond) / 1000) - 1;
    last = at;
    return Math.max(0, (-left / perSecond) * 1000);
  };
}

/** A clock that is set back, by the network or by hand, takes nothing from anybody. */
const sinceThen = (last: number, at: number): number => Math.max(0, at - last);

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
