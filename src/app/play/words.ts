import type { TFunction } from "i18next";
import { reasonSentence } from "#core/run/play/kit.ts";
import type { PlayFault, Reason } from "#core/run/play/play.ts";
import type { StepDo } from "#core/run/timeline/run.ts";
import type { LabelOf } from "#app/studio/labels.ts";

/** A seat's name; `chance` and `table` are in the interface's words. */
export const seatName = (t: TFunction, label: LabelOf, seat: string): string =>
  label(`seat:${seat}`) ?? (seat === "chance" || seat === "table" ? t(`simulate.seat.${seat}`) : seat);

/** A reason of a refusal in words. */
export const reasonText = (t: TFunction, label: LabelOf, reason: Reason): string =>
  reasonSentence(reason, label, (key, facts) => t(`simulate.${key}`, facts));

/** Why a machine was stopped: how much it may do in one go, and in which guard or action of which state it did more. */
export function stopWords(t: TFunction, language: string, fault: PlayFault): string {
  const { limit } = fault;
  const limitText = limit
    ? t(`simulate.limit.${limit.unit}`, { value: limit.value.toLocaleString(language) })
    : fault.message;
  const where = placeWords(fault);
  return where === "" ? limitText : `${limitText} ${t("simulate.error-at", { where })}`;
}

/** Where machine code failed or was stopped: guard, action, state and event, as far as they are known. */
export const placeWords = ({ guard, action, state, event }: PlayFault): string =>
  [guard, action, state, event].filter(Boolean).join(" \u00b7 ");

/** What a person said of the guards of a step. */
export const verdictTexts = (t: TFunction, label: LabelOf, action: StepDo): readonly string[] =>
  ("verdicts" in action ? (action.verdicts ?? []) : []).map(({ guard, verdict }) =>
    t(verdict ? "asked.said-yes" : "asked.said-no", { guard: label(`guard:${guard}`) ?? guard }),
  );

/** What a step did, for the timeline. */
export function stepName(t: TFunction, label: LabelOf, action: StepDo): string {
  switch (action.kind) {
    case "start":
      return t("simulate.step-start");
    case "send":
      return label(`event:${action.event.type}`) ?? action.event.type;
    case "advance":
      return t("simulate.step-advance", { ms: action.ms });
    case "answer":
      return t("simulate.step-answer", { actor: action.answer.actor ?? "" });
    case "edit":
      return t("time.edit.step");
    case "restore":
      return t("simulate.step-restore", { name: action.name });
  }
}
