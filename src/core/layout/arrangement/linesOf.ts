import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import {
  type CompoundLines,
  type Flow,
  GAP,
  isGapLine,
  keepNames,
  namesOf,
} from "#core/layout/arrangement/arrangement.ts";
import { type SiblingWays, siblingWays } from "#core/layout/arrangement/siblingWays.ts";
import { addAll } from "#core/text/addAll.ts";

/** A compound's lines with every child of the chart exactly once. */
export interface FullLines {
  readonly flow?: Flow;
  readonly lines: readonly (readonly string[])[];
}

/**
 * How the children of a state stand: a pure function of the chart and of what the layout file says of the compound.
 * What the file names keeps its order. A child that it does not name stands beside where it comes from: behind the sibling that leads
 * to it, else behind the one before it in the code that the file names. Names that the chart lacks are left out.
 * Without an entry each child is a line of its own, in the order of the code, but alternatives share one. Regions of a parallel state
 * are never in one line unless the file says so.
 * @param path where the state stands: targets are read from the root
 */
export function linesOf(node: StateNode, path: StatePath, stored?: CompoundLines): FullLines {
  if (node.children.length === 0) return { lines: [] };
  const at = pathId(path);
  const cached = known.get(node.children);
  if (cached?.at === at && cached.stored === stored && cached.type === node.type) return cached.lines;
  const lines = findLines(node, path, stored);
  known.set(node.children, { at, stored, type: node.type, lines });
  return lines;
}

/**
 * The lines of states that stand beside each other, with all that they depend on. An edit leaves the children of a state the same list
 * where none of them changed.
 */
const known = new WeakMap<
  readonly StateNode[],
  {
    readonly at: string;
    readonly stored: CompoundLines | undefined;
    readonly type: StateNode["type"];
    readonly lines: FullLines;
  }
>();

function findLines(node: StateNode, path: StatePath, stored?: CompoundLines): FullLines {
  const keys = [...new Set(node.children.map((child) => child.key))];
  const children = new Set(keys);
  const flow = stored?.flow ? { flow: stored.flow } : {};
  const inFile = onlyOnce(keepNames(stored?.lines ?? [], (name) => children.has(name)));
  const named = new Set(namesOf(inFile));
  if (named.size === keys.length) return { ...flow, lines: inFile };
  const parallel = node.type === "parallel";
  if (named.size === 0) {
    const lines = parallel ? keys.map((key) => [key]) : inCodeOrder(keys, siblingWays(node, path));
    return { ...flow, lines };
  }
  const ways = parallel ? new Map() : siblingWays(node, path);
  return { ...flow, lines: withNewcomers(inFile, keys, named, ways, parallel) };
}

/** Of a name that stands there twice the first one counts. */
function onlyOnce(lines: readonly (readonly string[])[]): string[][] {
  const keys = new Set<string>();
  return keepNames(lines, (name) => {
    const isFirst = !keys.has(name);
    keys.add(name);
    return isFirst;
  });
}

/**
 * Each child a line of its own, except alternatives: a child that nobody in the line before leads to, and that is reached from the same
 * earlier line as the members of that line, joins it.
 */
export function inCodeOrder(keys: readonly string[], ways: SiblingWays): string[][] {
  const lines: string[][] = [];
  const lineOf = new Map<string, number>();
  const sources = reversed(ways);
  let reachedFrom: number | undefined;
  for (const key of keys) {
    const earlier = [...(sources.get(key) ?? [])].flatMap((source) => lineOf.get(source) ?? []);
    const from = earlier.length > 0 ? Math.max(...earlier) : undefined;
    const last = lines.at(-1);
    if (last && from !== undefined && from === reachedFrom) last.push(key);
    else {
      lines.push([key]);
      reachedFrom = from;
    }
    lineOf.set(key, lines.length - 1);
  }
  return lines;
}

