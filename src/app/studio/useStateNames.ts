import { useMemo } from "react";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import type { Chart } from "#core/chart/chart.ts";
import { distinctNames } from "#core/chart/distinctNames.ts";
import { stateLabel } from "#core/ruleset/labels.ts";
import type { LabelOf } from "#app/studio/labels.ts";

/** What states are called, by path id, where they stand apart from the map: those of one name are distinguished by the states around them. */
export function useStateNames(): (id: string) => string {
  const label = useLabels();
  const chart = useStudio((s) => s.graph?.chart);
  return useMemo(
    () => (chart ? stateNames(chart, label) : (id) => label(`state:${id}`) ?? id),
    [chart, label],
  );
}

const known = new WeakMap<Chart, WeakMap<LabelOf, (id: string) => string>>();

/**
 * What the states of a chart are called, by path id, those of one name distinguished by the states around them. Worked out once for a chart
 * and its labels, which hundreds of rows may ask for: the same function comes back until either changes.
 */
export function stateNames(chart: Chart, label: LabelOf): (id: string) => string {
  const ofChart = known.get(chart) ?? new WeakMap<LabelOf, (id: string) => string>();
  known.set(chart, ofChart);
  const names = ofChart.get(label) ?? distinctNames(chart, (path, { key }) => label(stateLabel(path)) ?? key);
  ofChart.set(label, names);
  return names;
}
