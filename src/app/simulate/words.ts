import type { TFunction } from "i18next";
import type { Reason } from "#core/run/play.ts";
import type { StepDo } from "#core/run/run.ts";
import type { LabelOf } from "#app/studio/labels.ts";

/** A seat's name; `chance` and `table` are in the interface's words. */
export const seatName = (t: TFunction, label: LabelOf, seat: string): string =>
  label(`seat:${seat}`) ?? (seat === "chance" || seat === "table" ? t(`simulate.seat.${seat}`) : seat);

/** A reason of a refusal in words. */
export function reasonText(t: TFunction, label: LabelOf, reason: Reason): string {
  if (reason.code === "guard") {
    const name = reason.guard ?? "?";
    return t("simulate.reason.guard", { guard: label(`guard:${name}`) ?? name });
  }
  if (reason.code === "payload")
    return t("simulate.reason.payload", {
      faults: (reason.faults ?? [])
        .map((fault) => t(`simulate.fault.${fault.code}`, { ...fault }))
        .join("; "),
    });
  return t(`simulate.reason.${reason.code}`, {
    event: label(`event:${reason.event ?? ""}`) ?? reason.event ?? "",
  });
}

/** What a person said of the guards of a step. */
export const verdictTexts = (t: TFunction, label: LabelOf, what: StepDo): readonly string[] =>
  ("verdicts" in what ? (what.verdicts ?? []) : []).map(({ guard, verdict }) =>
    t(verdict ? "asked.said-yes" : "asked.said-no", { guard: label(`guard:${guard}`) ?? guard }),
  );

/** What a step did, for the timeline. */
export function stepName(t: TFunction, label: LabelOf, what: StepDo): string {
  switch (what.kind) {
    case "start":
      return t("simulate.step-start");
    case "send":
      return label(`event:${what.event.type}`) ?? what.event.type;
    case "advance":
      return t("simulate.step-advance", { ms: what.ms });
    case "answer":
      return t("simulate.step-answer", { actor: what.answer.actor ?? "" });
    case "edit":
      return t("time.edit.step");
    case "restore":
      return t("simulate.step-restore", { name: what.name });
  }
}
