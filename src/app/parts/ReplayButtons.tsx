import { useTranslation } from "react-i18next";
import { machineKeys, mainChart } from "#core/chart/machineKey.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { Icon } from "#app/kit/icons.tsx";
import css from "#app/parts/FixButtons.module.css";
import type { ReplayShow } from "#app/studio/StudioState.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

/** Of a scenario that went otherwise, or was stopped: its run in Simulate, and there what can be done about a difference. */
export function ReplayButtons({
  problem,
  tabbable = true,
}: {
  problem: Pick<Diagnostic, "code" | "facts">;
  tabbable?: boolean;
}) {
  const { t } = useTranslation();
  const show = useShowReplay();
  const file = String(problem.facts["file"]);
  const tabIndex = tabbable ? 0 : -1;
  return (
    <span className={css.fixes}>
      <button type="button" className={css.fix} tabIndex={tabIndex} onClick={() => show(file)}>
        <Icon name="play" size={13} />
        <span>{t("replays.show")}</span>
      </button>
      {problem.code === "scenario-differs" && (
        <button
          type="button"
          className={css.fix}
          tabIndex={tabIndex}
          onClick={() => show(file, { repairs: true })}
        >
          <span>{t("mend.open")}</span>
        </button>
      )}
    </span>
  );
}

/** Plays a scenario in Simulate, on the machine that scenarios play. */
export function useShowReplay(): (name: string, show?: ReplayShow) => void {
  const studio = useStudioActions();
  return (name, show) => {
    const { graph } = studio.get();
    const charts = graph?.reading.charts ?? [];
    const key = machineKeys(charts)[mainChart(charts)?.ref.ordinal ?? 0];
    if (key !== undefined && key !== graph?.machine) studio.navigation.choose(key, null);
    studio.navigation.go("simulate");
    studio.window.set({ sought: { kind: "scenario", id: name, ...(show ? { show } : {}) } });
  };
}
