/** A repeatable source of numbers from 0 to 1, 1 not included (mulberry32). */
export function dice(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What is drawn from a source of numbers. */
export interface Draws {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** True in `share` of all cases, from 0 to 1. */
  chance(share: number): boolean;
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
}

/** The same seed draws the same. */
export function draws(seed: number): Draws {
  const roll = dice(seed);
  const int = (least: number, most: number) => least + Math.floor(roll() * (most - least + 1));
  return {
    int,
    chance: (share) => roll() < share,
    pick(list) {
      if (list.length === 0) throw new RangeError("Nothing to pick from");
      return list[int(0, list.length - 1)] as (typeof list)[number];
    },
  };
}
