import { useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { breakpointKey } from "#core/run/debugging/breakpoint.ts";
import { Icon } from "#app/kit/icons.tsx";
import { nextStop, stopsMet } from "#app/views/inspect/Stops.ts";
import type { WatchedStep } from "#app/views/inspect/useWatchedStep.ts";
import { useGameWords } from "#app/views/inspect/useGameWords.ts";
import { useInspecting } from "#app/views/inspect/useHub.ts";
import { useMachine } from "#app/views/inspect/useMachine.ts";
import { useRecomputed } from "#app/views/inspect/useRecomputed.ts";
import css from "#app/views/inspect/EventLog.module.css";

/** The guards at which one stops, which of them the step that is looked at meets, and the way to the next such step. */
export function StopsBar({ watched }: { watched: WatchedStep }) {
  const { t } = useTranslation();
  const { hub, stops } = useInspecting();
  const list = useSyncExternalStore(stops.subscribe, stops.get);
  const { session, step, follows } = watched;
  const machine = useMachine(session);
  const copy = useRecomputed(session, machine);
  const { label } = useGameWords(machine.known);
  /** Up to which step was looked, by actor: what was there before a stop was set is met by going to it. */
  const looked = useRef(new Map<string, number>());
  const steps = copy?.steps;
  useEffect(() => {
    if (!steps) return;
    const known = looked.current.get(session.key);
    const { met, newest } = nextStop(
      known === undefined ? [] : list,
      steps,
      (known ?? session.dropped - 1) + 1,
    );
    looked.current.set(session.key, newest);
    if (met !== undefined && follows) hub.watching.send({ type: "hold", step: met });
  }, [steps, session, list, follows, hub]);
  if (list.length === 0) return null;
  const met = new Set(stopsMet(list, step && steps?.get(step.id)).map(breakpointKey));
  const next = steps && nextStop(list, steps, (step?.id ?? -1) + 1).met;
  return (
    <div className={css.stops} role="group" aria-label={t("inspect.stops.title")}>
      <b>{t(met.size > 0 ? "inspect.stops.here" : "inspect.stops.title")}</b>
      {list.map((stop) => (
        <span
          key={breakpointKey(stop)}
          className={css.stopAt}
          data-met={met.has(breakpointKey(stop)) || undefined}
        >
          {t(`breakpoints.on.guard-${stop.verdict}`, { name: label(`guard:${stop.guard}`) ?? stop.guard })}
          <button
            type="button"
            className="icon-btn"
            aria-label={t("breakpoints.remove")}
            title={t("breakpoints.remove")}
            onClick={() => stops.toggle(stop)}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      <button
        type="button"
        className="btn quiet"
        disabled={next === undefined}
        onClick={() => hub.watching.send({ type: "hold", step: next })}
      >
        {t("inspect.stops.next")}
      </button>
      {session.status === "active" && <small>{t("inspect.stops.text")}</small>}
    </div>
  );
}
