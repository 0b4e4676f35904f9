import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ValueWords } from "#app/play/valueWords.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** The words for values of the play that is shown, in the label language. */
export function useValueWords(): ValueWords {
  const { t } = useTranslation();
  const label = useLabels();
  const labelLanguage = useStudio((s) => s.labelLanguage);
  const events = useStudio((s) => s.graph?.chart?.events);
  const readings = useStudio((s) => s.loaded?.ruleset.readings);
  return useMemo(
    () => ({
      t,
      label,
      off: labelLanguage === "id",
      language: labelLanguage,
      events: events ?? [],
      readings: readings ?? [],
    }),
    [t, label, labelLanguage, events, readings],
  );
}
