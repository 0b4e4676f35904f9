import { useTranslation } from "react-i18next";
import css from "#app/kit/PanelFailure.module.css";

/**
 * What stands in a panel whose content failed.
 * @param name of the panel, as a person sees it @param part in its place, of what has no title: its words come later than the first picture
 */
export function PanelFailure({
  name,
  part,
  error,
  onRetry,
}: {
  name?: string | undefined;
  part?: "header" | "games" | "dialog" | undefined;
  error: Error;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={css.failure} role="alert">
      <b>{t("failure.panel", { name: name ?? t(`failure.part.${part}`) })}</b>
      <p>{t("failure.others-go-on")}</p>
      <code>{error.message}</code>
      <button type="button" className="btn" onClick={onRetry}>
        {t("failure.retry")}
      </button>
    </div>
  );
}
