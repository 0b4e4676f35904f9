import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Severity } from "#core/diagnostic/diagnostic.ts";
import { clauseLinks, coverage } from "#core/ruleset/links.ts";
import { countBySeverity, severities, type ProblemFilter } from "#app/panels/problems/problemGroups.ts";
import { SeverityMark } from "#app/parts/SeverityMark.tsx";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/problems/Problems.module.css";

// The first picture has no problems to list.
const ProblemList = lazy(() =>
  import("#app/panels/problems/ProblemList.tsx").then((m) => ({ default: m.ProblemList })),
);

const ALL: ProblemFilter = { without: new Set(), text: "" };

/** Everything that is wrong with the game, by file and worst first; a row leads to its place, and may fix it. */
export function Problems() {
  const { t } = useTranslation();
  const diagnostics = useStudio((s) => s.diagnostics);
  const loaded = useStudio((s) => s.loaded);
  const chart = useStudio((s) => s.graph?.chart);
  const [filter, setFilter] = useState(ALL);
  const counts = useMemo(() => countBySeverity(diagnostics), [diagnostics]);
  const covered = useMemo(
    () => (loaded && chart ? coverage(loaded.ruleset.clauses, clauseLinks(chart)) : undefined),
    [loaded, chart],
  );
  const hasProblems = diagnostics.length > 0;
  const toggle = (severity: Severity) => {
    const without = new Set(filter.without);
    if (!without.delete(severity)) without.add(severity);
    setFilter({ ...filter, without });
  };
  return (
    <section className={css.problems} aria-label={t("problems.title")}>
      <div className={css.bar}>
        {counts.error + counts.warning === 0 && (
          <span>{t(loaded ? "problems.none" : "problems.checking")}</span>
        )}
        {hasProblems && (
          <span className={css.filter} role="group" aria-label={t("problems.filter")}>
            {severities
              .filter((severity) => counts[severity] > 0)
              .map((severity) => (
                <button
                  key={severity}
                  type="button"
                  className={css.toggle}
                  aria-pressed={!filter.without.has(severity)}
                  onClick={() => toggle(severity)}
                >
                  <SeverityMark severity={severity} />
                  {t(`problems.${severity}s`, { count: counts[severity] })}
                </button>
              ))}
            <input
              type="search"
              className={css.search}
              placeholder={t("problems.filter")}
              aria-label={t("problems.filter")}
              value={filter.text}
              onChange={(event) => setFilter({ ...filter, text: event.target.value })}
            />
          </span>
        )}
        {covered && covered.clauses > 0 && (
          <span className={css.right}>
            {t("problems.clauses", { count: covered.clauses, carried: covered.carried })}
          </span>
        )}
      </div>
      {hasProblems && (
        <Suspense fallback={null}>
          <ProblemList filter={filter} onClear={() => setFilter(ALL)} />
        </Suspense>
      )}
    </section>
  );
}
