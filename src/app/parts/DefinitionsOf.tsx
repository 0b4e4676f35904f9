import type { ChartElement } from "#core/chart/places.ts";
import { behaviorsOf, firstValuesOf } from "#core/semantics/elementBehaviors.ts";
import { DefinitionList } from "#app/parts/DefinitionList.tsx";
import { FirstValues } from "#app/parts/FirstValues.tsx";
import { useBehaviors } from "#app/parts/useBehaviors.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** The helpers and lists that the formulas of a state or transition name, opened, and what the fields that they look at begin with. */
export function DefinitionsOf({ element }: { element: ChartElement }) {
  const chart = useStudio((s) => s.graph?.chart);
  const behaviors = useBehaviors();
  if (!chart || !behaviors) return null;
  const uses = behaviorsOf(chart, element, behaviors);
  return (
    <>
      <FirstValues values={firstValuesOf(chart, [element], behaviors)} />
      <DefinitionList definitions={behaviors.definitions(uses)} />
    </>
  );
}
