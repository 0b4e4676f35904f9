import type { Chart } from "#core/chart/chart.ts";
import { pathId, places, transitionId } from "#core/chart/places.ts";
import type { Asked } from "#test/support/readability/measureReadability.ts";

/** What the measure has to know of a chart; states go by their label, else by their key. */
export function askedOf(chart: Chart, labels: Readonly<Record<string, string>>): Asked {
  const states: { id: string; label: string }[] = [];
  const ends: Record<string, { from: string; to: string }> = {};
  for (const [id, { node, path }] of places(chart)) {
    if (id !== "") states.push({ id, label: labels[`state:${id}`] || node.key });
    for (const { slot, event, index, targets } of node.transitions) {
      const own = transitionId({ source: path, slot, index, ...(event === undefined ? {} : { event }) });
      targets
        .flatMap(({ resolved }) => (resolved ? [pathId(resolved)] : []))
        .forEach((to, i) => (ends[i === 0 ? own : `${own}~${i}`] = { from: id, to }));
    }
  }
  return { states, ends };
}
