import { mainChart } from "#core/chart/machineKey.ts";
import { codeOfLabels, stampLabels } from "#core/ruleset/labelBasis.ts";
import type { FileStep } from "#core/project/history.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** The steps after which the labels of all languages are for the code as it is. */
function stamps(studio: Studio): FileStep[] {
  const { project, graph, loaded } = studio.get();
  const chart = graph && mainChart(graph.reading.charts);
  if (!project || !chart || graph.stale || !loaded) return [];
  const codeOf = codeOfLabels(chart, graph.reading.consts ?? []);
  return [...project.state().files].flatMap(([file, text]): FileStep[] => {
    const edits = file.startsWith("labels/") ? stampLabels(text, codeOf) : [];
    return edits.length > 0 ? [{ kind: "edit", file, edits }] : [];
  });
}

/** Whether some label is not known to be for the code as it is. */
export const labelsDoubted = (studio: Studio): boolean => stamps(studio).length > 0;

/** Says that every label fits the code as it is: one entry of the history. */
export function labelsFit(studio: Studio): void {
  studio.get().project?.apply(stamps(studio), { label: "labels-fit", origin: "rules", at: Date.now() });
}
