import { useTranslation } from "react-i18next";
import css from "#app/shell/PanelFailure.module.css";

/** What stands in a panel whose content failed. */
export function PanelFailure({ name, error, onRetry }: { name: string; error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={css.failure} role="alert">
      <b>{t("failure.panel", { name })}</b>
      <p>{t("failure.others-go-on")}</p>
      <code>{error.message}</code>
      <button type="button" className="btn" onClick={onRetry}>
        {t("failure.retry")}
      </button>
    </div>
  );
}
