import type { StateNode, StatePath, Target, Transition } from "#core/chart/chart.ts";
import { resolveHistoryTarget, resolveTarget } from "#core/chart/targets.ts";
import type { PendingTarget } from "#core/read/config/site.ts";

/** Finds the states that targets name, once the tree is known. Writes to the targets: they are still in the making. */
export function resolveTargets(pending: readonly PendingTarget[], root: StateNode): void {
  for (const { target, source, history } of pending)
    (target as { resolved: StatePath | null }).resolved = pathOf(root, source, target, history);
}

const pathOf = (root: StateNode, source: StatePath, { text }: Target, history: boolean): StatePath | null =>
  (history ? resolveHistoryTarget : resolveTarget)(root, source, text);

/** The tree with all targets resolved again, because keys or ids have changed; what leads where it led stays the same object. */
export function resolveAgain(root: StateNode): StateNode {
  const visit = (node: StateNode, path: StatePath): StateNode => {
    const target = (history: boolean) => (item: Target) => {
      const resolved = pathOf(root, path, item, history);
      return samePath(resolved, item.resolved) ? item : { ...item, resolved };
    };
    const rebuild = (transition: Transition): Transition => {
      const targets = each(transition.targets, target(false));
      return targets === transition.targets ? transition : { ...transition, targets };
    };
    const transitions = each(node.transitions, rebuild);
    const unnamed = node.unnamed && each(node.unnamed, rebuild);
    const historyTargets = node.historyTargets && each(node.historyTargets, target(true));
    const children = each(node.children, (child) => visit(child, [...path, child.key]));
    if (
      transitions === node.transitions &&
      unnamed === node.unnamed &&
      children === node.children &&
      historyTargets === node.historyTargets
    )
      return node;
    return {
      ...node,
      transitions,
      ...(unnamed ? { unnamed } : {}),
      children,
      ...(historyTargets ? { historyTargets } : {}),
    };
  };
  return visit(root, []);
}

/** Whether two trees have the same keys and ids in the same order, so that any target leads alike in both. */
export function sameShape(a: StateNode, b: StateNode): boolean {
  if (a === b) return true;
  return (
    a.key === b.key &&
    a.id === b.id &&
    a.children.length === b.children.length &&
    a.children.every((child, i) => sameShape(child, b.children[i] as StateNode))
  );
}

function each<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let same = true;
  const out = list.map((item) => {
    const now = change(item);
    if (now !== item) same = false;
    return now;
  });
  return same ? list : out;
}

const samePath = (a: StatePath | null, b: StatePath | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((key, i) => key === b[i]));
