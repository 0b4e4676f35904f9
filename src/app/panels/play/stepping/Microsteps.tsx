import { useTranslation } from "react-i18next";
import type { Step } from "#core/run/timeline/run.ts";
import { pathName } from "#app/play/contextWords.ts";
import { causeText, stateText, useTransitionWords } from "#app/play/stepping/microWords.ts";
import type { Stepping } from "#app/play/stepping/Stepping.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { changeText } from "#app/play/valueWords.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/stepping/Microsteps.module.css";

/** Changes of the context that a microstep lists on its line. */
const MAX_CHANGES = 2;

/** The microsteps of a step that is open in the timeline, in their order. Choosing one looks at it. */
export function Microsteps({
  stepping,
  step,
  micro,
}: {
  stepping: Stepping;
  step: Step;
  micro: number | null;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const transition = useTransitionWords();
  return (
    <ol className={css.microsteps}>
      {step.outcome.microsteps.map((microstep, i) => {
        const [taken] = microstep.taken;
        const way = taken && transition(taken);
        const entered = microstep.entries.at(-1);
        const became = microstep.changes.slice(0, MAX_CHANGES).map((change) => {
          const { was, is } = changeText(words, change);
          return `${pathName(label, change.at, step.outcome.view.context)} ${was === undefined ? is : `${was} → ${is}`}`;
        });
        return (
          <li key={i}>
            <button
              type="button"
              className={css.microstep}
              data-micro={i}
              aria-current={i === micro ? "true" : undefined}
              onClick={() => stepping.go({ step: step.id, micro: i })}
            >
              <b>
                {i + 1}. {causeText(t, label, microstep)}
              </b>
              <small>
                {way
                  ? `${way.source} → ${way.target === "" ? t("stepping.stays") : way.target}`
                  : entered
                    ? `→ ${stateText(label, entered.state)}`
                    : t("stepping.no-taken")}
              </small>
              <small>{became.join(t("simulate.comma"))}</small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
