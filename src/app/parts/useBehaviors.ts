import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Behaviors } from "#core/semantics/behavior.ts";
import { FormulaNames } from "#core/expr/formulaNames.ts";
import type { FormulaWords } from "#core/expr/print.ts";
import { formulaLabels } from "#core/ruleset/formulaLabels.ts";
import { Reading, READING_FORMS, type ReadingWords } from "#core/expr/readable.ts";
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
    const reading = Object.fromEntries(READING_FORMS.map((form) => [form, t(`behavior.reading.${form}`)]));
    const words: FormulaWords = {
      none: t("behavior.none"),
      else: t("behavior.fallback"),
      mod: t("behavior.mod"),
      yes: t("simulate.yes"),
      no: t("simulate.no"),
      reading: new Reading(reading as ReadingWords),
      ...(record ? { names: new FormulaNames(formulaLabels(record)) } : {}),
    };
    return chart && new Behaviors(chart, consts ?? [], words);
  }, [chart, consts, record, t]);
}
