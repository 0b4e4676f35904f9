import { useTranslation } from "react-i18next";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import { isOpaque } from "#app/views/inspect/source.machine.ts";
import css from "#app/views/inspect/InspectPage.module.css";

/** Which window may speak here, and at which one origin. */
export function SourceBar() {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const { source, sourceWay } = useHub();
  const { origin, strangers } = source.context;
  if (source.matches("none")) return null;
  return (
    <div className={css.source} role="status" data-state={String(source.value)}>
      {source.matches("pinned") && (
        <span>
          {t(`inspect.source.${sourceWay}`)} <b className="mono">{origin}</b>
        </span>
      )}
      {source.matches("greeting") && <span>{t("inspect.source.greeting")}</span>}
      {source.matches("away") && (
        <span>
          {t("inspect.source.away")} <b className="mono">{origin}</b>
        </span>
      )}
      {source.matches("closed") && (
        <span>
          {t("inspect.source.closed")} <b className="mono">{origin}</b>
        </span>
      )}
      {source.matches("silent") && <span>{t("inspect.source.silent")}</span>}
      {source.matches("refused") && (
        <span>{t(isOpaque(origin) ? "inspect.source.opaque" : "inspect.source.refused", { origin })}</span>
      )}
      {source.matches("asking") && (
        <>
          <span>
            {t("inspect.source.asking")} <b className="mono">{origin}</b>
          </span>
        </>
      )}
      {strangers > 0 && (
        <span className={css.warn}>{t("inspect.source.strangers", { count: strangers })}</span>
      )}
      {!source.matches("asking") && !source.matches("closed") && (
        <button type="button" className="btn quiet" onClick={() => hub.window.greetAgain()}>
          {t("inspect.source.greet")}
        </button>
      )}
    </div>
  );
}
