import { useTranslation } from "react-i18next";
import { pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import { transitionIdOf } from "#core/run/play/microstep.ts";
import { ClauseLink } from "#app/parts/ClauseLink.tsx";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/ClausesHere.module.css";

/** The clauses of where the play stands and of what the last step did, worded in the interface's language. */
export function CurrentClauses({ run, micro }: { run: Run; micro: number | null }) {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const ruleset = useStudio((s) => s.loaded?.ruleset);
  const language = useStudio((s) => s.uiLanguage);
  if (!chart || !ruleset) return null;
  const { view, microsteps } = cursorStep(run).outcome;
  const inside = micro === null ? undefined : microsteps[micro];
  const stateClauses = (inside?.in ?? view.in)
    .toReversed()
    .flatMap((id) => placeOf(chart, pathOf(id))?.node.meta.clauses ?? []);
  const transitionClauses = (inside ? [inside] : microsteps)
    .flatMap((m) => m.taken)
    .flatMap((x) => {
      const ref = transitionRef(transitionIdOf(x));
      return (ref && transitionOf(chart, ref)?.transition.meta.clauses) ?? [];
    });
  const ids = [...new Set([...stateClauses, ...transitionClauses])];
  return (
    <section className={css.clauses} aria-label={t("simulate.clauses-here")}>
      <h4>{t("simulate.clauses-here")}</h4>
      {ids.length === 0 && <p>—</p>}
      {ids.map((id) => (
        <p key={id}>
          <ClauseLink id={id} /> {ruleset.text[language]?.[id]}
        </p>
      ))}
    </section>
  );
}
