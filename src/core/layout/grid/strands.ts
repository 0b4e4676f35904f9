/** Part of a way that runs along a channel or a gap: from `lo` to `hi`, joined by pieces that come from before it (-1) or after it (1). */
export interface Strand {
  readonly key: string;
  readonly lo: number;
  readonly hi: number;
  readonly ends: readonly { readonly at: number; readonly from: -1 | 0 | 1 }[];
}

/** Least distance of lines that run side by side, in pixels. */
export const TRACK = 8;
const SAME = 3;
/** More than any number of crossings. */
const ON_TOP = 1000;

/**
 * A track for each strand, numbered from 0, so that strands that run side by side do not share one and their ends cross as few of
 * them as can be. Two ends on one line must not run over each other: that counts more than any crossing.
 */
export function tracksOf(strands: readonly Strand[]): {
  readonly track: ReadonlyMap<string, number>;
  readonly count: number;
} {
  const order = [...strands].sort((a, b) => a.lo - b.lo || a.hi - b.hi || (a.key < b.key ? -1 : 1));
  const memo = new Map<string, number>();
  const gain = (first: Strand, then: Strand): number => {
    const key = `${first.key}\n${then.key}`;
    let known = memo.get(key);
    if (known === undefined) memo.set(key, (known = crossings(first, then) - crossings(then, first)));
    return known;
  };
  // exchanging neighbours while it helps ends, as each exchange lowers the number of crossings
  for (let round = 0, moved = true; moved && round < order.length + 4; round++) {
    moved = false;
    for (let i = 1; i < order.length; i++) {
      const [a, b] = [order[i - 1] as Strand, order[i] as Strand];
      if (gain(a, b) > 0) {
        order[i - 1] = b;
        order[i] = a;
        moved = true;
      }
    }
  }
  if (order.length <= MOST_MOVED) moveWhile(order, gain);
  const track = new Map<string, number>();
  let count = 0;
  order.forEach((strand, i) => {
    let least = 0;
    for (let j = 0; j < i; j++) {
      const other = order[j] as Strand;
      const together = strand.lo < other.hi + TRACK && other.lo < strand.hi + TRACK;
      const depends = together || meets(strand, other);
      if (depends)
        least = Math.max(least, (track.get(other.key) ?? 0) + (together || gain(other, strand) < 0 ? 1 : 0));
    }
    track.set(strand.key, least);
    count = Math.max(count, least + 1);
  });
  return { track, count };
}

/** So many are tried at every place; of more only neighbours are exchanged. */
const MOST_MOVED = 40;
const ROUNDS = 8;

/** Takes each to the place where it does best, while that helps. `gain`: crossings that are saved when two exchange their order. */
function moveWhile(order: Strand[], gain: (first: Strand, then: Strand) => number): void {
  for (let round = 0, moved = true; moved && round < ROUNDS; round++) {
    moved = false;
    for (let i = 0; i < order.length; i++) {
      const own = order[i] as Strand;
      let [best, at] = [0, i];
      for (let j = i + 1, sum = 0; j < order.length; j++) {
        sum += gain(own, order[j] as Strand);
        if (sum > best) [best, at] = [sum, j];
      }
      for (let j = i - 1, sum = 0; j >= 0; j--) {
        sum += gain(order[j] as Strand, own);
        if (sum > best) [best, at] = [sum, j];
      }
      if (at === i) continue;
      order.splice(i, 1);
      order.splice(at, 0, own);
      moved = true;
    }
  }
}

const meets = (a: Strand, b: Strand): boolean =>
  a.ends.some((p) => b.ends.some((q) => Math.abs(p.at - q.at) < SAME));

/** Crossings of the ends of two strands when `first` lies before `then`. */
function crossings(first: Strand, then: Strand): number {
  let count = 0;
  for (const { at, from } of first.ends) {
    if (from === 1 && at > then.lo && at < then.hi) count++;
    if (from === 1)
      for (const other of then.ends) if (other.from === -1 && Math.abs(other.at - at) < SAME) count += ON_TOP;
  }
  for (const { at, from } of then.ends) if (from === -1 && at > first.lo && at < first.hi) count++;
  return count;
}
