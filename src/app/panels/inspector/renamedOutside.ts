import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionId, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Selection } from "#app/studio/route.ts";

/**
 * What is selected, as it is called after the text was changed by hand or by another program, which say nothing of names: where one state
 * of a parent went and one like it came, that is its new name.
 * @param before a chart that has what is selected
 * @returns undefined where it is gone, or was not renamed
 */
export function renamedOutside(before: Chart, after: Chart, selection: Selection): Selection | undefined {
  if (selection?.kind === "state") {
    const path = pathAfter(before, after, pathOf(selection.id));
    return path && { kind: "state", id: pathId(path), renamed: true };
  }
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  const source = ref && pathAfter(before, after, ref.source);
  if (!source || !transitionOf(after, { ...ref, source })) return undefined;
  return { kind: "transition", id: transitionId({ ...ref, source }), renamed: true };
}

function pathAfter(before: Chart, after: Chart, path: StatePath): StatePath | undefined {
  const renamed: string[] = [];
  for (const [depth, key] of path.entries()) {
    const childrenIn = (chart: Chart, parent: StatePath) => placeOf(chart, parent)?.node.children ?? [];
    const [old, now] = [childrenIn(before, path.slice(0, depth)), childrenIn(after, renamed)];
    const without = (states: readonly StateNode[], others: readonly StateNode[]) =>
      states.filter((state) => others.every((other) => other.key !== state.key));
    const [state, ...otherOld] = without(old, now);
    const [candidate, ...otherNew] = without(now, old);
    const isSame = state && candidate && otherOld.length + otherNew.length === 0 && isAlike(state, candidate);
    const next = now.some((child) => child.key === key) ? key : isSame ? candidate.key : undefined;
    if (next === undefined) return undefined;
    renamed.push(next);
  }
  return renamed;
}

/** Whether one state may be the other with a new name: it is of its type, and where both have states or accept events, they share some. */
function isAlike(a: StateNode, b: StateNode): boolean {
  const [parts, others] = [partsOf(a), partsOf(b)];
  return (
    a.type === b.type &&
    (parts.length === 0 || others.length === 0 || parts.some((part) => others.includes(part)))
  );
}

const partsOf = ({ children, transitions }: StateNode): readonly string[] => [
  ...children.map(({ key }) => `state ${key}`),
  ...transitions.map(({ slot, event }) => `${slot} ${event ?? ""}`),
];