/** Puts in each child that the file does not name, directly behind the one that it comes from. */
function withNewcomers(
  known: readonly (readonly string[])[],
  keys: readonly string[],
  named: ReadonlySet<string>,
  ways: SiblingWays,
  parallel: boolean,
): string[][] {
  const followers = new Map<string, string[]>();
  for (const [key, from] of comesFrom(keys, named, ways)) {
    const list = followers.get(from);
    if (list) list.push(key);
    else followers.set(from, [key]);
  }
  const ahead = behind(AHEAD, followers).map((key) => [key]);
  const lines = known.flatMap((line) => {
    if (isGapLine(line)) return [[...line]];
    const filled = line.flatMap((name) => (name === GAP ? [name] : [name, ...behind(name, followers)]));
    if (!parallel) return [filled];
    return [[...line], ...filled.filter((name) => !line.includes(name)).map((name) => [name])];
  });
  return [...ahead, ...lines];
}

/** Who stands behind a state, and behind those; a loop, because thousands may stand in a row. */
function behind(key: string, followers: ReadonlyMap<string, readonly string[]>): string[] {
  const descendants: string[] = [];
  const open = (followers.get(key) ?? []).toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    descendants.push(next);
    addAll(open, (followers.get(next) ?? []).toReversed());
  }
  return descendants;
}

/** Stands for "before all others": no key is empty. */
const AHEAD = "";

/**
 * For each child that the file does not name, in code order, whom it stands behind: a sibling that the file names and that leads to
 * it (the nearest before it in the code, else the first), else a newcomer of which the same is true. A newcomer that nobody leads to stands
 * behind the last before it in the code that the file names. So a newcomer that leads to nobody has no say in where others stand.
 */
function comesFrom(
  keys: readonly string[],
  named: ReadonlySet<string>,
  ways: SiblingWays,
): ReadonlyMap<string, string> {
  const place = new Map(keys.map((key, i) => [key, i]));
  const inOrder = (a: string, b: string) => (place.get(a) ?? 0) - (place.get(b) ?? 0);
  const sources = reversed(ways);
  const origins = new Map<string, string>();
  const isSettled = (key: string) => named.has(key) || origins.has(key);
  let latest: readonly string[] = [...named];
  let anchor = AHEAD;
  for (let at = 0; at < keys.length;) {
    const reached = new Set(
      latest.flatMap((key) => [...(ways.get(key) ?? [])]).filter((key) => !isSettled(key)),
    );
    const next = [...reached].map((key): [string, string] => {
      const settled = [...(sources.get(key) ?? [])].filter(isSettled);
      return [key, settled.findLast((source) => inOrder(source, key) < 0) ?? settled[0] ?? AHEAD];
    });
    // Nobody leads to any of the rest: the first of them stands where the code has it, and may lead on from there.
    while (next.length === 0 && at < keys.length) {
      const key = keys[at++] as string;
      if (origins.has(key)) continue;
      if (named.has(key)) anchor = key;
      else next.push([key, anchor]);
    }
    for (const [key, source] of next) origins.set(key, source);
    latest = next.map(([key]) => key);
  }
  return new Map([...origins].sort(([a], [b]) => inOrder(a, b)));
}

/** Key to the siblings that lead to it, in code order. */
export function reversed(ways: SiblingWays): SiblingWays {
  const sources = new Map<string, Set<string>>();
  for (const [key, reached] of ways)
    for (const target of reached) {
      const known = sources.get(target) ?? new Set();
      sources.set(target, known.add(key));
    }
  return sources;
}

/** Among more children than this lines are followed one at a time anyway. */
const MAX_ORDERED_CHILDREN = 160;
/** Phases are read as sheets in the order of the code, and in layers they would leave room empty: few of the children may hold states. */
const MAX_COMPOUND_SHARE = 1 / 4;

/** Whether the states of a machine may stand in layers: hardly any of them holds states. Only then what puts them into layers is loaded. */
export function isFlat({ children, type }: StateNode): boolean {
  const count = children.length;
  const compounds = children.filter((child) => child.children.length > 0).length;
  return (
    type !== "parallel" &&
    count > 1 &&
    count <= MAX_ORDERED_CHILDREN &&
    compounds <= count * MAX_COMPOUND_SHARE
  );
}
