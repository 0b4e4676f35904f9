import type { Chart, StateNode } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import type { Arrangement, CompoundLines } from "#core/layout/arrangement/arrangement.ts";
import { inCodeOrder, isFlat } from "#core/layout/arrangement/linesOf.ts";
import { siblingWays, type SiblingWays } from "#core/layout/arrangement/siblingWays.ts";

/*
 * Order before omission: where the text leaves open how the children of a state stand, they stand so that lines are short and cross
 * little. The method is that of Sugiyama, Tagawa and Toda (1981) with the order of the code in each of its steps: what leads back in the
 * code is a feedback edge, the first state that leads to another decides on its layer and on its place in it, and neighbours are exchanged only where fewer lines cross.
 */

/** With more ways than this the layers of a chart become wide and its channels high, so that it can no longer be read as a whole. */
const MAX_WAYS_PER_CHILD = 5 / 3;
/** So many siblings lead to a state that their lines are not drawn, but named. */
const MIN_NAMED_SOURCES = 5;

/**
 * How a machine stands when it is opened: as its file has it, or, where the file arranges nothing of it, in layers if it gains by that. It
 * is asked once, when a game is opened: an edit then moves only what must make room, as with every arrangement. The steps of a phase keep
 * the order of the code, in which its card on the map has them.
 */
export function openingArrangement({ root }: Chart, arrangement: Arrangement): Arrangement {
  if (Object.keys(arrangement.compounds).length > 0) return arrangement;
  const lines = layeredLines(root);
  return lines ? { ...arrangement, compounds: { [pathId([])]: { lines } } } : arrangement;
}

/**
 * The lines of a machine's states in layers, where these save, for each state, one line that passes another, whatever crosses in them
 * counted off; else those of the code in an order that crosses less. Undefined where the order of the code is as good.
 */
export function layeredLines(root: StateNode): CompoundLines["lines"] | undefined {
  if (!isFlat(root)) return undefined;
  const { children } = root;
  const count = children.length;
  const ways = siblingWays(root, []);
  const drawn = withoutNamed(ways);
  const drawnCount = [...drawn.values()].reduce((sum, targets) => sum + targets.size, 0);
  if (drawnCount > count * MAX_WAYS_PER_CHILD) return undefined;
  const inCode = inCodeOrder([...new Set(children.map(({ key }) => key))], ways);
  const layers = layersOf(inCode.flat(), drawn);
  const gain = passesOf(inCode, drawn) - passesOf(layers, drawn);
  if (gain >= count) {
    const { lines, crossings } = leastCrossed(layers, drawn);
    if (gain - crossings >= count) return lines;
  }
  const { lines } = leastCrossed(inCode, drawn);
  return lines === inCode ? undefined : lines;
}

/** How many ways pass each line, added up: ways to one state from the same side pass together, both ways between two states on their own. */
export function passesOf(lines: readonly (readonly string[])[], ways: SiblingWays): number {
  const lineOf = new Map(lines.flatMap((line, i) => line.map((key) => [key, i] as const)));
  const longest = new Map<string, number>();
  for (const [from, targets] of ways)
    for (const to of targets) {
      const [begin = 0, end = 0] = [lineOf.get(from), lineOf.get(to)];
      const isBoth = ways.get(to)?.has(from) === true;
      const net = isBoth ? [from, to].sort().join("\t") : `${Math.sign(end - begin)}\t${to}`;
      longest.set(net, Math.max(longest.get(net) ?? 0, Math.abs(end - begin) - 1));
    }
  return [...longest.values()].reduce((sum, passed) => sum + passed, 0);
}

/** Without the ways into a state that many lead to. */
function withoutNamed(ways: SiblingWays): SiblingWays {
  const sources = new Map<string, number>();
  for (const targets of ways.values()) for (const to of targets) sources.set(to, (sources.get(to) ?? 0) + 1);
  const isDrawn = (to: string) => (sources.get(to) ?? 0) < MIN_NAMED_SOURCES;
  return new Map([...ways].map(([from, targets]) => [from, new Set([...targets].filter(isDrawn))]));
}

/** Each child in the line behind that of the first before it in the code that leads to it; else behind the one before it in the code. */
function layersOf(keys: readonly string[], ways: SiblingWays): string[][] {
  const lineOf = new Map<string, number>();
  const firstSource = new Map<string, string>();
  const lines: string[][] = [];
  for (const [i, key] of keys.entries()) {
    const source = firstSource.get(key) ?? keys[i - 1];
    const line = source === undefined ? 0 : (lineOf.get(source) ?? 0) + 1;
    lineOf.set(key, line);
    (lines[line] ??= []).push(key);
    for (const to of ways.get(key) ?? []) if (!firstSource.has(to)) firstSource.set(to, key);
  }
  return lines;
}

/** A line of an arrangement that is being ordered: the children in it, and where ways between other lines pass it. */
interface Cell {
  /** Undefined where only a way passes. */
  readonly key: string | undefined;
  /** Where it stands in its line. */
  at: number;
  /** What it is connected with in the line before, and in the one behind. */
  readonly before: Cell[];
  readonly behind: Cell[];
}

/** Lines in an order, with what the order alone decides. */
export interface OrderedLines {
  readonly lines: readonly (readonly string[])[];
  /** How often the ways between the states cross. */
  readonly crossings: number;
}

/** Rounds in which neighbours change places; later ones hardly find anything. */
const MAX_EXCHANGE_ROUNDS = 4;

