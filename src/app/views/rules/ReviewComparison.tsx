import { useTranslation } from "react-i18next";
import type { ReviewEntry } from "#core/ruleset/ruleset.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import type { Review } from "#app/views/rules/useReview.ts";
import { useToldNow } from "#app/views/rules/useToldNow.ts";
import css from "#app/views/rules/Review.module.css";

/** Which parts of a clause were changed since somebody looked at it, and of what was kept the old beside the new. */
export function ReviewComparison({
  clause,
  locale,
  entry,
  review,
}: {
  clause: string;
  locale: string;
  entry: ReviewEntry;
  review: Review;
}) {
  const { t } = useTranslation();
  const toldNow = useToldNow();
  const wording = useStudio((s) => s.loaded?.ruleset.text[locale]?.[clause]) ?? "";
  const changed = review.changedOf(clause, locale);
  const isMachine = changed.includes("machine");
  const machine = isMachine ? toldNow(clause) : [];
  const before = entry.told ?? {};
  const wordings =
    changed.includes("wording") && before.wording !== undefined
      ? ([before.wording, wording] as const)
      : undefined;
  const lines = isMachine && before.machine ? differingLines(before.machine, machine) : undefined;
  const parts = changed.map((part) => t(`review.part.${part}`)).join(t("simulate.comma"));
  return (
    <details className={css.comparison} open>
      <summary>{t("review.changed", { parts })}</summary>
      {isMachine && !lines && <p>{t("review.not-kept")}</p>}
      {(wordings || lines) && (
        <div className={css.sides} role="group" aria-label={t("review.compare")}>
          {(["then", "now"] as const).map((side, i) => (
            <div key={side} data-side={side}>
              <b>{t(`review.${side}`)}</b>
              {wordings && <p lang={locale}>{wordings[i]}</p>}
              {lines?.[i]?.map((line, at) => (
                <p key={at} className={css.line}>
                  {line}
                </p>
              ))}
            </div>
          ))}
        </div>
      )}
    </details>
  );
}

/** The lines of each side that the other side lacks, in their order. */
function differingLines(
  then: readonly string[],
  now: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const [old, fresh] = [new Set(then), new Set(now)];
  return [[...old].filter((line) => !fresh.has(line)), [...fresh].filter((line) => !old.has(line))];
}
