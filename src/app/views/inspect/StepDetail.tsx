import { useTranslation } from "react-i18next";
import type { CutPath } from "#core/inspect/fact.ts";
import type { InspectedStep, Session } from "#core/inspect/session.ts";
import { pathText } from "#core/inspect/readSnapshot.ts";
import { changes } from "#core/run/play/contextChange.ts";
import { clausesIn } from "#core/run/play/microstep.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { brief, payloadOf } from "#app/views/inspect/shownSteps.ts";
import { clausesByChart, reasonsByChart } from "#app/views/inspect/byChart.ts";
import { ClauseList } from "#app/views/inspect/ClauseChip.tsx";
import { FindingText } from "#app/views/inspect/FindingText.tsx";
import { MicrostepList } from "#app/views/inspect/MicrostepList.tsx";
import { NamedText } from "#app/views/inspect/NamedText.tsx";
import { named } from "#app/views/inspect/stepRow.ts";
import { unchangedKey } from "#app/views/inspect/unchangedKey.ts";
import { StepNumber } from "#app/views/inspect/StepNumber.tsx";
import { Reasons } from "#app/views/inspect/Reasons.tsx";
import type { WatchedStep } from "#app/views/inspect/useWatchedStep.ts";
import { useGameWords } from "#app/views/inspect/useGameWords.ts";
import { useMachine } from "#app/views/inspect/useMachine.ts";
import { useRecomputed } from "#app/views/inspect/useRecomputed.ts";
import { partName, pathName } from "#app/play/contextWords.ts";
import type { LabelOf } from "#app/studio/labels.ts";
import css from "#app/views/inspect/StepDetail.module.css";

const NONE: ReadonlySet<string> = new Set();

/** One step: its event, why nothing came of it, its microsteps and clauses, what it changed, and all of the context then. */
export function StepDetail({ watched }: { watched: WatchedStep }) {
  const { t } = useTranslation();
  const { session, step, snapshot } = watched;
  const machine = useMachine(session);
  const copy = useRecomputed(session, machine);
  const words = useGameWords(machine.known);
  const recomputed = step && copy?.steps.get(step.id);
  const before = step?.before?.context;
  const isPlayed = recomputed !== undefined && !recomputed.skipped;
  // The app's own machine, where nothing of it was cut off; while our copy is at it, that is waited for.
  const { definition } = machine;
  const plays = copy !== undefined && copy.fault === undefined;
  const drawn = plays || definition?.cut.size !== 0 ? undefined : definition.chart;
  const byChart = !isPlayed && step && drawn ? clausesByChart(step, drawn) : undefined;
  const clauses = isPlayed
    ? [...new Set(recomputed.microsteps.flatMap(clausesIn))]
    : (byChart?.reported ?? []);
  const inferred = byChart?.inferred ?? [];
  const guessed = !isPlayed && step?.refused && drawn ? reasonsByChart(step, drawn) : [];
  const context = recomputed?.context ?? snapshot?.context;
  const filled = recomputed?.filled ?? [];
  return (
    <section className={css.step}>
      <h4>{t("inspect.step")}</h4>
      {step ? (
        <>
          <EventOf session={session} step={step} label={words.label} />
          {step.refused && <p className={css.refused}>{t(`inspect.refused-long.${step.refused.by}`)}</p>}
          {step.unchanged && (
            <p className={css.none}>
              {t(`inspect.unchanged.${unchangedKey(step, isPlayed ? recomputed : undefined, drawn)}`)}
              {step.unchanged.cut && ` ${t("inspect.unchanged.cut")}`}
            </p>
          )}
          {step.lost && <p className={css.refused}>{t(`inspect.lost-long.${step.lost}`)}</p>}
          {copy?.fault !== undefined && (
            <p className={css.refused}>{t("inspect.copy-fault", { why: copy.fault })}</p>
          )}
          {recomputed?.findings.map((finding) => (
            <p key={`${finding.what}/${finding.at ?? ""}`} className={css.finding}>
              <FindingText finding={finding} />
            </p>
          ))}
          {recomputed && recomputed.reasons.length > 0 && (
            <Reasons reasons={recomputed.reasons} chart={machine.chart} words={words} />
          )}
          {recomputed?.restored && <p className={css.none}>{t("inspect.restored")}</p>}
          {recomputed?.unfit && (
            <>
              <p className={css.none}>{t("inspect.unfit")}</p>
              <Reasons
                reasons={[{ code: "payload", event: step.event.type, faults: recomputed.unfit }]}
                chart={machine.chart}
                words={words}
              />
            </>
          )}
          {guessed.length > 0 && (
            <>
              <Reasons reasons={guessed} chart={machine.chart} words={words} />
              <p className={css.none}>{t("inspect.by-chart")}</p>
            </>
          )}
          <ClauseSection ids={clauses} words={words} />
          <ClauseSection ids={inferred} words={words} isInferred />
          <MicrostepList
            looking={machine.looking || (plays && !recomputed && step.after !== undefined)}
            step={step}
            recomputed={recomputed}
            chart={machine.chart}
            words={words}
          />
          <h4>{t("simulate.changed")}</h4>
          <ContextChanges
            before={before}
            after={step.after?.context}
            context={(context ?? {}) as JsonObject}
            label={words.label}
          />
        </>
      ) : (
        <p className={css.none}>{t("inspect.no-steps")}</p>
      )}
      <ContextSection watched={watched} context={context} filled={filled} />
      {snapshot?.output !== undefined && (
        <>
          <h4>{t("inspect.output")}</h4>
          <Values of={{ output: snapshot.output }} cut={NONE} />
        </>
      )}
    </section>
  );
}

