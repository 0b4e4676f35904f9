import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Step } from "#core/run/timeline/run.ts";
import { seatOf } from "#app/play/seats/SeatOrder.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { payloadText } from "#app/play/valueWords.ts";
import { seatName, stepName } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";

/** The words of a step: what it did, who did it, and with what. */
export interface StepWords {
  readonly name: string;
  readonly seat: string | undefined;
  readonly payload: string;
  /** All by which it is found: in words and as the machine writes it. */
  readonly texts: readonly string[];
}

/** The words of steps, in the label language; each step's are worked out once. */
export function useStepWords(): (step: Step) => StepWords {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  return useMemo(
    () =>
      once((step: Step): StepWords => {
        const { do: action } = step;
        const name = stepName(t, label, step.do);
        const seat = seatOf(step);
        const payload = action.kind === "send" ? payloadText(words, action.event, true) : "";
        return {
          name,
          seat,
          payload,
          texts: [
            name,
            payload,
            ...(seat === undefined ? [] : [seat, seatName(t, label, seat)]),
            ...(action.kind === "send" ? [action.event.type] : []),
          ],
        };
      }),
    [t, label, words],
  );
}

/** The same answer for the same step, worked out once. */
function once<T>(wordsOf: (step: Step) => T): (step: Step) => T {
  const known = new WeakMap<Step, { readonly words: T }>();
  return (step) => {
    const found = known.get(step) ?? { words: wordsOf(step) };
    known.set(step, found);
    return found.words;
  };
}
