import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { isSpan, moveOffset, moveSpan, moveSpans, type Moved } from "#core/read/partial/moveSpans.ts";

/** A state that was read again, for the one at that path. */
export interface Scion {
  readonly path: StatePath;
  readonly node: StateNode;
}

const OWN_TREE: ReadonlySet<string> = new Set(["root", "children", "at"]);

/**
 * The chart with everything in it where it is after the edit, and the state that was read again in its place. What neither holds
 * the edit nor moves against the state around it stays the same object.
 * @param reaches whether some state has places outside its own text
 */
export function moveChart(chart: Chart, moved: Moved, reaches: boolean, scion?: Scion): Chart {
  const head = moveSpans(chart, moved, 0, 0, OWN_TREE);
  const root = moveState(chart.root, { base: 0, newBase: 0 }, { moved, reaches, scion }, 0);
  return root === head.root ? head : { ...head, root };
}

interface Bases {
  readonly base: number;
  readonly newBase: number;
}
interface How {
  readonly moved: Moved;
  readonly reaches: boolean;
  /** Undefined once the state is off the path to the one that was read again. */
  readonly scion: Scion | undefined;
}

function moveState(node: StateNode, bases: Bases, how: How, depth: number): StateNode {
  const { moved, reaches, scion } = how;
  if (scion && depth === scion.path.length) return scion.node;
  if (!scion && !reaches) return moveWhole(node, bases, moved);
  const old = { from: bases.base + node.at.from, to: bases.base + node.at.to };
  const now = moveSpan(moved, old);
  const at = { from: now.from - bases.newBase, to: now.to - bases.newBase };
  const far = reaches && reachesOut(node);
  const inside = { base: old.from, newBase: now.from };
  const root = scion || far ? moveInside(node, inside, how, depth) : node;
  if (at.from === node.at.from && at.to === node.at.to) return root;
  const out = { ...root, at };
  if (reaches && !scion) reaching.set(out, far);
  return out;
}

/** A state that lies on one side of the edit with all that is in it. */
function moveWhole(node: StateNode, { base, newBase }: Bases, moved: Moved): StateNode {
  const { from, to } = node.at;
  const by = moveOffset(moved, base + from) - newBase - from;
  return by === 0 ? node : { ...node, at: { from: from + by, to: to + by } };
}

function moveInside(node: StateNode, bases: Bases, how: How, depth: number): StateNode {
  const record = moveSpans(node, how.moved, bases.base, bases.newBase, OWN_TREE);
  const next = how.scion?.path[depth];
  const aside = { ...how, scion: undefined };
  let same = true;
  const children = node.children.map((child) => {
    const now = moveState(child, bases, child.key === next ? how : aside, depth + 1);
    if (now !== child) same = false;
    return now;
  });
  return same ? record : { ...record, children };
}

const reaching = new WeakMap<StateNode, boolean>();

/** Whether the state or one below it has places outside its own text. */
function reachesOut(node: StateNode): boolean {
  const known = reaching.get(node);
  if (known !== undefined) return known;
  const most = node.at.to - node.at.from;
  const out =
    spanLeaves({ ...node, at: undefined, children: undefined }, most) ||
    node.children.some((child) => spanLeaves(child.at, most) || reachesOut(child));
  reaching.set(node, out);
  return out;
}

/** Is there a span in plain data that is not between 0 and `most`? */
function spanLeaves(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isSpan(value)) return value.from < 0 || value.to > most;
  return Object.values(value).some((item) => spanLeaves(item, most));
}
