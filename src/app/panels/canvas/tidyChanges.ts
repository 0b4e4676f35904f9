import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf } from "#core/chart/places.ts";
import {
  type Arrangement,
  type CompoundLines,
  compoundIn,
  lastKey,
  parentId,
} from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import { tidy } from "#core/layout/arrangement/tidy.ts";

/**
 * How compounds would stand when they are tidied up, by path id; only those that change. Several selected states are arranged among
 * themselves; a state with others in it is, with all in it; any other one stands for what it is in; nothing for the whole machine.
 */
export function tidyChanges(
  chart: Chart,
  arrangement: Arrangement,
  selected: readonly string[],
): Readonly<Record<string, CompoundLines>> {
  const changes: Record<string, CompoundLines> = {};
  const arrange = (node: StateNode, path: StatePath, keys?: readonly string[]) => {
    const id = pathId(path);
    const lines = linesOf(node, path, compoundIn(arrangement, id));
    const next = tidy(node, path, lines, keys);
    if (JSON.stringify(next) !== JSON.stringify(lines)) changes[id] = next;
  };
  const visit = (node: StateNode, path: StatePath) => {
    if (node.children.length === 0) return;
    arrange(node, path);
    for (const child of node.children) visit(child, [...path, child.key]);
  };
  const pathAt = (id: string): StatePath => (id === "" ? [] : id.split("."));
  if (selected.length > 1) {
    for (const parent of new Set(selected.map(parentId))) {
      const place = placeOf(chart, pathAt(parent));
      const keys = selected.filter((id) => parentId(id) === parent).map(lastKey);
      if (place && keys.length > 1) arrange(place.node, place.path, keys);
    }
    return changes;
  }
  const at = pathAt(selected[0] ?? "");
  const compound = placeOf(chart, at);
  const place = compound && compound.node.children.length > 0 ? compound : placeOf(chart, at.slice(0, -1));
  if (place) visit(place.node, place.path);
  return changes;
}
