import { useTranslation } from "react-i18next";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/canvas/StudioCanvas.module.css";

/** Instead of a canvas: why there is nothing to draw. */
export function NoChart({ isTooLarge = false }: { readonly isTooLarge?: boolean }) {
  const { t } = useTranslation();
  const graph = useStudio((s) => s.graph);
  if (isTooLarge)
    return (
      <div className="empty" role="status">
        <h2>{t("stopped.drawing")}</h2>
        <p className={css.hint}>{t("stopped.drawing-hint")}</p>
      </div>
    );
  const unread = graph?.now.parsed === false;
  const stopped = graph?.now.stopped !== undefined;
  return (
    <div className="empty" role="status">
      <h2>{t(stopped ? "stopped.graph" : unread ? "canvas.no-parse" : "canvas.no-machine")}</h2>
      <p className={css.hint}>
        {unread
          ? t(stopped ? "stopped.graph-hint" : "canvas.no-machine-hint")
          : t("canvas.no-machine-looked", { lines: graph?.text.split("\n").length ?? 0 })}
      </p>
    </div>
  );
}
