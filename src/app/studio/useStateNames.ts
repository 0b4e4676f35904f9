import { useMemo } from "react";
import { stateNames } from "#app/studio/stateNames.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** What states are called, by path id, where they stand apart from the map: those of one name are distinguished by the states around them. */
export function useStateNames(): (id: string) => string {
  const label = useLabels();
  const chart = useStudio((s) => s.graph?.chart);
  return useMemo(
    () => (chart ? stateNames(chart, label) : (id) => label(`state:${id}`) ?? id),
    [chart, label],
  );
}
