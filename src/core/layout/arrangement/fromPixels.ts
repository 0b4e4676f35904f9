import { centre, type Rect } from "#core/layout/geometry.ts";
import { type CompoundLines, type Flow, lastKey, parentId } from "#core/layout/arrangement/arrangement.ts";

/** Two siblings whose order could not be kept: the first stood left of or above the second. */
export type Pair = readonly [string, string];

/** What pixels said of one compound. */
export interface FromPixels extends CompoundLines {
  /** Pairs that stand in another order now. */
  readonly lost: readonly Pair[];
}

/** What a state is taken to measure whose place has no size. */
const SIZE = { w: 160, h: 48 };

/**
 * The lines that places in pixels (format 1) amount to, by path id of the compound. Two siblings keep their order when one that stood
 * beside the other stands beside it, one that stood above it above it, and one that stood diagonally either: of all ways to cut the
 * states into rows from top to bottom, or into columns from left to right, the one that loses the fewest pairs is taken,
 * of equal ones that with the most lines.
 */
export function fromPixels(positions: Readonly<Record<string, Rect>>): ReadonlyMap<string, FromPixels> {
  const families = new Map<string, Box[]>();
  for (const [id, { x, y, w, h }] of Object.entries(positions)) {
    if (id === "") continue;
    const box = { key: lastKey(id), x, y, w: w > 0 ? w : SIZE.w, h: h > 0 ? h : SIZE.h };
    const family = families.get(parentId(id));
    if (family) family.push(box);
    else families.set(parentId(id), [box]);
  }
  return new Map([...families].map(([id, boxes]) => [id, unrolled(linesOfBoxes(boxes))]));
}

/** One column of states is as many rows: the flow is then the way that they follow each other. One state has none. */
function unrolled(fromPixels: FromPixels): FromPixels {
  const { flow, lines, lost } = fromPixels;
  const [line = []] = lines;
  if (lines.length !== 1) return fromPixels;
  if (line.length === 1) return { lines, lost };
  return { flow: flow === "down" ? "right" : "down", lines: line.map((key) => [key]), lost };
}

interface Box extends Rect {
  readonly key: string;
}

function linesOfBoxes(boxes: readonly Box[]): FromPixels {
  const down = cut(boxes, "down");
  const right = cut(boxes, "right");
  if (down.lost.length !== right.lost.length) return down.lost.length < right.lost.length ? down : right;
  if (down.lines.length !== right.lines.length) return down.lines.length > right.lines.length ? down : right;
  return extent(boxes, "x") > extent(boxes, "y") ? right : down;
}

/** Rows (or columns), cut at the best places of the order in which the centres lie. */
function cut(boxes: readonly Box[], flow: Flow): FromPixels {
  const along = flow === "down" ? "x" : "y";
  const across = flow === "down" ? "y" : "x";
  const by = (axis: Axis) => (a: Box, b: Box) =>
    centre(a)[axis] - centre(b)[axis] || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  const sorted = boxes.toSorted(by(across));
  const lines = cuts(sorted, (a, b) => {
    const beside = isApart(a, b, along);
    return beside === isApart(a, b, across) ? 0 : beside ? -1 : 1;
  }).map((line) => line.toSorted(by(along)));
  return {
    flow,
    lines: lines.map((line) => line.map((box) => box.key)),
    lost: lostPairs(lines, along, across),
  };
}

/**
 * The cheapest way to cut a list into runs, where each pair in the same run costs what `cost` says; of equally cheap ways the one
 * with the shortest runs at the end. In time quadratic and in space linear to the length.
 */
function cuts<T>(items: readonly T[], cost: (a: T, b: T) => number): T[][] {
  const best = [0];
  const from: number[] = [0];
  const run: number[] = [];
  items.forEach((item, last) => {
    run.push(0);
    let added = 0;
    let cheapest = Infinity;
    let start = last;
    for (let first = last; first >= 0; first--) {
      if (first < last) added += cost(items[first] as T, item);
      run[first] = (run[first] ?? 0) + added;
      const total = (best[first] ?? 0) + (run[first] ?? 0);
      if (total < cheapest) [cheapest, start] = [total, first];
    }
    best.push(cheapest);
    from.push(start);
  });
  const runs: T[][] = [];
  for (let end = items.length; end > 0; end = from[end] ?? 0) runs.unshift(items.slice(from[end], end));
  return runs;
}

function lostPairs(lines: readonly (readonly Box[])[], along: Axis, across: Axis): Pair[] {
  const placed = lines.flatMap((line, index) => line.map((box) => ({ box, index })));
  const lost: Pair[] = [];
  placed.forEach((a, i) => {
    for (let k = i + 1; k < placed.length; k++) {
      const b = placed[k] as (typeof placed)[number];
      const [primary, other] = a.index === b.index ? [along, across] : [across, along];
      if (isApart(a.box, b.box, primary) || !isApart(a.box, b.box, other)) continue;
      const inOrder = a.box[other] <= b.box[other];
      lost.push(inOrder ? [a.box.key, b.box.key] : [b.box.key, a.box.key]);
    }
  });
  return lost;
}

type Axis = "x" | "y";
const end = (box: Box, axis: Axis) => box[axis] + (axis === "x" ? box.w : box.h);
const isApart = (a: Box, b: Box, axis: Axis) => end(a, axis) <= b[axis] || end(b, axis) <= a[axis];
const extent = (boxes: readonly Box[], axis: Axis) =>
  Math.max(...boxes.map((box) => end(box, axis))) - Math.min(...boxes.map((box) => box[axis]));
