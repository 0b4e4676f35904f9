import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewStatus } from "#core/ruleset/review.ts";
import type { Clause } from "#core/ruleset/ruleset.ts";
import type { Review } from "#app/views/rules/useReview.ts";
import { useLanguageName } from "#app/studio/useLanguageName.ts";
import css from "#app/views/rules/Review.module.css";

const statuses = ["unseen", "checked", "in-doubt", "suspect"] as const satisfies readonly ReviewStatus[];
/** Of which clauses what was said is listed. */
export type StatusFilter = "any" | ReviewStatus;

/** Lists only the clauses of which that was said in one language. */
export function ReviewFilter({
  review,
  clauses,
  locale,
  value,
  onChange,
}: {
  review: Review;
  clauses: readonly Clause[];
  locale: string;
  value: StatusFilter;
  onChange: (value: StatusFilter) => void;
}) {
  const { t } = useTranslation();
  const languageName = useLanguageName();
  const language = languageName(locale);
  const counts = useMemo(() => {
    const counted = new Map<ReviewStatus, number>();
    for (const { id } of clauses) {
      const status = review.statusOf(id, locale);
      counted.set(status, (counted.get(status) ?? 0) + 1);
    }
    return counted;
  }, [clauses, review, locale]);
  return (
    <select
      className={`field ${css.filter}`}
      aria-label={t("review.filter-in", { language })}
      title={t("review.filter-in", { language })}
      value={value}
      onChange={(event) => onChange(event.target.value as StatusFilter)}
    >
      <option value="any">{t("review.filter-any")}</option>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {t("review.filter-count", { status: t(`review.state.${status}`), count: counts.get(status) ?? 0 })}
        </option>
      ))}
    </select>
  );
}
