import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from "xstate";

/**
 * Of the transitions that XState selected in parallel regions, those that it takes: of two that leave a common state the one of
 * the inner state wins, else the first. XState tells what it selected, so its rule (`removeConflictingTransitions`, SCXML
 * algorithm D) is worked out here once more.
 */
export function taken(
  selected: readonly AnyTransitionDefinition[],
  before: AnyMachineSnapshot,
): readonly AnyTransitionDefinition[] {
  if (selected.length < 2) return selected;
  const kept = new Set<AnyTransitionDefinition>();
  next: for (const one of new Set(selected)) {
    const lost: AnyTransitionDefinition[] = [];
    const exits = exitSet(one, before);
    for (const other of kept) {
      const others = exitSet(other, before);
      if (![...exits].some((node) => others.has(node))) continue;
      if (!isInside(one.source, other.source)) continue next;
      lost.push(other);
    }
    for (const other of lost) kept.delete(other);
    kept.add(one);
  }
  return [...kept];
}

function exitSet(
  transition: AnyTransitionDefinition,
  { _nodes, historyValue }: AnyMachineSnapshot,
): Set<AnyStateNode> {
  const exits = new Set<AnyStateNode>();
  if (!transition.target?.length) return exits;
  const domain = domainOf(transition, historyValue as HistoryValue);
  if (domain && transition.reenter && transition.source === domain) exits.add(domain);
  for (const node of _nodes as readonly AnyStateNode[])
    if (!domain || isInside(node, domain)) exits.add(node);
  return exits;
}

type HistoryValue = Readonly<Record<string, readonly AnyStateNode[]>>;

/** The innermost state that holds all that a transition leaves and enters; undefined for a root that is entered anew. */
function domainOf(transition: AnyTransitionDefinition, history: HistoryValue): AnyStateNode | undefined {
  const { source, reenter } = transition;
  const targets = (transition.target ?? []).flatMap((target) => effective(target, history));
  if (!reenter && targets.every((target) => target === source || isInside(target, source))) return source;
  const [first, ...others] = [...targets, source];
  for (let node: AnyStateNode | undefined = first?.parent; node; node = node.parent)
    if (others.every((other) => isInside(other, node as AnyStateNode))) return node;
  return reenter ? undefined : source.machine.root;
}

/** What a target stands for: a history state for the states it remembers, else for where it starts. */
function effective(target: AnyStateNode, history: HistoryValue): readonly AnyStateNode[] {
  if (target.type !== "history") return [target];
  return history[target.id] ?? (target.parent ? [target.parent] : []);
}

function isInside(node: AnyStateNode, outer: AnyStateNode): boolean {
  for (let at = node.parent; at; at = at.parent) if (at === outer) return true;
  return false;
}
