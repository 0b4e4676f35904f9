import { Popover } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PopoverPanel } from "#app/kit/PopoverPanel.tsx";
import { Icon } from "#app/kit/icons.tsx";
import { freshSeed, PACES } from "#app/play/stepping/pace.ts";
import { useStepping } from "#app/play/stepping/useStepping.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { usePanelState } from "#app/studio/usePanelState.ts";
import css from "#app/panels/play/stepping/RunMenu.module.css";

const COUNTS = [1, 10, 1_000] as const;
/** Steps that one random run may take: a timeline of this length can still be scrolled. */
const MAX_STEPS_PER_RUN = 10_000;

/** Lets the play go on by itself: how many steps, with which seed, at which pace. While it goes, what there is to see is Stop. */
export function RunMenu({ view }: { view: SessionView }) {
  const { t, i18n } = useTranslation();
  const { stepping, state } = useStepping(view);
  const [open, setOpen] = useState(false);
  const [seed, setSeed] = usePanelState("run-seed", "");
  const [last, setLast] = usePanelState<number | undefined>("run-last-seed", undefined);
  const [count, setCount] = usePanelState<number>("run-count", 10);
  const used = () => {
    const next = seed.trim() === "" ? freshSeed() : Number(seed);
    setLast(next);
    return next;
  };
  const closing = (action: () => void) => () => {
    setOpen(false);
    action();
  };
  if (state.mode === "random" || state.mode === "recorded")
    return (
      <>
        <span className={css.progress} role="status">
          {state.mode === "random"
            ? t("stepping.of", {
                taken: numberText(i18n.language, state.taken),
                of: numberText(i18n.language, state.of),
              })
            : t("stepping.walking")}
        </span>
        <button type="button" className="btn danger" onClick={() => stepping.stop()}>
          {t("stepping.stop")}
        </button>
      </>
    );
  const locked = view.state.showBefore;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="btn quiet" disabled={locked}>
        {t("stepping.run")}
      </Popover.Trigger>
      <PopoverPanel side="top">
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            closing(() => stepping.run(count, used()))();
          }}
        >
          <CountField count={count} onCount={setCount} />
          <label className={css.line}>
            {t("stepping.seed")}
            <input
              className="field mono"
              type="number"
              min={0}
              step={1}
              value={seed}
              placeholder={t("stepping.seed-new")}
              onChange={(event) => setSeed(event.target.value)}
            />
          </label>
          {last !== undefined && seed === "" && (
            <p className={css.hint}>{t("stepping.seed-used", { seed: last })}</p>
          )}
          <PaceField pace={state.pace} onPace={(pace) => stepping.setPace(pace)} />
          <div className={css.commandRow}>
            <button type="submit" className="btn">
              <Icon name="play" size={12} /> {t("stepping.run-now")}
            </button>
            {(["decision", "breakpoint"] as const).flatMap((goal) =>
              ([-1, 1] as const).map((by) => (
                <button
                  key={`${goal}${by}`}
                  type="button"
                  className="btn quiet"
                  disabled={!stepping.can(goal, by)}
                  onClick={closing(() => stepping.runTo(goal, by, used()))}
                >
                  {t(by > 0 ? `stepping.${goal}` : `stepping.${goal}-back`)}
                </button>
              )),
            )}
          </div>
          <p className={css.hint}>{t("stepping.recorded")}</p>
        </form>
      </PopoverPanel>
    </Popover.Root>
  );
}

/** How many steps: one of the usual numbers, or one's own. */
function CountField({ count, onCount }: { count: number; onCount: (count: number) => void }) {
  const { t, i18n } = useTranslation();
  const [typedCount, setTypedCount] = usePanelState("run-own-count", "");
  return (
    <fieldset className={css.counts}>
      <legend>{t("stepping.steps")}</legend>
      {COUNTS.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name="run-count"
            checked={count === option}
            onChange={() => {
              setTypedCount("");
              onCount(option);
            }}
          />
          {numberText(i18n.language, option)}
        </label>
      ))}
      <input
        className="field mono"
        type="number"
        min={1}
        max={MAX_STEPS_PER_RUN}
        step={1}
        aria-label={t("stepping.own-count")}
        placeholder={t("stepping.own-count")}
        value={typedCount}
        onChange={(event) => {
          setTypedCount(event.target.value);
          const typed = Number(event.target.value);
          if (Number.isInteger(typed) && typed >= 1 && typed <= MAX_STEPS_PER_RUN) onCount(typed);
        }}
      />
    </fieldset>
  );
}

/** How long each step is shown, in words below the slider. */
function PaceField({ pace, onPace }: { pace: number; onPace: (pace: number) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <label className={css.line}>
        {t("stepping.pace")}
        <input
          type="range"
          min={0}
          max={PACES.length - 1}
          value={Math.max(0, PACES.indexOf(pace as (typeof PACES)[number]))}
          aria-valuetext={paceText(t, pace)}
          onChange={(event) => onPace(PACES[Number(event.target.value)] ?? 0)}
        />
      </label>
      <p className={css.hint}>
        {paceText(t, pace)}
        {pace > 0 && matchMedia("(prefers-reduced-motion: reduce)").matches
          ? ` · ${t("stepping.still")}`
          : ""}
      </p>
    </>
  );
}

const numberText = (language: string, n: number): string => n.toLocaleString(language);

const paceText = (t: ReturnType<typeof useTranslation>["t"], pace: number): string =>
  pace === 0 ? t("stepping.at-once") : t("stepping.pace-ms", { seconds: pace / 1_000 });
