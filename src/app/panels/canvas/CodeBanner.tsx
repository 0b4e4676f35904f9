import { useTranslation } from "react-i18next";
import { ToCode } from "#app/panels/canvas/ToCode.tsx";
import { useMachineDiagnostics } from "#app/studio/useDiagnostics.ts";
import { hiddenStates } from "#core/chart/hiddenStates.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/canvas/StudioCanvas.module.css";

/** Over a picture that is not all of what the code says: what it lacks, and the way there. */
export function CodeBanner() {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const version = useMachineDiagnostics().find(({ code }) => code === "xstate-4" || code === "xstate-6");
  const hidden = chart && hiddenStates(chart);
  const at = version?.at ?? hidden?.at;
  const words = version
    ? t(`noChart.banner-${version.code === "xstate-4" ? "xstate-4" : "xstate-6"}`)
    : hidden && t("noChart.banner-hidden", { code: hidden.code });
  if (!words) return null;
  return (
    <div className={css.note} role="status">
      <span>{words}</span>
      {at && <ToCode at={at} />}
    </div>
  );
}
