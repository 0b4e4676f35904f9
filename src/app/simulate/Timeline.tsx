import { Fragment, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { changes } from "#core/run/contextChange.ts";
import { branchesAt, stepOf, way } from "#core/run/timeline.ts";
import { Icon } from "#app/shell/icons.tsx";
import { SaveScenario } from "#app/simulate/SaveScenario.tsx";
import type { useSession } from "#app/simulate/useSession.ts";
import { pathName } from "#app/simulate/contextWords.ts";
import { useValueWords } from "#app/simulate/useValueWords.ts";
import { changeText, payloadText } from "#app/simulate/valueWords.ts";
import { reasonText, seatName, stepName } from "#app/simulate/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { MANY, playRandom, useReplay } from "#app/simulate/useRunCommands.ts";
import css from "#app/simulate/Timeline.module.css";

/** How many changes of the context a step tells. */
const CHANGES = 3;

/** The way the play went, step by step; walking on it moves a cursor and runs nothing again. */
export function Timeline({ made }: { made: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const { session, state } = made;
  const run = session.shown();
  const uiLanguage = useStudio((s) => s.uiLanguage);
  const scenarios = useStudio((s) => s.loaded?.scenarios);
  const [ms, setMs] = useState(1000);
  const list = useRef<HTMLOListElement>(null);
  const label = useLabels();
  const words = useValueWords();
  const steps = run ? way(run) : [];
  const onWay = new Set(steps.map(({ id }) => id));
  const refused = state.showBefore ? [] : state.refusals.filter(({ after }) => onWay.has(after));
  const at = run ? steps.findIndex((s) => s.id === run.cursor) : -1;
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current="step"]')
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [run?.cursor, state.refused]);
  const go = (index: number) => {
    const step = steps[Math.min(Math.max(index, 0), steps.length - 1)];
    if (step) session.go(step.id);
  };
  const restart = () => session.stop();
  const replay = useReplay(made);
  const timers = run ? (steps[at]?.outcome.state.timers.length ?? 0) : 0;
  return (
    <section className={css.timeline} aria-label={t("simulate.timeline")}>
      <div className={css.bar}>
        <b>{t("simulate.timeline")}</b>
        <span className={css.moves}>
          <button
            type="button"
            className="icon-btn"
            disabled={at <= 0}
            onClick={() => go(0)}
            aria-label={t("simulate.first")}
            title={t("simulate.first")}
          >
            <Icon name="first" size={14} />
          </button>
          <button
            type="button"
            className="icon-btn"
            disabled={at <= 0}
            onClick={() => go(at - 1)}
            aria-label={t("simulate.back")}
            title={t("simulate.back")}
          >
            <Icon name="back" size={14} />
          </button>
          <button
            type="button"
            className="icon-btn"
            disabled={at < 0 || at >= steps.length - 1}
            onClick={() => go(at + 1)}
            aria-label={t("simulate.forward")}
            title={t("simulate.forward")}
          >
            <Icon name="forward" size={14} />
          </button>
          <button
            type="button"
            className="icon-btn"
            disabled={at < 0 || at >= steps.length - 1}
            onClick={() => go(steps.length - 1)}
            aria-label={t("simulate.last")}
            title={t("simulate.last")}
          >
            <Icon name="last" size={14} />
          </button>
        </span>
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
              {[1, MANY].map((count) => (
                <button
                  key={count}
                  type="button"
                  className="btn quiet"
                  disabled={state.busy || state.showBefore}
                  onClick={() => void playRandom(studio, session, count)}
                >
                  {t(count === 1 ? "simulate.random" : "simulate.random-many")}
                </button>
              ))}
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
          const automatic = Math.max(
            0,
            step.outcome.microsteps.filter(({ taken }) => taken.length > 0).length - 1,
          );
          return (
            <Fragment key={step.id}>
              <li>
                <button
                  type="button"
                  className={css.step}
                  aria-current={i === at ? "step" : undefined}
                  data-later={i > at || undefined}
                  title={[stepName(t, label, step), told(false), ...became].filter(Boolean).join("\n")}
                  onClick={() => session.go(step.id)}
                >
                  <b>{stepName(t, label, step)}</b>
                  <small>{told(true)}</small>
                  <small>{became.join(t("simulate.comma"))}</small>
                  {automatic > 0 && <small>{t("simulate.automatic", { count: automatic })}</small>}
                </button>
                {branches.length > 1 && (
                  <select
                    className={css.branch}
                    value={step.id}
                    aria-label={t("simulate.branches", { count: branches.length })}
                    onChange={(event) => session.go(Number(event.target.value))}
                  >
                    {branches.map((branch, n) => (
                      <option key={branch.id} value={branch.id}>
                        {t("simulate.branch", { n: n + 1 })}: {stepName(t, label, branch)}
                      </option>
                    ))}
                  </select>
                )}
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
