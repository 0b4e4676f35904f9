import { useTranslation } from "react-i18next";
import type { Finding } from "#core/inspect/recompute.ts";
import { brief } from "#app/views/inspect/stepsShown.ts";

/** Where the app and our copy came to different ends. */
export function FindingText({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const { what, at, app, copy } = finding;
  return (
    <>
      {t(`inspect.finding.${what}`)}
      {at !== undefined && <code> {at}</code>}
      {(what === "configuration" || what === "context" || what === "status" || what === "output") && (
        <small>
          {" "}
          {t("inspect.app-has", { value: brief(app) })} {t("inspect.copy-has", { value: brief(copy) })}
        </small>
      )}
      {(what === "fault" || what === "stopped") && <small> {brief(copy)}</small>}
    </>
  );
}
