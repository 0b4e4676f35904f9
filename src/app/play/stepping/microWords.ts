import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { transitionOf, transitionRef } from "#core/chart/places.ts";
import { wayText } from "#core/layout/content/transitionText.ts";
import { transitionIdOf, type Considered, type Microstep, type Taken } from "#core/run/play/microstep.ts";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** What drove a microstep, in words. */
export const causeText = (t: TFunction, label: LabelOf, { cause, event }: Microstep): string =>
  t(`stepping.cause.${cause}`, { event: label(`event:${event}`) ?? event });

/** What a state is called; the machine itself by its own name. */
export const stateText = (label: LabelOf, id: string): string =>
  label(`state:${id}`) ?? id.split(".").at(-1) ?? id;

/** A transition in words: on what it is taken, and where it leads. */
export interface TransitionWords {
  readonly source: string;
  readonly when: string;
  /** Empty for one that stays. */
  readonly target: string;
}

/** The words of transitions by what a microstep tells of them, or by their ids. */
export function useTransitionWords(): (transition: Taken | Considered | string) => TransitionWords {
  const names = useChartNames();
  const label = useLabels();
  const { t } = useTranslation();
  const chart: Chart | undefined = useStudio((s) => s.graph?.chart);
  return (transition) => {
    const id = typeof transition === "string" ? transition : transitionIdOf(transition);
    const ref = transitionRef(id);
    const found = chart && ref && transitionOf(chart, ref);
    const source = stateText(label, ref?.source.join(".") ?? "") || (chart?.id ?? "");
    if (!found) return { source, when: ref?.event ?? ref?.slot ?? id, target: "" };
    const { when, target } = wayText(id, found.transition, found.place.node, names);
    return { source, when: when === "" ? t("stepping.cause.always") : when, target };
  };
}
