import { useMemo } from "react";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { places } from "#core/chart/places.ts";
import { flowsKey, storeFlows, readFlows } from "#app/panels/canvas/storedFlows.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";

/**
 * How a machine stands on this computer: the same in all views and after a reload, whatever room there is for it. Kept beside how one
 * looks at it, never in the project.
 */
export function useStoredFlows(): ChartCanvasProps["flows"] {
  const studio = useStudioActions();
  const game = useStudio((s) => s.project?.id ?? "");
  const machine = useStudio((s) => s.graph?.machine ?? "");
  return useMemo(() => {
    const key = flowsKey(game, machine);
    return {
      last: () => readFlows(key),
      store: (level, flows) => {
        const { project, graph } = studio.get();
        const isCurrent = project?.id === game && graph?.machine === machine && !graph.stale;
        const states = isCurrent && graph.chart ? places(graph.chart) : undefined;
        storeFlows(key, level, flows, (id) => states?.has(id) ?? true);
      },
    };
  }, [studio, game, machine]);
}
