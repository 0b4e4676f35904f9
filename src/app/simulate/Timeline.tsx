import { Fragment, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { changes } from "#core/run/contextChange.ts";
import { branchesAt, stepOf, way } from "#core/run/timeline.ts";
import { SaveScenario } from "#app/simulate/SaveScenario.tsx";
import type { useSession } from "#app/simulate/useSession.ts";
import { pathName } from "#app/simulate/contextWords.ts";
import { SeatFilter } from "#app/simulate/seats/SeatFilter.tsx";
import { useSeatLook } from "#app/simulate/seats/seatLook.ts";
import { seatOf, useSeatTone } from "#app/simulate/seats/SeatOrder.ts";
import { useValueWords } from "#app/simulate/useValueWords.ts";
import { changeText, payloadText } from "#app/simulate/valueWords.ts";
import { reasonText, seatName, stepName } from "#app/simulate/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { useReplay } from "#app/simulate/useRunCommands.ts";
import { Microsteps } from "#app/simulate/stepping/Microsteps.tsx";
import { freshSeed } from "#app/simulate/stepping/pace.ts";
import { RunMenu } from "#app/simulate/stepping/RunMenu.tsx";
import { StepBar } from "#app/simulate/stepping/StepBar.tsx";
import { useStepping } from "#app/simulate/stepping/useStepping.ts";
import stepCss from "#app/simulate/stepping/stepping.module.css";
import css from "#app/simulate/Timeline.module.css";

/** How many changes of the context a step tells. */
const CHANGES = 3;

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
  const at = run ? steps.findIndex((s) => s.id === run.cursor) : -1;
  useEffect(() => {
    const here =
      list.current?.querySelector('[aria-current="true"]') ??
      list.current?.querySelector('[aria-current="step"]');
    here?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [run?.cursor, state.micro, state.refused]);
  const restart = () => session.stop();
  const replay = useReplay(made);
  const timers = run ? (steps[at]?.outcome.state.timers.length ?? 0) : 0;
  return (
    <section className={css.timeline} aria-label={t("simulate.timeline")}>
      <div className={css.bar}>
        <b>{t("simulate.timeline")}</b>
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
          const branches = run ? branchesAt(run, step) : [];
          const before =
            step.parent === null || !run ? undefined : stepOf(run, step.parent)?.outcome.view.context;
          const changed = before ? changes(before, step.outcome.view.context) : [];
          const by = step.do.kind === "send" ? step.do.event["by"] : undefined;
          const { do: what } = step;
          const mark = run?.marks?.[step.id];
          const told = (brief: boolean) =>
            what.kind === "send"
              ? [typeof by === "string" ? seatName(t, label, by) : "", payloadText(words, what.event, brief)]
                  .filter(Boolean)
                  .join(" · ")
              : "";
          const became = changed.slice(0, CHANGES).map((change) => {
            const { was, is } = changeText(words, change);
            const name = pathName(label, change.at, step.outcome.view.context);
            return `${name} ${was === undefined ? is : `${was} → ${is}`}`;
          });
          const { length } = step.outcome.microsteps;
          const micro = i === at ? state.micro : null;
          const isOpen = length > 0 && (micro !== null || opened === step.id);
          const toggle = (open: boolean) => {
            setOpened(open ? step.id : null);
            if (!open && micro !== null) stepping.go({ step: step.id, micro: null });
          };
          return (
            <Fragment key={step.id}>
              <li data-open={isOpen || undefined}>
                <div className={css.whole}>
                  <button
                    type="button"
                    className={css.step}
                    aria-current={i === at ? "step" : undefined}
                    data-later={i > at || undefined}
                    data-dim={(look.filter !== null && seatOf(step) !== look.filter) || undefined}
                    data-edit={what.kind === "edit" || undefined}
                    data-tone={typeof by === "string" ? tone(by) : undefined}
                    title={[stepName(t, label, step), told(false), ...became].filter(Boolean).join("\n")}
                    onClick={() => {
                      if (i === at && micro === null && length > 0) toggle(!isOpen);
                      else stepping.go({ step: step.id, micro: null });
                    }}
                  >
                    <b>
                      {mark?.bookmark && "★ "}
                      {mark?.name !== undefined && <i className={css.named}>{mark.name}</i>}
                      {stepName(t, label, step)}
                    </b>
                    <small>{told(true)}</small>
                    {mark?.note !== undefined && <small>{mark.note}</small>}
                    <small>{became.join(t("simulate.comma"))}</small>
                  </button>
                  {length > 0 && (
                    <button
                      type="button"
                      className={stepCss.unfold}
                      aria-expanded={isOpen}
                      onClick={() => toggle(!isOpen)}
                      onKeyDown={(event) => {
                        if (event.key !== (isOpen ? "ArrowLeft" : "ArrowRight")) return;
                        event.preventDefault();
                        toggle(!isOpen);
                      }}
                    >
                      {isOpen ? "▾" : "▸"} {t("stepping.open", { count: length })}
                    </button>
                  )}
                  {branches.length > 1 && (
                    <select
                      className={css.branch}
                      value={step.id}
                      aria-label={t("simulate.branches", { count: branches.length })}
                      onChange={(event) => session.go(Number(event.target.value))}
                    >
                      {branches.map((branch, n) => (
                        <option key={branch.id} value={branch.id}>
                          {run?.marks?.[branch.id]?.name ?? t("simulate.branch", { n: n + 1 })}:{" "}
                          {stepName(t, label, branch)}
                        </option>
                      ))}
                    </select>
                  )}
                </div>
                {isOpen && <Microsteps made={made} step={step} micro={micro} />}
              </li>
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
