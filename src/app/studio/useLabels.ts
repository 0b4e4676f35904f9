import { mainChart } from "#core/chart/machineKey.ts";
import type { Files } from "#core/project/history.ts";
import { labelsOf, type LabelOf } from "#app/studio/labels.ts";
import { useStudio } from "#app/studio/useStudio.ts";

const none: LabelOf = () => undefined;

/**
 * The files that label the machine which is looked at. The labels of a game speak of its main machine: for others of the same
 * file there are none, and they show their own names.
 */
export const useLabelFiles = (): Files | undefined =>
  useStudio(({ files, graph }) =>
    graph && graph.chart === mainChart(graph.reading.charts) ? files?.files : undefined,
  );

/** What things are called, in the label language; the same function until labels change. */
export function useLabels(): LabelOf {
  const files = useLabelFiles();
  const language = useStudio((s) => s.labelLanguage);
  return files ? labelsOf(files, language) : none;
}
