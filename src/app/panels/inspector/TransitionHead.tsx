import { useTranslation } from "react-i18next";
import type { Chart, Transition } from "#core/chart/chart.ts";
import { pathId, type TransitionRef } from "#core/chart/places.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

/** What a transition is called, and from where to where it leads. */
export function TransitionHead({
  chart,
  transition: { slot, event, targets },
  transitionRef: { source },
}: {
  chart: Chart;
  transition: Transition;
  transitionRef: TransitionRef;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const labelOf = useLabels();
  const label = event === undefined ? undefined : labelOf(`event:${event}`);
  const nameOf = (path: readonly string[]) =>
    labelOf(`state:${pathId(path)}`) ?? path.at(-1) ?? chart.root.key;
  const link = (path: readonly string[]) => (
    <button
      type="button"
      className="link"
      title={pathId(path)}
      onClick={() => studio.navigation.select({ kind: "state", id: pathId(path) })}
    >
      {nameOf(path)}
    </button>
  );
  const first = targets.find(({ resolved }) => resolved)?.resolved;
  return (
    <div className={css.head}>
      <h4>{label ?? event ?? t(`slot.${slot}`)}</h4>
      {label !== undefined && <code>{event}</code>}
      <span className={css.leads}>
        {link(source)} → {first ? link(first) : t("inspector.stays")}
      </span>
    </div>
  );
}
