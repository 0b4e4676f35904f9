import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionId, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Selection } from "#app/studio/route.ts";

/**
 * What is selected, as it is called after the text was changed by hand or by another program, which say nothing of names: where one state
 * of a parent went and one came, that is its new name.
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
    const keysIn = (chart: Chart, parent: StatePath) =>
      placeOf(chart, parent)?.node.children.map((child) => child.key) ?? [];
    const [old, now] = [keysIn(before, path.slice(0, depth)), keysIn(after, renamed)];
    const gone = old.filter((one) => !now.includes(one));
    const come = now.filter((one) => !old.includes(one));
    const next = now.includes(key) ? key : gone.length === 1 && come.length === 1 ? come[0] : undefined;
    if (next === undefined) return undefined;
    renamed.push(next);
  }
  return renamed;
}
