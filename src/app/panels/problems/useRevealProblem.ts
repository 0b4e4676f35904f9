import { useCallback } from "react";
import { machineKeys } from "#core/chart/machineKey.ts";
import { isOfReplay } from "#core/run/scenario/scenarioDiagnostics.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { goTo, showQuietly } from "#app/gestures/names/goTo.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/** Shows a problem: its machine and state on the graph, its place in the code. */
export function useRevealProblem(): (problem: Diagnostic) => void {
  const studio = useStudioActions();
  return useCallback(
    (problem) => {
      const { graph } = studio.get();
      const { transition } = problem.facts;
      const state = problem.path ? ({ kind: "state", id: problem.path.join(".") } as const) : null;
      const selection =
        isOfReplay(problem) && typeof transition === "string"
          ? ({ kind: "transition", id: transition } as const)
          : state;
      const keys = graph ? machineKeys(graph.reading.charts) : [];
      const key = problem.machine === undefined ? undefined : keys[problem.machine];
      if (key !== undefined && key !== graph?.machine) studio.navigation.choose(key, selection);
      else if (selection) studio.navigation.select(selection);
      // What no state of the graph shows can only be seen in the text, even if that is folded away.
      const { file, at, path } = problem;
      if (at && path) showQuietly(studio, { file, at });
      else if (at) goTo(studio, { file, at });
    },
    [studio],
  );
}
