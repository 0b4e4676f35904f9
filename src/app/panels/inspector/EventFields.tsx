import { useTranslation } from "react-i18next";
import type { Chart } from "#core/chart/chart.ts";
import { typeText } from "#core/chart/payload.ts";
import { fieldsOffer } from "#app/gestures/machineOffers.ts";
import { beginOffer } from "#app/gestures/runOffer.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/inspector/Inspector.module.css";

/** What a declared event carries beside its type, and a button that gives it more. */
export function EventFields({ chart, event, disabled }: { chart: Chart; event: string; disabled: boolean }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const declared = chart.events?.find(({ type }) => type === event);
  if (!declared || !chart.events) return null;
  const { events } = chart;
  const carried = declared.fields.map(
    ({ name, type, optional }) => `${name}${optional ? "?" : ""}: ${typeText(type)}`,
  );
  return (
    <div className={css.carried}>
      <span>{t("inspector.carries")}</span>
      {carried.map((field) => (
        <code key={field}>{field}</code>
      ))}
      <button
        type="button"
        disabled={disabled}
        onClick={() => beginOffer(studio, fieldsOffer(events, event))}
      >
        + {t("inspector.field")}
      </button>
    </div>
  );
}
