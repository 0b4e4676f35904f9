import { Fragment, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Run, Step } from "#core/run/run.ts";
import { way } from "#core/run/timeline.ts";
import { TimelineStep } from "#app/simulate/TimelineStep.tsx";
import { SaveScenario } from "#app/simulate/SaveScenario.tsx";
import type { useSession } from "#app/simulate/useSession.ts";
import { SeatFilter } from "#app/simulate/seats/SeatFilter.tsx";
import { useSeatLook } from "#app/simulate/seats/seatLook.ts";
import { seatOf, useSeatTone } from "#app/simulate/seats/SeatOrder.ts";
import { useValueWords } from "#app/simulate/useValueWords.ts";
import { payloadText } from "#app/simulate/valueWords.ts";
import { reasonText } from "#app/simulate/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { useReplay } from "#app/simulate/useRunCommands.ts";
import { freshSeed } from "#app/simulate/stepping/pace.ts";
import { RunMenu } from "#app/simulate/stepping/RunMenu.tsx";
import { StepBar } from "#app/simulate/stepping/StepBar.tsx";
import { useStepping } from "#app/simulate/stepping/useStepping.ts";
import css from "#app/simulate/Timeline.module.css";

const ALONE: readonly Step[] = [];

/** By the step before them, steps that were tried from one place and not deleted; those without others are left out. */
function branchesIn(run: Run | null): ReadonlyMap<number | null, readonly Step[]> {
  const found = new Map<number | null, Step[]>();
  for (const step of run?.steps ?? ALONE) {
    if (run?.pruned?.includes(step.id)) continue;
    const known = found.get(step.parent);
    if (known) known.push(step);
    else found.set(step.parent, [step]);
  }
  for (const [parent, { length }] of found) if (length < 2 || parent === null) found.delete(parent);
  return found;
}

/** The way the play went, step by step; walking on it moves a cursor and runs nothing again. */
export function Timeline({ made }: { made: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const { session, state } = made;
  const { stepping, state: doing } = useStepping(made);
  const isRunning = doing.mode === "random" || doing.mode === "recorded";
  // Which step is open, beside the one that is looked into.
  const [opened, setOpened] = useState<number | null>(null);
  const run = session.shown();
  const uiLanguage = useStudio((s) => s.uiLanguage);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const [ms, setMs] = useState(1000);
  const list = useRef<HTMLOListElement>(null);
  const label = useLabels();
  const words = useValueWords();
  const tone = useSeatTone();
  const [look] = useSeatLook(session);
  const steps = run ? way(run) : [];
  const onWay = new Set(steps.map(({ id }) => id));
  const refused = state.showBefore ? [] : state.refusals.filter(({ after }) => onWay.has(after));
  const branches = branchesIn(run);
  const at = run ? steps.findIndex((s) => s.id === run.cursor) : -1;
  useEffect(() => {
    // In the next frame: by then the steps have their sizes.
    const frame = requestAnimationFrame(() => {
      const here =
        list.current?.querySelector('[aria-current="true"]') ??
        list.current?.querySelector('[aria-current="step"]');
      here?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    return () => cancelAnimationFrame(frame);
  }, [run?.cursor, state.micro, state.refused]);
  const restart = () => session.stop();
  const replay = useReplay(made);
  const timers = run ? (steps[at]?.outcome.state.timers.length ?? 0) : 0;
  return (
    <section className={css.timeline} aria-label={t("simulate.timeline")}>
      <div className={css.bar}>
        <StepBar made={made} steps={steps} at={at} />
        {run && (
          <span className={css.at}>
            {t("simulate.at", { at: at + 1, of: steps.length })}
            {refused.length > 0 && ` · ${t("simulate.refused-count", { count: refused.length })}`}
          </span>
        )}
        {run && (timers > 0 || (steps[at]?.outcome.state.clock ?? 0) > 0) && (
          <form
            className={css.advance}
            onSubmit={(event) => {
              event.preventDefault();
              void session.advance(ms);
            }}
          >
            <span>{t("simulate.clock", { ms: steps[at]?.outcome.state.clock ?? 0 })}</span>
            <input
              className="field mono"
              type="number"
              min={0}
              value={ms}
              aria-label={t("simulate.advance")}
              onChange={(event) => setMs(Math.max(0, Number(event.target.value)))}
            />
            <button type="submit" className="btn quiet" disabled={state.busy}>
              {t("simulate.advance")}
            </button>
          </form>
        )}
        <span className={css.right}>
          {run && (
            <>
              <button
                type="button"
                className="btn quiet"
                disabled={state.busy || state.showBefore || isRunning}
                onClick={() => stepping.random(1, freshSeed())}
              >
                {t("simulate.random")}
              </button>
              <RunMenu made={made} />
              <SeatFilter session={session} run={run} />
              <SaveScenario made={made} run={run} />
              <button type="button" className="btn quiet" onClick={restart}>
                {t("simulate.restart")}
              </button>
            </>
          )}
          {scenarios && Object.keys(scenarios).length > 0 && (
            <select
              className="field"
              value=""
              aria-label={t("simulate.replay")}
              disabled={state.busy}
              onChange={(event) => void replay(event.target.value)}
            >
              <option value="" disabled>
                {t("simulate.replay")}
              </option>
              {Object.entries(scenarios).map(([name, scenario]) => (
                <option key={name} value={name}>
                  {textIn(scenario.title, uiLanguage) || name}
                </option>
              ))}
            </select>
          )}
        </span>
      </div>
      <ol ref={list} className={css.steps}>
        {steps.map((step, i) => {
          const by = seatOf(step);
          return (
            <Fragment key={step.id}>
              <TimelineStep
                step={step}
                before={step.parent === null ? undefined : run?.steps[step.parent]}
                branches={branches.get(step.parent) ?? ALONE}
                marks={run?.marks}
                at={i === at ? "here" : i > at ? "later" : "earlier"}
                micro={i === at ? state.micro : null}
                opened={opened === step.id}
                tone={by === undefined ? undefined : tone(by)}
                dim={look.filter !== null && by !== look.filter}
                stepping={stepping}
                onOpen={setOpened}
              />
              {refused.map(
                ({ after, event, outcome }, n) =>
                  after === step.id && (
                    <li key={`${step.id}-${n}`}>
                      <span className={css.step} data-refused title={payloadText(words, event)}>
                        <b>{label(`event:${event.type}`) ?? event.type}</b>
                        <small>{t("simulate.refused")}</small>
                        <small>{outcome.reasons[0] && reasonText(t, label, outcome.reasons[0])}</small>
                      </span>
                    </li>
                  ),
              )}
            </Fragment>
          );
        })}
        {!run && <li className={css.none}>{t("simulate.no-run")}</li>}
      </ol>
    </section>
  );
}
