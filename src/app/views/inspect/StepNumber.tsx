import { useTranslation } from "react-i18next";
import type { InspectedStep, Session } from "#core/inspect/session.ts";
import { numberIn } from "#app/views/inspect/shownSteps.ts";

/** Which step of its actor it is; the start is none. */
export function StepNumber({ session, step }: { session: Session; step: Pick<InspectedStep, "id"> }) {
  const { t } = useTranslation();
  const n = numberIn(session, step);
  return <small>{n === 0 ? t("inspect.step-start") : t("inspect.step-number", { n })}</small>;
}
