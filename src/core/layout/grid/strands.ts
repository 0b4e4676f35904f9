/** Part of a way that runs along a channel or a gap: from `lo` to `hi`, joined by pieces that come from before it (-1) or after it (1). */
export interface Strand {
  readonly key: string;
  /** Of the last part of a strand with a jog: the key of the strand. */
  readonly after?: string;
  readonly lo: number;
  readonly hi: number;
  readonly ends: readonly { readonly at: number; readonly from: -1 | 0 | 1 }[];
}

/** Least distance of lines that run side by side, in pixels. */
export const TRACK = 8;
const SAME = 3;
/** More than any number of crossings. */
const ON_TOP = 1000;

/** An end that comes after the track of its strand, and gets there by a track of its own, so that it runs on no other. */
export interface Jog {
  readonly key: string;
  readonly at: number;
  /** Of the own track, in `Tracks.track`. */
  readonly ownTrack: string;
  /** Where it goes over from the one track to the other. */
  readonly over: number;
}

export interface Tracks {
  readonly track: ReadonlyMap<string, number>;
  readonly count: number;
  readonly jogs: readonly Jog[];
}

/** The jog that an end makes, if it makes one. */
export const jogAt = ({ jogs }: Tracks, key: string, at: number, from: -1 | 0 | 1): Jog | undefined =>
  from === 1 ? jogs.find((jog) => jog.key === key && Math.abs(jog.at - at) < 0.5) : undefined;

/**
 * A track for each strand, numbered from 0, so that strands that run side by side do not share one and their ends cross as few of
 * them as can be. Two ends on one line must not run over each other: that counts more than any crossing. Where no order brings that
 * about, as with two that exchange their places, an end makes a jog.
 */
export function tracksOf(strands: readonly Strand[]): Tracks {
  const jogs: Jog[] = [];
  let split: readonly Strand[] = strands;
  for (;;) {
    const order = ordered(split);
    const jog = jogs.length < strands.length ? jogFor(order, jogs.length) : undefined;
    if (!jog) return { ...numbered(order), jogs };
    jogs.push(jog);
    split = split.flatMap((strand) => (strand.key === jog.key ? withJog(strand, jog) : [strand]));
  }
}

/** For the first two ends that run on each other in that order. */
function jogFor(order: readonly Strand[], count: number): Jog | undefined {
  for (const [i, first] of order.entries())
    for (const then of order.slice(i + 1)) {
      if (then.after === first.key) continue;
      const end = first.ends.find(
        ({ at, from }) => from === 1 && then.ends.some((e) => e.from === -1 && Math.abs(e.at - at) < SAME),
      );
      const over = end && freeBeside(end.at, first, order);
      if (end && over !== undefined)
        return { key: first.key, at: end.at, ownTrack: `${first.key}\n${count}`, over };
    }
  return undefined;
}

/** A place near an end where nothing else ends, rather toward the rest of its strand. */
function freeBeside(at: number, { lo, hi }: Strand, order: readonly Strand[]): number | undefined {
  const inward = (lo + hi) / 2 < at ? -1 : 1;
  return [1, -1, 2, -2, 3, -3]
    .map((steps) => at + steps * inward * TRACK)
    .find((place) =>
      order.every((strand) => strand.ends.every((end) => Math.abs(end.at - place) >= SAME + 1)),
    );
}

function withJog(strand: Strand, { at, ownTrack, over }: Jog): Strand[] {
  const isIt = (end: Strand["ends"][number]) => end.from === 1 && Math.abs(end.at - at) < 0.5;
  const ends = [...strand.ends.filter((end) => !isIt(end)), { at: over, from: 1 as const }];
  const range = (all: Strand["ends"]) => ({
    lo: Math.min(...all.map((end) => end.at)),
    hi: Math.max(...all.map((end) => end.at)),
  });
  const last = [
    { at: over, from: -1 as const },
    { at, from: 1 as const },
  ];
  return [
    { ...strand, ...range(ends), ends },
    { key: ownTrack, after: strand.key, ...range(last), ends: last },
  ];
}

/** From the first track to the last, with as few crossings as can be found by exchanging. */
function ordered(strands: readonly Strand[]): Strand[] {
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
  if (order.length <= MAX_INSERTED_STRANDS) moveWhile(order, gain);
  return order;
}

function numbered(order: readonly Strand[]): Omit<Tracks, "jogs"> {
  const track = new Map<string, number>();
  let count = 0;
  order.forEach((strand, i) => {
    let least = 0;
    for (let j = 0; j < i; j++) {
      const other = order[j] as Strand;
      const together = strand.lo < other.hi + TRACK && other.lo < strand.hi + TRACK;
      const depends = together || meets(strand, other);
      if (depends)
        least = Math.max(
          least,
          (track.get(other.key) ?? 0) +
            (together || crossings(other, strand) < crossings(strand, other) ? 1 : 0),
        );
    }
    track.set(strand.key, least);
    count = Math.max(count, least + 1);
  });
  return { track, count };
}

/** Up to so many strands each is tried at every place; of more, only neighbours are exchanged. */
const MAX_INSERTED_STRANDS = 40;
/** How often all strands are gone through unless none moves before. */
const EXCHANGE_ROUNDS = 8;

/** Takes each to the place where it does best, while that helps. `gain`: crossings that are saved when two exchange their order. */
function moveWhile(order: Strand[], gain: (first: Strand, then: Strand) => number): void {
  for (let round = 0, moved = true; moved && round < EXCHANGE_ROUNDS; round++) {
    moved = false;
    for (let i = 0; i < order.length; i++) {
      const strand = order[i] as Strand;
      let [best, at] = [0, i];
      for (let j = i + 1, sum = 0; j < order.length; j++) {
        sum += gain(strand, order[j] as Strand);
        if (sum > best) [best, at] = [sum, j];
      }
      for (let j = i - 1, sum = 0; j >= 0; j--) {
        sum += gain(order[j] as Strand, strand);
        if (sum > best) [best, at] = [sum, j];
      }
      if (at === i) continue;
      order.splice(i, 1);
      order.splice(at, 0, strand);
      moved = true;
    }
  }
}

const meets = (a: Strand, b: Strand): boolean =>
  a.ends.some((p) => b.ends.some((q) => Math.abs(p.at - q.at) < SAME));

/** Crossings of the ends of two strands when `first` lies before `then`. */
function crossings(first: Strand, then: Strand): number {
  if (first.after === then.key) return ON_TOP;
  if (then.after === first.key) return 0;
  let count = 0;
  for (const { at, from } of first.ends) {
    if (from === 1 && at > then.lo && at < then.hi) count++;
    if (from === 1)
      for (const other of then.ends) if (other.from === -1 && Math.abs(other.at - at) < SAME) count += ON_TOP;
  }
  for (const { at, from } of then.ends) if (from === -1 && at > first.lo && at < first.hi) count++;
  return count;
}
