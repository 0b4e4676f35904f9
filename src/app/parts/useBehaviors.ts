import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Behaviors } from "#core/semantics/behavior.ts";
import { formulaWords } from "#core/project/readerWords.ts";
import { labelRecord } from "#app/studio/labels.ts";
import { useLabelFiles } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** What the guards and actions of the shown machine do, in formulas with the reader's words and labels; undefined while there is no machine. */
export function useBehaviors(): Behaviors | undefined {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const consts = useStudio((s) => s.graph?.reading.consts);
  const files = useLabelFiles();
  const language = useStudio((s) => s.labelLanguage);
  const record = files && labelRecord(files, language);
  return useMemo(() => {
    const words = formulaWords((key, facts = {}) => t(key, facts), record);
    return chart && new Behaviors(chart, consts ?? [], words);
  }, [chart, consts, record, t]);
}
