import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { formulaParts } from "#core/expr/formulaParts.ts";
import { clauseTold, type ToldNames } from "#core/ruleset/clauseTold.ts";
import { clauseLinks } from "#core/ruleset/links.ts";
import { triggerText } from "#core/layout/names.ts";
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
      const state = (id: string) => (id === "" ? t("why.machine") : nameOf(id));
      const words: ToldNames = {
        state,
        event: names.event,
        asks: names.asks,
        trigger: (transition) => triggerText(transition, names).text,
        arrival: (by, of) =>
          by === "start" ? t("behavior.starts") : t(`behavior.${by}-of`, { state: state(of) }),
        sign: (sign) =>
          sign === "waits"
            ? t("review.waits")
            : sign === "stays"
              ? t("inspector.stays")
              : t(`behavior.${sign}`),
      };
      const { lines } = clauseTold(chart, clauseLinks(chart).carriers.get(clause) ?? [], behaviors, words);
      // What a name is called in the code stands in no sentence that is kept.
      return lines.map((line) =>
        formulaParts(line)
          .map(({ text }) => text)
          .join(""),
      );
    },
    [chart, behaviors, names, nameOf, t],
  );
}
