import { useTranslation } from "react-i18next";
import type { Finding } from "#core/inspect/recompute.ts";
import { brief } from "#app/views/inspect/shownSteps.ts";

/** Where the app and our copy came to different ends. */
export function FindingText({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const { what: aspect, at, app, copy } = finding;
  return (
    <>
      {t(`inspect.finding.${aspect}`)}
      {at !== undefined && <code> {at}</code>}
      {(aspect === "configuration" || aspect === "context" || aspect === "status" || aspect === "output") && (
        <small>
          {" "}
          {t("inspect.app-has", { value: brief(app) })} {t("inspect.copy-has", { value: brief(copy) })}
        </small>
      )}
      {(aspect === "fault" || aspect === "stopped") && <small> {brief(copy)}</small>}
    </>
  );
}
