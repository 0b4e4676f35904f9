import { useTranslation } from "react-i18next";
import type { WhyAnswer, WhyCandidate, WhyLevel } from "#core/run/play/why.ts";
import { guardFormula } from "#app/parts/ActionText.tsx";
import { ClauseLink } from "#app/parts/ClauseLink.tsx";
import { TrialTree } from "#app/panels/play/why/TrialTree.tsx";
import { useStateNames } from "#app/studio/useStateNames.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/why/why.module.css";

/** All transitions that could take an event, in the order in which XState comes to them: the innermost state first. */
export function WhyLevels({ answer }: { answer: WhyAnswer }) {
  return (
    <ol className={css.levels}>
      {answer.levels.map((level) => (
        <li key={level.state}>
          <Level level={level} event={answer.event.type} />
        </li>
      ))}
    </ol>
  );
}

function Level({ level, event }: { level: WhyLevel; event: string }) {
  const { t } = useTranslation();
  const nameOf = useStateNames();
  return (
    <>
      <h5>
        <StateLink id={level.state} />
        {level.region !== undefined && level.region !== level.state && (
          <small>{t("why.region", { region: nameOf(level.region) })}</small>
        )}
      </h5>
      <ol className={css.candidates}>
        {level.candidates.map((candidate) => (
          <li
            key={`${candidate.slot} ${candidate.event} ${candidate.index}`}
            data-became={becameOf(candidate)}
          >
            <Candidate candidate={candidate} event={event} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The outcome of a candidate: taken, holding but behind others, not holding, not evaluated. */
const becameOf = ({
  asked,
  verdict,
  taken,
  behind,
}: WhyCandidate): "taken" | "holds" | "lost" | "closed" | "unasked" =>
  !asked ? "unasked" : !verdict ? "closed" : taken ? "taken" : behind ? "lost" : "holds";

function Candidate({ candidate, event }: { candidate: WhyCandidate; event: string }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const nameOf = useStateNames();
  const chart = useStudio((s) => s.graph?.chart);
  const became = becameOf(candidate);
  const targets = candidate.targets.map(nameOf).join(t("simulate.comma"));
  const id = `${candidate.source}|${candidate.slot}|${candidate.event ?? ""}|${candidate.index}`;
  const name = candidate.guard?.name;
  const named = name === undefined ? undefined : chart?.setup?.guards.find((guard) => guard.name === name);
  const formula =
    named && chart
      ? guardFormula(chart, { kind: "named", name: named.name, text: named.name, at: named.keyAt })
      : undefined;
  return (
    <>
      <p>
        <span className={css.became} data-became={became}>
          {t(`why.became.${became}`)}
        </span>
        <button
          type="button"
          className="link"
          onClick={() => studio.navigation.select({ kind: "transition", id })}
        >
          {targets === "" ? t("why.stays") : `→ ${targets}`}
        </button>
        {candidate.event !== undefined && candidate.event.endsWith("*") && <code>{candidate.event}</code>}
        {candidate.clauses.map((clause) => (
          <ClauseLink key={clause} id={clause} />
        ))}
      </p>
      {candidate.guard ? (
        <TrialTree trial={candidate.guard} formula={formula} event={event} />
      ) : (
        <small className={css.free}>{t("why.no-guard")}</small>
      )}
    </>
  );
}

/** A state by its name, which is shown on the map when it is pressed; "" is the machine. */
export function StateLink({ id }: { id: string }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const nameOf = useStateNames();
  if (id === "") return <span>{t("why.machine")}</span>;
  return (
    <button type="button" className="link" onClick={() => studio.navigation.select({ kind: "state", id })}>
      {nameOf(id)}
    </button>
  );
}
