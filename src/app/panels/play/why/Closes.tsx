import { useTranslation } from "react-i18next";
import type { Reason } from "#core/run/play/play.ts";
import type { WhyAnswer } from "#core/run/play/why.ts";
import { ClauseLink } from "#app/parts/ClauseLink.tsx";
import { failedParts, TrialTree } from "#app/panels/play/why/TrialTree.tsx";
import { reasonText } from "#app/play/words.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import css from "#app/panels/play/why/why.module.css";

/** What the values that stand in a form close, before anything is sent: each reason with the parts that failed and their values. */
export function Closes({ answer, label }: { answer: WhyAnswer; label: LabelOf }) {
  const { t } = useTranslation();
  if (answer.enabled) return null;
  return (
    <div className={css.closes} role="status">
      {answer.fault && <p>{answer.fault.message}</p>}
      {answer.reasons.slice(0, 3).map((reason, i) => (
        <div key={i}>
          <p>{reasonText(t, label, reason)}</p>
          {reason.clauses?.map((id) => (
            <ClauseLink key={id} id={id} />
          ))}
          {partsOf(answer, reason).map((part, n) => (
            <TrialTree key={n} trial={part} event={answer.event.type} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The parts of a reason's guard that failed, with what they read. */
const partsOf = ({ levels }: WhyAnswer, { code, state, event, index, guard }: Reason) =>
  code !== "guard"
    ? []
    : levels
        .filter((level) => level.state === state)
        .flatMap(({ candidates }) => candidates)
        .filter((candidate) => candidate.index === index && (candidate.event ?? event) === event)
        .flatMap((candidate) => (candidate.guard ? failedParts(candidate.guard) : []))
        .filter((part) => part.sign === "formula" || (part.name === guard && part.text !== undefined));

/** The fields of a form that are at fault: those that a guard looked at, or that do not fit their type. */
export const closedFields = ({ enabled, reasons }: WhyAnswer): ReadonlySet<string> =>
  new Set(
    enabled
      ? []
      : reasons.flatMap(({ fields = [], faults = [] }) => [
          ...fields,
          ...faults.map(({ at }) => at.split(/[.[]/)[0] ?? at),
        ]),
  );
