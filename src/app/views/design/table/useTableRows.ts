import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { guardLine } from "#core/semantics/behavior.ts";
import { useBehaviors } from "#app/parts/useBehaviors.ts";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { filteredRows, type TableRow, tableRows } from "#app/views/design/table/tableRows.ts";

/** The rows of the shown machine in the label language, and those of them that a filter leaves. */
export function useTableRows(filter: string): { all: readonly TableRow[]; rows: readonly TableRow[] } {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const names = useChartNames();
  const labelOf = useLabels();
  const behaviors = useBehaviors();
  const all = useMemo(() => {
    if (!chart) return [];
    const stays = t("inspector.stays");
    return tableRows(chart, {
      names,
      stays,
      guard: (guard, event) => {
        const read = behaviors?.guard(guard, event);
        const label = read?.name === undefined ? undefined : labelOf(`guard:${read.name}`);
        // What a guard is put together from stands by its labels.
        const isJoined = read !== undefined && read.sign !== "formula" && read.name === undefined;
        return label ?? (read && !isJoined ? guardLine(read) : names.guard(guard));
      },
    });
  }, [chart, names, labelOf, behaviors, t]);
  const sought = useDeferredValue(filter);
  const rows = useMemo(() => filteredRows(all, sought), [all, sought]);
  return { all, rows };
}
