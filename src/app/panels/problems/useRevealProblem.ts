import { useCallback } from "react";
import { machineKeys } from "#core/chart/machineKey.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { goTo } from "#app/gestures/names/goTo.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/** Shows a problem: its machine and state on the graph, its place in the code. */
export function useRevealProblem(
  onReveal: ((problem: Diagnostic) => void) | undefined,
): (problem: Diagnostic) => void {
  const studio = useStudioActions();
  return useCallback(
    (problem) => {
      const { graph } = studio.get();
      const selection = problem.path ? ({ kind: "state", id: problem.path.join(".") } as const) : null;
      const keys = graph ? machineKeys(graph.reading.charts) : [];
      const key = problem.machine === undefined ? undefined : keys[problem.machine];
      if (key !== undefined && key !== graph?.machine) studio.navigation.choose(key, selection);
      else if (selection) studio.navigation.select(selection);
      // What no state of the graph shows can only be seen in the text, even if that is folded away.
      if (problem.at && !problem.path) goTo(studio, { file: problem.file, at: problem.at });
      else onReveal?.(problem);
    },
    [studio, onReveal],
  );
}