/** Clauses under a heading. @param isInferred from the chart alone, without the app's word */
function ClauseSection({
  ids,
  words,
  isInferred = false,
}: {
  ids: readonly string[];
  words: ReturnType<typeof useGameWords>;
  isInferred?: boolean;
}) {
  const { t } = useTranslation();
  return ids.length === 0 ? null : (
    <>
      <h4>
        {t("inspect.clauses")}
        {isInferred && <small> {t("inspect.inferred")}</small>}
      </h4>
      <ClauseList ids={ids} words={words} />
    </>
  );
}

/** The event that was received, who sent it, and with what. */
function EventOf({ session, step, label }: { session: Session; step: InspectedStep; label: LabelOf }) {
  const { t } = useTranslation();
  const payload = payloadOf(step.event);
  return (
    <>
      <p className={css.event}>
        <NamedText of={named(label, "event", step.event.type)} />
        <StepNumber session={session} step={step} />
        {step.source !== undefined && <small>{t("inspect.from", { actor: step.source })}</small>}
      </p>
      {Object.keys(payload).length > 0 && <Values of={payload} cut={NONE} />}
    </>
  );
}

/** The whole context after a step, and what of it the app's messages left out. */
function ContextSection({
  watched: { session, snapshot },
  context,
  filled,
}: {
  watched: WatchedStep;
  context: JsonObject | undefined;
  /** Places that the wire cut off and our copy knows. */
  filled: readonly CutPath[];
}) {
  const { t } = useTranslation();
  const cut = (snapshot?.cut ?? []).map(pathText);
  const isLost = cut.includes("") && !snapshot?.context;
  return (
    <>
      <h4>{t("simulate.context")}</h4>
      {isLost && filled.length === 0 && <p className={css.refused}>{t("inspect.cut-lost")}</p>}
      {snapshot?.cut && !isLost && (
        <p className={css.refused}>
          {t("inspect.cut", { count: snapshot.cut.length })}{" "}
          <code>{snapshot.cut.slice(0, 6).map(pathText).join(", ")}</code>{" "}
          {t(`inspect.cut-mend.${session.wire}`)}
        </p>
      )}
      {filled.length > 0 && <p className={css.filled}>{t("inspect.filled", { count: filled.length })}</p>}
      {context ? (
        <Values of={context} cut={new Set(cut)} filled={new Set(filled.map(pathText))} />
      ) : (
        <p className={css.none}>{t("inspect.no-context")}</p>
      )}
    </>
  );
}

/** What a step changed in the context. */
function ContextChanges({
  before,
  after,
  context,
  label,
}: {
  before: JsonObject | undefined;
  after: JsonObject | undefined;
  /** Of the step, to name the places by. */
  context: JsonObject;
  label: LabelOf;
}) {
  const { t } = useTranslation();
  const changed = before && after ? changes(before, after) : [];
  return changed.length === 0 ? (
    <p className={css.none}>{before ? t("simulate.no-change") : t("inspect.no-before")}</p>
  ) : (
    <dl className={css.changes}>
      {changed.map(({ at, before: was, after: is }) => (
        <div key={at}>
          <dt>
            <PlaceText at={at} name={pathName(label, at, context)} />
          </dt>
          <dd>
            {was !== undefined && <s>{brief(was)}</s>} <b>{brief(is ?? null)}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Named values, those that hold others to be opened. @param cut places that the wire cut off @param filled those whose value is our copy's */
function Values({
  of,
  cut,
  filled = cut,
  at = "",
  label,
}: {
  of: Readonly<Record<string, unknown>> | readonly unknown[];
  cut: ReadonlySet<string>;
  filled?: ReadonlySet<string>;
  at?: string;
  /** Of the game, for values of its context. */
  label?: LabelOf | undefined;
}) {
  const entries = Array.isArray(of) ? of.map((value, i) => [String(i), value] as const) : Object.entries(of);
  return (
    <ul className={css.values}>
      {entries.slice(0, 200).map(([name, value]) => {
        const place = Array.isArray(of) ? `${at}[${name}]` : at === "" ? name : `${at}.${name}`;
        return (
          <li key={name}>
            <Value name={name} value={value as Json} cut={cut} filled={filled} at={place} label={label} />
          </li>
        );
      })}
      {entries.length > 200 && <li>…</li>}
    </ul>
  );
}

function Value({
  name,
  value,
  cut,
  filled,
  at,
  label,
}: {
  name: string;
  value: Json;
  cut: ReadonlySet<string>;
  filled: ReadonlySet<string>;
  at: string;
  label: LabelOf | undefined;
}) {
  const { t } = useTranslation();
  const placeText = <PlaceText at={name} name={label ? partName(label, at, value) : name} />;
  const isFilled = cut.has(at) && filled.has(at);
  const isCut = cut.has(at) && !isFilled;
  const mark = isFilled && <em>{t("inspect.filled-here")}</em>;
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return (
      <span className={css.value} data-cut={isCut || undefined}>
        {placeText}
        {isCut ? <em>{t("inspect.cut-here")}</em> : <b>{JSON.stringify(value)}</b>}
        {mark}
      </span>
    );
  return (
    <details>
      <summary className={css.value}>
        {placeText} <small className="mono">{brief(value, 60)}</small> {mark}
      </summary>
      <Values
        of={value as Readonly<Record<string, unknown>>}
        cut={cut}
        filled={filled}
        at={at}
        label={label}
      />
    </details>
  );
}

/** A place in the context: what the game calls it, and its own name beside that. */
function PlaceText({ at, name }: { at: string; name: string }) {
  return <NamedText of={name === at ? { id: at } : { id: at, label: name }} light />;
}
