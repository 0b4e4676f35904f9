import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EventType } from "#core/chart/payload.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import { parseJson, type Json, type JsonObject } from "#core/text/json.ts";
import { FieldRow, withField } from "#app/panels/play/PayloadField.tsx";
import type { SessionView } from "#app/play/useSession.ts";
import { thingName } from "#core/ruleset/labels.ts";
import { EventField } from "#app/panels/play/why/EventField.tsx";
import { StateLink, WhyLevels } from "#app/panels/play/why/WhyLevels.tsx";
import { useWhy } from "#app/play/why/useWhy.ts";
import { reasonText, seatName } from "#app/play/words.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import css from "#app/panels/play/why/why.module.css";

/** Asks of any event whether it would be taken now and why, whoever sends it and whatever it carries; and sends it. */
export function WhyPanel({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const run = view.session.shown();
  if (!run || view.state.showBefore)
    return <p className="none">{t(run ? "why.old-run" : "simulate.no-run")}</p>;
  return <EventQuery view={view} />;
}

/** The payload as it is edited: fields, or a text that may not be JSON yet. */
type Payload = { readonly fields: JsonObject } | { readonly text: string };

const payloadOf = (payload: Payload): JsonObject | null => {
  if ("fields" in payload) return payload.fields;
  try {
    const value = parseJson(payload.text === "" ? "{}" : payload.text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
};

function EventQuery({ view: { session, state } }: { view: SessionView }) {
  const { t } = useTranslation();
  const label = useLabels();
  const run = state.run;
  const step = run ? cursorStep(run) : undefined;
  const types = state.chart?.events ?? [];
  const first = state.options[0];
  const [type, setType] = useState(first?.type ?? types[0]?.type ?? "");
  const [by, setBy] = useState(first?.by ?? "");
  const [payload, setPayload] = useState<Payload>({ fields: restOf(first?.example) });
  const known = types.find((eventType) => eventType.type === type);
  const fields = payloadOf(payload);
  const event =
    fields && type !== "" ? ({ type, ...(by === "" ? {} : { by }), ...fields } as PlayEvent) : null;
  const answer = useWhy(session, step?.id ?? -1, event);
  /** The guard that a person has to answer before it can be said. */
  const hangsOn = answer?.fault?.code === "unanswered" ? (answer.fault.guard ?? "") : undefined;
  const view = step?.outcome.view;
  const option = state.options.find((candidate) => candidate.type === type && candidate.by === by);
  const choose = (next: string) => {
    setType(next);
    const example = state.options.find(
      (candidate) => candidate.type === next && (candidate.by === by || candidate.accepted),
    );
    if (example) setBy(example.by);
    if ("fields" in payload) setPayload({ fields: restOf(example?.example) });
  };
  return (
    <section className={css.panel} aria-label={t("why.title")}>
      <div className={css.ask}>
        <EventField types={types} value={type} onChange={choose} />
        <label>
          <span>{t("why.by")}</span>
          <select className="field" value={by} onChange={(changed) => setBy(changed.target.value)}>
            {["", ...seatsIn(view?.context), "chance", "table"].map((seat) => (
              <option key={seat} value={seat}>
                {seat === "" ? t("why.nobody") : seatName(t, label, seat)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <PayloadPart
        known={known}
        payload={payload}
        choices={option?.choices ?? {}}
        wrong={fields === null}
        onChange={setPayload}
      />
      <div className={css.foot}>
        {answer && (
          <p className={css.verdict} data-enabled={answer.enabled} aria-live="polite">
            {hangsOn !== undefined
              ? t("asked.hangs", { guard: label(`guard:${hangsOn}`) ?? hangsOn })
              : t(answer.enabled ? "why.enabled" : answer.fault ? "why.fails" : "why.closed")}
          </p>
        )}
        <button
          type="button"
          className={answer?.enabled ? "btn" : "btn quiet"}
          disabled={!event || state.busy}
          onClick={() => event && void session.send(event)}
        >
          {t(answer?.enabled ? "simulate.send" : "why.send")}
        </button>
      </div>
      {state.refused && state.refused.step === step?.id && (
        <p className={css.refused}>
          {t("simulate.refused")}: {label(`event:${state.refused.event.type}`) ?? state.refused.event.type}
        </p>
      )}
      {answer && (
        <div className={css.answer}>
          {answer.fault && hangsOn === undefined && <p className={css.fault}>{answer.fault.message}</p>}
          {answer.reasons
            .filter(({ code }) => code !== "guard")
            .map((reason, i) => (
              <p key={i}>{reasonText(t, label, reason)}</p>
            ))}
          <WhyLevels answer={answer} />
          {answer.elsewhere.length > 0 && (
            <p className={css.elsewhere}>
              <span>{t("why.elsewhere")}</span>
              {answer.elsewhere.slice(0, 12).map((id) => (
                <StateLink key={id} id={id} />
              ))}
              {answer.elsewhere.length > 12 && <small>+{answer.elsewhere.length - 12}</small>}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function PayloadPart({
  known,
  payload,
  choices,
  wrong,
  onChange,
}: {
  known: EventType | undefined;
  payload: Payload;
  choices: SessionView["state"]["options"][number]["choices"];
  wrong: boolean;
  onChange: (payload: Payload) => void;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const rows = (known?.fields ?? []).filter(({ name }) => name !== "by" && name !== "type");
  const json = !("fields" in payload);
  const fields = payloadOf(payload);
  return (
    <div className={css.payload}>
      <label className={css.asJson}>
        <input
          type="checkbox"
          checked={json}
          onChange={(changed) =>
            onChange(
              changed.target.checked
                ? { text: JSON.stringify(fields ?? {}, null, 1) }
                : { fields: fields ?? {} },
            )
          }
        />
        {t("why.as-json")}
      </label>
      {json ? (
        <textarea
          className="field mono"
          rows={4}
          aria-label={t("why.payload")}
          aria-invalid={wrong}
          value={payload.text}
          spellCheck={false}
          onChange={(changed) => onChange({ text: changed.target.value })}
        />
      ) : (
        <div className={css.fields}>
          {rows.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              label={label(`field:${known?.type}.${field.name}`) ?? field.name}
              value={payload.fields[field.name]}
              valueLabel={(value) =>
                label(`value:${known?.type}.${field.name}.${value}`) ?? thingName(label, value)
              }
              choices={choices[field.name]}
              onChange={(value) => onChange({ fields: withField(payload.fields, field.name, value) })}
            />
          ))}
          {rows.length === 0 && <small className={css.free}>{t("why.no-fields")}</small>}
        </div>
      )}
      {wrong && <p className={css.fault}>{t("why.no-json")}</p>}
    </div>
  );
}

const restOf = (event: PlayEvent | undefined): JsonObject => {
  const { type: _type, by: _by, ...rest } = event ?? { type: "" };
  return rest as JsonObject;
};

const seatsIn = (context: JsonObject | undefined): string[] => {
  const seats: Json | undefined = context?.["seats"];
  return Array.isArray(seats) ? seats.filter((seat): seat is string => typeof seat === "string") : [];
};
