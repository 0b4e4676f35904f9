import { useTranslation } from "react-i18next";
import type { Step } from "#core/run/timeline/run.ts";
import { Icon, type IconName } from "#app/kit/icons.tsx";
import { freshSeed } from "#app/play/stepping/pace.ts";
import { useStepping } from "#app/play/stepping/useStepping.ts";
import type { SessionView } from "#app/play/useSession.ts";
import css from "#app/panels/play/Timeline.module.css";

/** Walking on what was played: to its ends, over steps, into and out of microsteps, to decisions and breakpoints. */
export function StepBar({ view, steps, at }: { view: SessionView; steps: readonly Step[]; at: number }) {
  const { t } = useTranslation();
  const { stepping, state } = useStepping(view);
  const run = view.session.shown();
  const isRunning = state.mode === "random" || state.mode === "recorded";
  const end = (step: Step | undefined) => step && stepping.go({ step: step.id, micro: null });
  const button = (icon: IconName, words: string, can: boolean, action: () => void) => (
    <button
      type="button"
      className="icon-btn"
      disabled={!can}
      onClick={action}
      aria-label={words}
      title={words}
    >
      <Icon name={icon} size={14} />
    </button>
  );
  const free = run !== null && !isRunning;
  return (
    <span className={css.moves}>
      {button("first", t("simulate.first"), at > 0 && free, () => end(steps[0]))}
      {button("back", t("simulate.back"), free && stepping.can("over", -1), () => stepping.over(-1))}
      {button("intoBack", t("stepping.into-back"), free && stepping.can("into", -1), () => stepping.into(-1))}
      {button("into", t("stepping.into"), free && stepping.can("into", 1), () => stepping.into(1))}
      {button("forward", t("simulate.forward"), free && stepping.can("over", 1), () => stepping.over(1))}
      {button("last", t("simulate.last"), at >= 0 && at < steps.length - 1 && free, () => end(steps.at(-1)))}
      {button("out", t("stepping.out"), free && stepping.can("out", 1), () => stepping.out(1))}
      {button("decision", t("stepping.decision"), free && stepping.can("decision", 1), () =>
        stepping.runTo("decision", 1, freshSeed()),
      )}
      {button("breakpoint", t("stepping.breakpoint"), free && stepping.can("breakpoint", 1), () =>
        stepping.runTo("breakpoint", 1, freshSeed()),
      )}
    </span>
  );
}
