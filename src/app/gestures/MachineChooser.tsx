import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { machineKeys } from "#core/chart/machineKey.ts";
import { places } from "#core/chart/places.ts";
import { machineName } from "#app/studio/machineName.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/gestures/MachineChooser.module.css";

/** Which machine of the file is looked at; nothing when there is only one. */
export function MachineChooser() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const charts = useStudio((s) => s.graph?.reading.charts);
  const machine = useStudio((s) => s.graph?.machine);
  const chart = useStudio((s) => s.graph?.chart);
  if (!charts || charts.length < 2) return null;
  return (
    <div className={css.chooser}>
      <select
        className="field"
        aria-label={t("machines.title")}
        value={machine}
        onChange={(event) => studio.navigation.choose(event.target.value)}
      >
        {machineKeys(charts).map((key, i) => (
          <option key={key} value={key}>
            {machineName(charts, key, t)}
            {" · "}
            {t("outline.count", { count: states(charts[i]) })}
          </option>
        ))}
      </select>
      <span aria-hidden="true">
        {(chart?.ref.ordinal ?? 0) + 1}/{charts.length}
      </span>
    </div>
  );
}

const states = (chart: Chart | undefined): number => (chart ? places(chart).size - 1 : 0);
