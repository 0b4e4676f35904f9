import { useTranslation } from "react-i18next";
import { anyTextIn, idOfKey, labelOf } from "#core/ruleset/labels.ts";
import { isWorkStop } from "#core/run/scenario/scenario.ts";
import type { Clause, Ruleset } from "#core/ruleset/ruleset.ts";
import { headOver, type SectionHead } from "#core/ruleset/sections.ts";
import type { RunsState } from "#app/play/ScenarioRuns.ts";
import { ReviewSign } from "#app/views/rules/ReviewSign.tsx";
import { TermText } from "#app/views/rules/TermText.tsx";
import type { Review } from "#app/views/rules/useReview.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/RulesView.module.css";

export type ClauseState = "carried" | "missing" | "notModelled";

/** One clause: its id and kind, its wordings, whether the machine carries it and its scenarios pass. */
export function ClauseRow({
  clause,
  before,
  ruleset,
  locales,
  state,
  carriers,
  scenarios,
  results,
  chosen,
  marked,
  review,
  tabbable,
  onChoose,
  onEdit,
}: {
  clause: Clause;
  /** The one above: a section is headed where it begins. */
  before: Clause | undefined;
  ruleset: Ruleset;
  locales: readonly string[];
  state: ClauseState;
  carriers: number;
  scenarios: readonly string[];
  results: RunsState["results"] | undefined;
  chosen: boolean;
  marked: boolean;
  review: Review;
  tabbable: boolean;
  onChoose: (id: string) => void;
  /** The wording in a language is to be edited. */
  onEdit: (locale: string) => void;
}) {
  const { t } = useTranslation();
  const unread = useStudio((s) => s.loaded?.unread);
  const language = useStudio((s) => s.uiLanguage);
  const head = headOver(clause, before);
  return (
    <>
      {head && <Head head={head} ruleset={ruleset} />}
      <div
        role="option"
        aria-selected={chosen}
        data-marked={marked || undefined}
        data-clause={clause.id}
        tabIndex={tabbable ? 0 : -1}
        className={css.row}
        onClick={() => onChoose(clause.id)}
      >
        <span className={css.id}>
          {clause.id}
          <small>{t(`rules.kind.${clause.kind}`)}</small>
        </span>
        {locales.map((locale, side) => {
          const text = ruleset.text[locale]?.[clause.id];
          return (
            <p key={side} lang={locale} title={t("rules.edit-hint")} onDoubleClick={() => onEdit(locale)}>
              {text ? (
                <TermText text={text} locale={locale} terms={ruleset.terms} />
              ) : (
                <em>{t(unread?.has(`text/${locale}`) ? "rules.unread-text" : "rules.no-text")}</em>
              )}
            </p>
          );
        })}
        <span className={css.signs}>
          <span className={css.state} data-kind={state}>
            {state === "carried" ? t("rules.places", { count: carriers }) : t(`rules.filter.${state}`)}
          </span>
          <FailureSign names={scenarios} results={results} />
          {[...new Set(locales)].map((locale) => {
            const status = review.statusOf(clause.id, locale);
            return status === "unseen" ? null : <ReviewSign key={locale} {...{ locale, status }} />;
          })}
        </span>
        {state === "notModelled" && (
          <span className={css.note}>
            {t("rules.why")} {anyTextIn(clause.notModelled, language)}
          </span>
        )}
      </div>
    </>
  );
}

/** What stands over a section: its number, or its name in the language of the labels. */
function Head({ head, ruleset }: { head: SectionHead; ruleset: Ruleset }) {
  const { t } = useTranslation();
  const language = useStudio((s) => s.labelLanguage);
  if (head.kind === "number")
    return (
      <h3 role="presentation" className={css.section}>
        {t("rules.section", { section: head.number })}
      </h3>
    );
  return (
    <h3 role="presentation" className={css.section} lang={language === "id" ? undefined : language}>
      {language === "id" ? idOfKey(head.key) : labelOf(ruleset, language, head.key)}
    </h3>
  );
}

/** How many of a clause's scenarios do not go as expected, and of how many that is not known; nothing while all do. */
function FailureSign({
  names,
  results,
}: {
  names: readonly string[];
  results: RunsState["results"] | undefined;
}) {
  const { t } = useTranslation();
  const bad = names.flatMap((name) => results?.get(name) ?? []);
  const stopCount = bad.filter(isWorkStop).length;
  const failing = bad.length - stopCount;
  const of = names.length;
  if (failing > 0)
    return <span className={css.failing}>{t("rules.scenarios.failing", { count: failing, of })}</span>;
  if (stopCount === 0) return null;
  return (
    <span className={css.failing} data-tone="stopped">
      {t("rules.scenarios.stopped-count", { count: stopCount, of })}
    </span>
  );
}
