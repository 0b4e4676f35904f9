import { useTranslation } from "react-i18next";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/canvas/StudioCanvas.module.css";

/** Instead of a canvas: why there is nothing to draw. */
export function NoChart({ isTooLarge = false }: { readonly isTooLarge?: boolean }) {
  const { t } = useTranslation();
  const now = useStudio((s) => s.graph?.now);
  const lines = useStudio((s) => s.graph?.text.split("\n").length ?? 0);
  const [title, hint] = isTooLarge
    ? (["too-large", "too-large-hint"] as const)
    : now?.parsed !== false
      ? (["no-machine", "no-machine-looked"] as const)
      : now.stopped === undefined
        ? (["no-parse", "no-parse-hint"] as const)
        : (["stopped", "stopped-hint"] as const);
  return (
    <div className="empty" role="status">
      <h2>{t(`noChart.${title}`)}</h2>
      <p className={css.hint}>{t(`noChart.${hint}`, { lines })}</p>
    </div>
  );
}
