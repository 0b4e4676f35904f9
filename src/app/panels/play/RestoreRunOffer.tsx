import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StoredRun } from "#core/run/scenario/storedRun.ts";
import { lateRuns } from "#app/play/lateRuns.ts";
import type { useSession } from "#app/play/useSession.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/RestoreRunOffer.module.css";

/** The last run on this machine, from before the page was loaded: it is played again when the person wants it. */
export function RestoreRunOffer({ view }: { view: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const { session, state, playable } = view;
  const game = useStudio((s) => s.project?.id);
  const chart = useStudio((s) => s.graph?.chart);
  const place = chart?.ref.ordinal ?? 0;
  const [storedRun, setStoredRun] = useState<StoredRun>();
  useEffect(() => {
    let current = true;
    if (game !== undefined)
      void lateRuns()
        .then((runs) => runs?.read(game, place))
        .catch(() => undefined)
        .then((run) => {
          if (current) setStoredRun(run);
        });
    return () => {
      current = false;
    };
  }, [game, place]);
  const count = storedRun?.steps.length ?? 0;
  if (!storedRun || !chart || game === undefined || count < 2) return null;
  const take = async () => {
    const on = await playable();
    if (!on) return;
    const left = await session.takeUp(on, chart, storedRun);
    if (left > 0) studio.window.notice("warn", "time.kept.partly", { count: count - left, of: count });
  };
  return (
    <section className={css.offer}>
      <p>{t("time.kept.found", { count })}</p>
      <button type="button" className="btn" disabled={state.phase === "loading"} onClick={() => void take()}>
        {t("time.kept.take")}
      </button>
      <button
        type="button"
        className="btn quiet"
        onClick={() => {
          setStoredRun(undefined);
          void lateRuns().then((runs) => runs?.drop(game, place));
        }}
      >
        {t("time.kept.drop")}
      </button>
    </section>
  );
}
