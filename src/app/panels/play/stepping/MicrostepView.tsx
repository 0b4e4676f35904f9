import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Considered, Effect, Microstep } from "#core/run/play/microstep.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import { ClauseLink } from "#app/parts/ClauseLink.tsx";
import { causeText, stateText, useTransitionWords } from "#app/play/stepping/microWords.ts";
import { Trial } from "#app/panels/play/stepping/Trial.tsx";
import { useStepping } from "#app/play/stepping/useStepping.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { payloadText } from "#app/play/valueWords.ts";
import { seatName } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/stepping/MicrostepView.module.css";

/** What happened in one microstep, in the order in which it happened. */
export function MicrostepView({ view, run, micro }: { view: SessionView; run: Run; micro: number }) {
  const { t } = useTranslation();
  const { stepping } = useStepping(view);
  const step = cursorStep(run);
  const { microsteps } = step.outcome;
  const microstep = microsteps[micro];
  if (!microstep) return null;
  return (
    <section className={css.micro} aria-label={t("stepping.title", { at: micro + 1, of: microsteps.length })}>
      <div className={css.head}>
        <h4>{t("stepping.title", { at: micro + 1, of: microsteps.length })}</h4>
        <button
          type="button"
          className="btn quiet"
          onClick={() => stepping.go({ step: step.id, micro: null })}
        >
          {t("stepping.whole")}
        </button>
      </div>
      <Cause microstep={microstep} sentEvent={step.do.kind === "send" ? step.do.event : undefined} />
      <Candidates considered={microstep.considered} />
      <TakenTransitions microstep={microstep} />
      <States title={t("stepping.exits")} states={microstep.exits.map((state) => ({ state, clauses: [] }))} />
      <Actions microstep={microstep} />
      <States title={t("stepping.entries")} states={microstep.entries} />
      <Effects effects={microstep.effects} />
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.part}>
      <h5>{title}</h5>
      {children}
    </div>
  );
}

/** The event, by whom and with what, or what else set it off. */
function Cause({
  microstep,
  sentEvent,
}: {
  microstep: Microstep;
  sentEvent: { readonly type: string; readonly [field: string]: unknown } | undefined;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const words = useValueWords();
  const shownEvent = microstep.cause === "event" && sentEvent ? sentEvent : undefined;
  const by = shownEvent?.["by"];
  return (
    <p className={css.cause}>
      <b>{causeText(t, label, microstep)}</b>
      {typeof by === "string" && <span>{seatName(t, label, by)}</span>}
      {shownEvent && <span>{payloadText(words, shownEvent as never)}</span>}
    </p>
  );
}

/** The candidate transitions in the order in which their guards were evaluated, level by level. */
function Candidates({ considered }: { considered: readonly Considered[] }) {
  const { t } = useTranslation();
  const words = useTransitionWords();
  if (considered.length === 0) return null;
  return (
    <Part title={t("stepping.considered")}>
      <ol className={css.candidates}>
        {considered.map((candidate, i) => {
          const { source, when, target } = words(candidate);
          const verdict = candidate.taken ? "taken" : candidate.verdict ? "held" : "failed";
          return (
            <li key={i} data-verdict={verdict}>
              {candidate.source !== considered[i - 1]?.source && (
                <small>{t("stepping.level", { state: source })}</small>
              )}
              <span>
                <b>{when}</b> {target !== "" && `→ ${target}`} <em>{t(`stepping.verdict.${verdict}`)}</em>{" "}
                {candidate.clauses.map((id) => (
                  <ClauseLink key={id} id={id} />
                ))}
              </span>
              {candidate.guard && <Trial trial={candidate.guard} />}
            </li>
          );
        })}
      </ol>
    </Part>
  );
}

function TakenTransitions({ microstep: { taken, cause } }: { microstep: Microstep }) {
  const { t } = useTranslation();
  const words = useTransitionWords();
  const studio = useStudioActions();
  if (taken.length === 0 && cause === "start") return null;
  return (
    <Part title={t("stepping.taken")}>
      {taken.length === 0 && <p>{t("stepping.no-taken")}</p>}
      {taken.map((transition, i) => {
        const { source, when, target } = words(transition);
        return (
          <p key={i}>
            <button
              type="button"
              className="link"
              onClick={() => studio.navigation.select({ kind: "state", id: transition.source })}
            >
              {source}
            </button>{" "}
            {when} → {target === "" ? t("stepping.stays") : target}{" "}
            {transition.clauses.map((id) => (
              <ClauseLink key={id} id={id} />
            ))}
          </p>
        );
      })}
    </Part>
  );
}

function States({
  title,
  states,
}: {
  title: string;
  states: readonly { readonly state: string; readonly clauses: readonly string[] }[];
}) {
  const label = useLabels();
  const studio = useStudioActions();
  if (states.length === 0) return null;
  return (
    <Part title={title}>
      {states.map(({ state, clauses }) => (
        <p key={state}>
          <button
            type="button"
            className="link"
            title={state}
            onClick={() => studio.navigation.select({ kind: "state", id: state })}
          >
            {stateText(label, state)}
          </button>{" "}
          {clauses.map((id) => (
            <ClauseLink key={id} id={id} />
          ))}
        </p>
      ))}
    </Part>
  );
}

function Actions({ microstep: { actions } }: { microstep: Microstep }) {
  const { t } = useTranslation();
  const label = useLabels();
  if (actions.length === 0) return null;
  return (
    <Part title={t("stepping.actions")}>
      {actions.map((run, i) => (
        <p key={i} title={run.state}>
          <span className="act">
            {label(`action:${run.name}`) ?? run.name}
            {run.params === undefined ? "" : ` ${JSON.stringify(run.params)}`}
          </span>{" "}
          <small>
            {t(`stepping.at.${run.at}`)} · {stateText(label, run.state)}
          </small>
        </p>
      ))}
    </Part>
  );
}

const EFFECTS: ReadonlySet<string> = new Set([
  "raise",
  "sendTo",
  "emit",
  "cancel",
  "spawnChild",
  "stopChild",
]);

function Effects({ effects }: { effects: readonly Effect[] }) {
  const { t } = useTranslation();
  const label = useLabels();
  if (effects.length === 0) return null;
  return (
    <Part title={t("stepping.effects")}>
      {effects.map(({ type, event, delay, id }, i) => {
        const shortType = type.replace(/^xstate\./, "");
        const facts = {
          event: event ? (label(`event:${event.type}`) ?? event.type) : "",
          id: id ?? "",
          type,
        };
        return (
          <p key={i}>
            {t(`stepping.effect.${EFFECTS.has(shortType) ? shortType : "other"}`, facts)}{" "}
            {delay !== undefined && <small>{t("stepping.in-ms", { ms: delay })}</small>}
          </p>
        );
      })}
    </Part>
  );
}
