import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { EventType } from "#core/chart/payload.ts";
import { places } from "#core/chart/places.ts";
import type { Option, Reason } from "#core/run/play/play.ts";
import type { Run } from "#core/run/timeline/run.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import { partName } from "#app/play/contextWords.ts";
import { OptionRow } from "#app/panels/play/OptionRow.tsx";
import { SeatChip } from "#app/panels/play/seats/SeatChip.tsx";
import { useValueWords } from "#app/play/useValueWords.ts";
import { valueText } from "#app/play/valueWords.ts";
import type { Json } from "#core/text/json.ts";
import type { RunSession } from "#app/play/RunSession.ts";
import type { SessionState } from "#app/play/sessionState.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/panels/play/NowView.module.css";

/** What can happen now, by seat; what cannot, and which guard said no; what is for other steps. */
export function NowView({ session, state, run }: { session: RunSession; state: SessionState; run: Run }) {
  const { t } = useTranslation();
  const chart = state.chart ?? undefined;
  const label = useLabels();
  const step = cursorStep(run);
  const { view } = step.outcome;
  const accepted = state.options.filter((o) => o.accepted);
  const refused = useMemo(() => firstOfType(state.options), [state.options]);
  const candidates = new Set(view.candidates);
  const elsewhere = (chart?.events ?? []).filter((e) => !candidates.has(e.type));
  const typeOf = (type: string) => chart?.events?.find((e) => e.type === type);
  const expected = (by: string) => view.asks.includes(by) || by === "chance" || by === "table" || by === "";
  const locked = state.busy || state.showBefore;
  return (
    <section className={css.now} aria-label={t("simulate.now")}>
      <div className={css.head}>
        <h4>{t("simulate.now")}</h4>
        <span>{t("simulate.counts", { enabled: accepted.length, refused: refused.length })}</span>
      </div>
      {view.asks.length > 0 && view.status === "active" && (
        <p className={css.asks}>
          {t("simulate.waits-for")}
          {view.asks.map((seat) => (
            <SeatChip key={seat} seat={seat} />
          ))}
        </p>
      )}
      {view.status === "done" && (
        <div className={css.done}>
          <b>{t("simulate.done")}</b>
          {view.output !== undefined && <Output value={view.output} />}
        </div>
      )}
      {accepted.length === 0 && view.status === "active" && !state.busy && !state.showBefore && (
        <p className={css.none}>{t("simulate.none-enabled")}</p>
      )}
      {accepted.map((option, i) => (
        <OptionRow
          key={`${step.id}/${option.type}/${option.by}`}
          option={option}
          type={typeOf(option.type)}
          index={i + 1}
          label={label}
          locked={locked}
          expected={expected(option.by)}
          onSend={(event) => void session.send(event)}
          refusal={refusalOf(state, step.id, option)}
          chart={chart}
          step={step.id}
          session={session}
        />
      ))}
      {refused.map((option) => (
        <OptionRow
          key={`${step.id}/${option.type}/${option.by}`}
          option={option}
          type={typeOf(option.type)}
          label={label}
          locked={locked}
          expected={expected(option.by)}
          onSend={(event) => void session.send(event)}
          refusal={refusalOf(state, step.id, option) ?? option.reasons}
          chart={chart}
          step={step.id}
          session={session}
        />
      ))}
      {elsewhere.length > 0 && (
        <details className={css.elsewhere}>
          <summary>
            {t("simulate.elsewhere")} <small>{elsewhere.length}</small>
          </summary>
          {elsewhere.map((event) => (
            <Elsewhere key={event.type} event={event} label={label} />
          ))}
        </details>
      )}
    </section>
  );
}

/** What the machine gives at its end: each field by its name, in words. */
function Output({ value }: { value: Json }) {
  const words = useValueWords();
  if (words.off || typeof value !== "object" || value === null || Array.isArray(value))
    return <code>{JSON.stringify(value)}</code>;
  return (
    <dl>
      {Object.entries(value).map(([name, item]) => (
        <div key={name}>
          <dt>{words.label(`output:${name}`) ?? partName(words.label, name)}</dt>
          <dd>{valueText(words, name, item as Json)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An event that no active state handles: where it is possible. */
function Elsewhere({ event, label }: { event: EventType; label: LabelOf }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const chart = useStudio((s) => s.graph?.chart);
  const states = chart
    ? [...places(chart).entries()]
        .filter(([, place]) => place.node.transitions.some((x) => x.slot === "on" && x.event === event.type))
        .map(([id]) => id)
    : [];
  return (
    <p className={css.away}>
      <b>{label(`event:${event.type}`) ?? event.type}</b> <span>{t("simulate.not-here")}</span>{" "}
      {states.slice(0, 4).map((id) => (
        <button key={id} type="button" onClick={() => studio.navigation.select({ kind: "state", id })}>
          {label(`state:${id}`) ?? id}
        </button>
      ))}
    </p>
  );
}

/** Refused options, one per type and seat, those of askers first; a type that some seat may send is left to that row. */
function firstOfType(options: readonly Option[]): readonly Option[] {
  const can = new Set(options.filter((o) => o.accepted).map((o) => o.type));
  const types = new Set<string>();
  return options.filter((o) => {
    if (o.accepted || can.has(o.type) || types.has(o.type)) return false;
    types.add(o.type);
    return true;
  });
}

function refusalOf(state: SessionState, step: number, option: Option): readonly Reason[] | undefined {
  const { refused } = state;
  return refused &&
    refused.step === step &&
    refused.event.type === option.type &&
    refused.event["by"] === option.by
    ? refused.outcome.reasons
    : undefined;
}
