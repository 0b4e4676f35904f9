import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { placeOf, transitionId, type TransitionRef } from "#core/chart/places.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/ListSection.module.css";

/** Which of several transitions of one event it is: the first whose guard says yes is taken. Nothing while it is the only one. */
export function OrderField({
  chart,
  transitionRef: ref,
  disabled,
}: {
  chart: Chart;
  transitionRef: TransitionRef;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const { source, slot, event, index } = ref;
  const count = (placeOf(chart, source)?.node.transitions ?? []).filter(
    (transition) => transition.slot === slot && (transition.event ?? "") === (event ?? ""),
  ).length;
  if (count < 2) return null;
  const move = (to: number) => {
    if (studio.editor.command("transition.reorder", { transition: ref, to }) === undefined)
      studio.navigation.select({ kind: "transition", id: transitionId({ ...ref, index: to }) });
  };
  return (
    <>
      <span>{t("inspector.order")}</span>
      <span className={css.order}>
        {t("origin.nth", { n: index + 1, count })}
        <button
          type="button"
          className={css.tool}
          disabled={disabled || index === 0}
          aria-label={t("command.transition.earlier")}
          title={t("command.transition.earlier")}
          onClick={() => move(index - 1)}
        >
          ↑
        </button>
        <button
          type="button"
          className={css.tool}
          disabled={disabled || index >= count - 1}
          aria-label={t("command.transition.later")}
          title={t("command.transition.later")}
          onClick={() => move(index + 1)}
        >
          ↓
        </button>
      </span>
    </>
  );
}
