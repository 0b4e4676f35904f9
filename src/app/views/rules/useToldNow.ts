import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { plainFormula } from "#core/expr/formulaParts.ts";
import { clauseTold } from "#core/ruleset/clauseTold.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { clauseNames } from "#core/project/readerWords.ts";
import { useBehaviors } from "#app/parts/useBehaviors.ts";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** What the machine does about a clause now, a line each, in the reader's words. */
export function useToldNow(): (clause: string) => readonly string[] {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const behaviors = useBehaviors();
  const names = useChartNames();
  const nameOf = useStateNames();
  return useCallback(
    (clause) => {
      if (!chart || !behaviors) return [];
      const words = clauseNames(names, nameOf, (key, facts = {}) => t(key, facts));
      const { lines } = clauseTold(chart, clauseLinks(chart).carriers.get(clause) ?? [], behaviors, words);
      // What a name is called in the code stands in no sentence that is kept.
      return lines.map(plainFormula);
    },
    [chart, behaviors, names, nameOf, t],
  );
}
