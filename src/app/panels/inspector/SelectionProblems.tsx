import { useTranslation } from "react-i18next";
import { absolute, type PlacedState } from "#core/chart/places.ts";
import type { Transition } from "#core/chart/chart.ts";
import { faultKeys, type Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { useDiagnosticText } from "#app/parts/DiagnosticText.tsx";
import { FixButtons } from "#app/parts/FixButtons.tsx";
import { SeverityMark } from "#app/parts/SeverityMark.tsx";
import { useMachineDiagnostics } from "#app/studio/useDiagnostics.ts";
import css from "#app/panels/inspector/ProblemsHere.module.css";

/** What is wrong with the state or transition that is selected, and what can be done about it. */
export function SelectionProblems({ place, transition }: { place: PlacedState; transition?: Transition }) {
  const { t } = useTranslation();
  const all = useMachineDiagnostics();
  const say = useDiagnosticText();
  const problems = all.filter((diagnostic) => isAbout(diagnostic, place, transition));
  if (problems.length === 0) return null;
  const keys = faultKeys(problems);
  return (
    <section className={css.problems} aria-label={t("problemList.here")}>
      <h4>{t("problemList.here")}</h4>
      {problems.map((problem, i) => (
        <div key={keys[i]} className={css.problem}>
          <SeverityMark severity={problem.severity} />
          <span>
            <span className="visually-hidden">{t(`severity.${problem.severity}`)} </span>
            {say(problem)}
          </span>
          <FixButtons problem={problem} wrap />
        </div>
      ))}
    </section>
  );
}

function isAbout(problem: Diagnostic, place: PlacedState, transition: Transition | undefined): boolean {
  const { path, file, at } = problem;
  if (file !== "machine" || path?.join(".") !== place.path.join(".")) return false;
  if (!transition) return true;
  const span = absolute(place, transition.at);
  return at !== undefined && span.from <= at.from && at.to <= span.to;
}
