import { useTranslation } from "react-i18next";
import { freshSeed } from "#app/play/stepping/pace.ts";
import { Trial } from "#app/panels/play/stepping/Trial.tsx";
import { useBreakWords } from "#app/play/stepping/useBreakWords.ts";
import { useStepping } from "#app/play/stepping/useStepping.ts";
import type { SessionView } from "#app/play/useSession.ts";
import css from "#app/panels/play/RunBanner.module.css";

/** Which breakpoints the play stands at, and why. */
export function StopBanner({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const { stepping, state } = useStepping(view);
  const words = useBreakWords();
  if (state.mode !== "stopped" || !state.stop) return null;
  const { place, hits } = state.stop;
  return (
    <div className={css.banner} data-tone="warn">
      <b>{t("breakpoints.stopped")}</b>
      <span>
        {hits.map(({ breakpoint }) => words(breakpoint).text).join(t("simulate.comma"))} ·{" "}
        {place.micro === null ? t("breakpoints.resting") : t("breakpoints.here", { at: place.micro + 1 })}
      </span>
      {hits.map(({ trial }, i) => trial && <Trial key={i} trial={trial} />)}
      <button
        type="button"
        className="btn quiet"
        onClick={() => stepping.runTo("breakpoint", 1, freshSeed())}
      >
        {t("breakpoints.go-on")}
      </button>
    </div>
  );
}
