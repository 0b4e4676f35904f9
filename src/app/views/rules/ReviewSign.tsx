import { useTranslation } from "react-i18next";
import type { ReviewStatus } from "#core/ruleset/review.ts";
import { useLanguageName } from "#app/studio/useLanguageName.ts";
import css from "#app/views/rules/Review.module.css";

const SIGNS: Readonly<Record<ReviewStatus, string>> = {
  unseen: "○",
  checked: "✓",
  "in-doubt": "?",
  suspect: "≠",
};

/** What was said of a clause in one language, as a sign beside the language. */
export function ReviewSign({ locale, status }: { locale: string; status: ReviewStatus }) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const language = languageName(locale);
  const words = t("review.sign", { language, status: t(`review.state.${status}`) });
  return (
    <span className={css.sign} data-status={status} role="img" aria-label={words} title={words}>
      {t(`labels.short.${locale}`, { defaultValue: locale })} {SIGNS[status]}
    </span>
  );
}
