import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { sameState } from "#core/chart/sameState.ts";

/** Which children of a state lead to which: key to keys, each in code order. Ways from inside one child into another count. */
export type SiblingWays = ReadonlyMap<string, ReadonlySet<string>>;

interface Exits {
  readonly node: StateNode;
  readonly at: string;
  readonly targets: readonly StatePath[];
}

/** Where transitions lead out of a state; kept by its properties, which stay the same record while its text does, wherever it stands. */
const exits = new WeakMap<StateNode["props"], Exits>();

/** The ways between the children of a state that stands at `path`. After an edit only what is around it is examined again. */
export function siblingWays(node: StateNode, path: StatePath): SiblingWays {
  const at = path.join(".");
  const known = cache.get(node);
  if (known?.at === at) return known.ways;
  const ways = waysIn(node, path);
  cache.set(node, { at, ways });
  return ways;
}

/** What was found, with the path that it holds for. */
const cache = new WeakMap<StateNode, { readonly at: string; readonly ways: SiblingWays }>();

function waysIn(node: StateNode, path: StatePath): SiblingWays {
  const known = new Set(node.children.map((child) => child.key));
  const ways = new Map<string, Set<string>>();
  for (const child of node.children) {
    const reached = new Set<string>();
    for (const target of exitsOf(child, [...path, child.key])) {
      const key = target[path.length];
      if (key !== undefined && startsWith(target, path) && known.has(key)) reached.add(key);
    }
    ways.set(child.key, reached);
  }
  return ways;
}

function exitsOf(node: StateNode, path: StatePath): readonly StatePath[] {
  const at = path.join(".");
  const known = exits.get(node.props);
  if (known && known.at === at && sameState(known.node, node)) {
    // The record as it is now: an older one would keep the chart alive that it is of.
    if (known.node !== node) exits.set(node.props, { ...known, node });
    return known.targets;
  }
  const transitionTargets = [...node.transitions, ...(node.unnamed ?? [])].flatMap(({ targets }) =>
    targets.flatMap(({ resolved }) => (resolved ? [resolved] : [])),
  );
  const inner = node.children.flatMap((child) => exitsOf(child, [...path, child.key]));
  const out = new Map<string, StatePath>();
  for (const target of [...transitionTargets, ...inner])
    if (!startsWith(target, path)) out.set(target.join("."), target);
  const targets = [...out.values()];
  exits.set(node.props, { node, at, targets });
  return targets;
}

const startsWith = (path: StatePath, start: StatePath): boolean =>
  path.length >= start.length && start.every((key, i) => key === path[i]);
