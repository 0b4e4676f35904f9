import { useTranslation } from "react-i18next";
import { ToCode } from "#app/panels/canvas/ToCode.tsx";
import { useMachineDiagnostics } from "#app/studio/useDiagnostics.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { hiddenStates } from "#core/chart/hiddenStates.ts";
import css from "#app/panels/canvas/StudioCanvas.module.css";

/** Instead of a canvas: why there is nothing to draw. */
export function NoChart({ isTooLarge = false }: { readonly isTooLarge?: boolean }) {
  const { t } = useTranslation();
  const graph = useStudio((s) => s.graph);
  const former = useMachineDiagnostics().find(({ code }) => code === "xstate-4");
  const hidden = graph?.chart && hiddenStates(graph.chart);
  const lines = graph?.text.split("\n").length ?? 0;
  const code = hidden?.code;
  const at = isTooLarge ? undefined : (hidden ?? former)?.at;
  const why = isTooLarge ? "too-large" : hidden ? "hidden" : former ? "xstate-4" : whyUnread(graph?.now);
  return (
    <div className="empty" role="status">
      <h2>{t(`noChart.${why}`)}</h2>
      <p className={css.hint}>
        {t(`noChart.${why === "no-machine" ? "no-machine-looked" : `${why}-hint`}`, { lines, code })}
      </p>
      {at && <ToCode at={at} />}
    </div>
  );
}

function whyUnread(now: { readonly parsed: boolean; readonly stopped?: number } | undefined) {
  if (now?.parsed !== false) return "no-machine";
  return now.stopped === undefined ? "no-parse" : "stopped";
}
