import { useTranslation } from "react-i18next";
import type { Divergence } from "#core/run/scenario.ts";
import { brief } from "#app/simulate/brief.ts";
import { StopBanner } from "#app/simulate/stepping/StopBanner.tsx";
import type { useSession } from "#app/simulate/useSession.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/simulate/RunBanner.module.css";

/** What a person has to know of the run before going on: a fault of the machine, an edit under the run, a scenario's result. */
export function RunBanner({ made }: { made: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const { session, state } = made;
  const stale = useStudio((s) => s.graph?.stale);
  const { fault, before, notTaken, replayed } = state;
  const differs = (d: Divergence) => ({
    step: d.step + 1,
    what: d.at ? `${t(`simulate.what.${d.what}`)} ${d.at}` : t(`simulate.what.${d.what}`),
    expected: brief(d.expected),
    got: brief(d.got),
  });
  const where = fault && [fault.guard, fault.action, fault.state, fault.event].filter(Boolean).join(" · ");
  return (
    <div className={css.banners} role="status">
      <StopBanner made={made} />
      {fault && (
        <div className={css.banner} data-tone="stop" role="alert">
          <b>{t(fault.code === "over-budget" ? "simulate.over-budget" : "simulate.error")}</b>
          {fault.code !== "over-budget" && <code>{fault.message}</code>}
          {where && <span>{t("simulate.error-at", { where })}</span>}
          {fault.state !== undefined && (
            <button
              type="button"
              className="btn quiet"
              onClick={() => {
                studio.go("design");
                studio.select({ kind: "state", id: fault.state ?? "" });
              }}
            >
              {t("simulate.go-to-code")}
            </button>
          )}
        </div>
      )}
      {stale && state.phase === "ready" && (
        <div className={css.banner} data-tone="warn">
          {t("simulate.stale")}
        </div>
      )}
      {notTaken && !stale && (
        <div className={css.banner} data-tone="warn">
          {t("simulate.not-taken")}
        </div>
      )}
      {before && (
        <div className={css.banner} data-tone={before.divergence ? "warn" : undefined}>
          <b>{t("simulate.edited")}</b>
          <span>
            {before.divergence
              ? t("simulate.rerun-differs", differs(before.divergence))
              : t("simulate.rerun-same")}
          </span>
          <button type="button" className="btn quiet" onClick={() => session.showBefore(!state.showBefore)}>
            {t(state.showBefore ? "simulate.new-run" : "simulate.old-run")}
          </button>
          <button type="button" className="btn quiet" onClick={() => session.forgetBefore()}>
            {t("close")}
          </button>
        </div>
      )}
      {replayed && (
        <div className={css.banner} data-tone={replayed.divergence ? "warn" : "live"}>
          {replayed.divergence
            ? t("simulate.diverged", { name: replayed.name, ...differs(replayed.divergence) })
            : t("simulate.replayed", { name: replayed.name, count: replayed.count })}
        </div>
      )}
    </div>
  );
}
