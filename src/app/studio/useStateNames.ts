import { useMemo } from "react";
import { distinctNames } from "#core/chart/distinctNames.ts";
import { stateLabel } from "#core/ruleset/labels.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** What states are called, by path id, where they stand apart from the map: those of one name are told apart by the states around them. */
export function useStateNames(): (id: string) => string {
  const label = useLabels();
  const chart = useStudio((s) => s.graph?.chart);
  return useMemo(() => {
    if (!chart) return (id) => label(`state:${id}`) ?? id;
    return distinctNames(chart, (path, { key }) => label(stateLabel(path)) ?? key);
  }, [chart, label]);
}