/**
 * The same lines, each in an order in which the ways between them cross less: what stands in a line stands as those stand that first lead
 * to it, then neighbours are exchanged while that saves a crossing. The order that is given stays where the other one crosses as often.
 * One pass, as a mean over all neighbours gains 2 % of the crossings and moves far more states with each new way.
 */
export function leastCrossed(lines: readonly (readonly string[])[], ways: SiblingWays): OrderedLines {
  const { cells, beside } = cellsOf(lines, ways);
  const count = (): number =>
    cells.reduce((sum, line, i) => sum + (i === 0 ? 0 : crossingsAbove(line)), 0) +
    beside.reduce((sum, { pair, line }) => sum + crossingsBeside(pair, cells[line] as Cell[]), 0);
  const before = count();
  cells.forEach(placeBySources);
  exchangeNeighbours(cells);
  const after = count();
  return after < before
    ? { lines: cells.map((line) => line.flatMap(({ key }) => key ?? [])), crossings: after }
    : { lines, crossings: before };
}

type Pair = readonly [Cell, Cell];

function cellsOf(
  lines: readonly (readonly string[])[],
  ways: SiblingWays,
): { readonly cells: Cell[][]; readonly beside: readonly { readonly pair: Pair; readonly line: number }[] } {
  const lineOf = new Map(lines.flatMap((line, i) => line.map((key) => [key, i] as const)));
  const cells = lines.map((line) => line.map((key, at): Cell => ({ key, at, before: [], behind: [] })));
  const known = new Map(cells.flatMap((line) => line.map((cell) => [cell.key as string, cell] as const)));
  const beside: { readonly pair: Pair; readonly line: number }[] = [];
  const passing = new Map<string, Cell>();
  const connect = (upper: Cell, lower: Cell) => {
    if (upper.behind.includes(lower)) return;
    upper.behind.push(lower);
    lower.before.push(upper);
  };
  for (const [from, targets] of ways)
    for (const to of targets) {
      const [begin, end] = [lineOf.get(from), lineOf.get(to)];
      const [source, target] = [known.get(from), known.get(to)];
      if (begin === undefined || end === undefined || !source || !target || source === target) continue;
      const isBoth = ways.get(to)?.has(from) === true;
      // both ways between two states are one line, which shares its route with no other
      if (isBoth && (begin > end || (begin === end && source.at > target.at))) continue;
      if (begin === end) {
        beside.push({ pair: [source, target], line: begin });
        continue;
      }
      const step = begin < end ? 1 : -1;
      let last = source;
      for (let line = begin + step; line !== end; line += step) {
        // ways to one state share their route
        const key = `${isBoth ? from : step}\t${to}\t${line}`;
        const cell = passing.get(key) ?? { key: undefined, at: cells[line]!.length, before: [], behind: [] };
        if (!passing.has(key)) cells[line]!.push(cell);
        passing.set(key, cell);
        connect(...((step === 1 ? [last, cell] : [cell, last]) as [Cell, Cell]));
        last = cell;
      }
      connect(...((step === 1 ? [last, target] : [target, last]) as [Cell, Cell]));
    }
  return { cells, beside };
}

/** Sorts a line by where in the line before it that stands which first leads to each; what nothing leads to from there stands last. */
function placeBySources(line: Cell[]): void {
  const source = ({ before }: Cell) => before[0]?.at ?? Infinity;
  const sorted = line.toSorted((a, b) => (source(a) === source(b) ? a.at - b.at : source(a) - source(b)));
  for (const [at, cell] of sorted.entries()) {
    line[at] = cell;
    cell.at = at;
  }
}

/** Neighbours change places where ways between the lines cross less often then. */
function exchangeNeighbours(cells: readonly Cell[][]): void {
  for (let round = 0, helped = true; helped && round < MAX_EXCHANGE_ROUNDS; round++) {
    helped = false;
    for (const line of cells)
      for (let i = 1; i < line.length; i++) {
        const [a, b] = [line[i - 1] as Cell, line[i] as Cell];
        if (crossingsOf(a, b) <= crossingsOf(b, a)) continue;
        [line[i - 1], line[i]] = [b, a];
        [a.at, b.at] = [i, i - 1];
        helped = true;
      }
  }
}

/** How often the ways of two neighbours cross when the one stands before the other. */
const crossingsOf = (first: Cell, second: Cell): number =>
  crossedPairs(first.before, second.before) + crossedPairs(first.behind, second.behind);

const crossedPairs = (ends: readonly Cell[], others: readonly Cell[]): number =>
  ends.reduce((sum, { at }) => sum + others.filter((other) => other.at < at).length, 0);

/** How often ways between a line and the one before it cross: inversions, counted with a binary indexed tree. */
function crossingsAbove(line: readonly Cell[]): number {
  const ends = line.flatMap(({ before }) => before.map(({ at }) => at).sort((a, b) => a - b));
  const tree: number[] = Array.from({ length: Math.max(0, ...ends) + 2 }, () => 0);
  let sum = 0;
  ends.forEach((at, passed) => {
    let smaller = 0;
    for (let i = at + 1; i > 0; i -= i & -i) smaller += tree[i] as number;
    sum += passed - smaller;
    for (let i = at + 1; i < tree.length; i += i & -i) tree[i] = (tree[i] as number) + 1;
  });
  return sum;
}

/** A way between two states of one line crosses what leads up from those between them, or what leads down. */
function crossingsBeside([a, b]: Pair, line: readonly Cell[]): number {
  const between = line.slice(Math.min(a.at, b.at) + 1, Math.max(a.at, b.at));
  return Math.min(
    between.reduce((sum, { before }) => sum + before.length, 0),
    between.reduce((sum, { behind }) => sum + behind.length, 0),
  );
}
