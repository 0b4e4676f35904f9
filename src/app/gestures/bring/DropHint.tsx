import { useTranslation } from "react-i18next";
import css from "#app/gestures/bring/DropHint.module.css";

/** Over the whole window while files are dragged over it: what dropping them does. */
export function DropHint() {
  const { t } = useTranslation();
  return (
    <div className={css.hint} role="status">
      <p>
        <b>{t("bring.drop")}</b>
        <span>{t("bring.drop-hint")}</span>
      </p>
    </div>
  );
}
