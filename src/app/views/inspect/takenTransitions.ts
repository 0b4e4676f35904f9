import type { Chart } from "#core/chart/chart.ts";
import { transitionId } from "#core/chart/places.ts";
import { chartTransition } from "#core/inspect/chartTransition.ts";
import type { InspectedStep } from "#core/inspect/session.ts";
import { transitionByChart } from "#app/views/inspect/byChart.ts";
import { transitionIdOf, type Microstep } from "#core/run/play/microstep.ts";

/** Ids of the transitions that a step took: as our copy took them, else as the app tells them, else the one that it must have been. */
export function takenTransitions(
  step: InspectedStep | undefined,
  recomputed: { readonly microsteps: readonly Microstep[] } | undefined,
  chart: Chart | undefined,
): string[] {
  if (recomputed && recomputed.microsteps.length > 0)
    return recomputed.microsteps.flatMap(({ taken }) => taken.map(transitionIdOf));
  if (!step || !chart) return [];
  if (!step.microsteps) {
    const inferred = transitionByChart(step, chart);
    return inferred ? [transitionId(inferred)] : [];
  }
  return step.microsteps.flatMap(({ taken }) =>
    taken.flatMap((transition) => {
      const found = chartTransition(chart, transition);
      return found ? [transitionId(found)] : [];
    }),
  );
}
