import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Timer } from "#core/run/play/play.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { StateLink } from "#app/panels/play/why/WhyLevels.tsx";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/actors/actors.module.css";

/** The timers that run, the one that is due first at the top; time goes on to one of them, or by any number of milliseconds. */
export function Timers({ view, run, locked }: { view: SessionView; run: Run; locked: boolean }) {
  const { t } = useTranslation();
  const [ms, setMs] = useState(1000);
  const { clock, timers } = cursorStep(run).outcome.state;
  const due = timers.toSorted((a, b) => a.due - b.due);
  const to = (at: number) => void view.session.advance(at - clock);
  const next = due[0];
  return (
    <>
      <h4>
        {t("actors.timers")} <small>{t("simulate.clock", { ms: clock })}</small>
      </h4>
      {due.length === 0 && <p className={css.none}>{t("actors.no-timers")}</p>}
      <ul className={css.list}>
        {due.map((timer, i) => (
          <li key={`${timer.id} ${timer.due} ${i}`} className={css.timer}>
            <span>
              <TimerName timer={timer} />
              <small>{t("actors.due", { ms: timer.due - clock })}</small>
            </span>
            <button type="button" className="btn quiet" disabled={locked} onClick={() => to(timer.due)}>
              {t("actors.skip-here")}
            </button>
          </li>
        ))}
      </ul>
      <form
        className={css.advance}
        onSubmit={(event) => {
          event.preventDefault();
          void view.session.advance(ms);
        }}
      >
        <button type="button" className="btn" disabled={locked || !next} onClick={() => next && to(next.due)}>
          {t("actors.skip-next")}
        </button>
        <input
          className="field mono"
          type="number"
          min={0}
          value={ms}
          aria-label={t("actors.ms")}
          onChange={(event) => setMs(Math.max(0, Number(event.target.value)))}
        />
        <button type="submit" className="btn quiet" disabled={locked}>
          {t("simulate.advance")}
        </button>
      </form>
    </>
  );
}

/** What a timer waits to send: an event of the machine, or an `after` of a state. */
function TimerName({ timer }: { timer: Timer }) {
  const { t } = useTranslation();
  const label = useLabels();
  const after = /^xstate\.after\.([^.]+)\.(.*)$/.exec(timer.event.type);
  if (!after) return <b>{label(`event:${timer.event.type}`) ?? timer.event.type}</b>;
  // XState's id of a state begins with that of the machine.
  const path = (after[2] ?? "").split(".").slice(1).join(".");
  return (
    <b>
      {t("actors.after", { delay: after[1] })} <StateLink id={path} />
    </b>
  );
}
