import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { places } from "#core/chart/places.ts";
import type { Session } from "#core/inspect/session.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import { activePaths } from "#core/inspect/activePaths.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import { useMachine } from "#app/views/inspect/useMachine.ts";
import css from "#app/views/inspect/StepDetail.module.css";

/** Sends an event into the app, where its package takes one and the app allows it; else it says why not. */
export function SendEvent({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const { chart } = useMachine(session);
  const [type, setType] = useState("");
  const [payload, setPayload] = useState("");
  const [sending, setSending] = useState<{ type: string; after: number; refused?: string; ask?: number }>();
  useHub();
  const list = useId();
  const may = hub.requests.maySend(session);
  const active = new Set(["", ...activePaths(session.now?.value)]);
  const types = chart
    ? [...places(chart)]
        .filter(([id]) => active.has(id))
        .flatMap(([, { node }]) =>
          node.transitions.flatMap(({ slot, event }) => (slot === "on" && event ? [event] : [])),
        )
    : [];
  const read = readPayload(payload);
  if (may !== "yes")
    return (
      <section className={css.send}>
        <h4>{t("inspect.send")}</h4>
        <p className={css.none}>{t(`inspect.may-not.${may}`)}</p>
      </section>
    );
  const send = () => {
    if (!read || type === "") return;
    setSending({
      type,
      after: session.dropped + session.steps.length,
      ...hub.requests.send(session, { ...read, type } as PlayEvent),
    });
  };
  const answer =
    sending?.ask === undefined
      ? undefined
      : hub.inspection.answers(session.app).findLast(({ ask }) => ask === sending.ask);
  const came =
    sending && session.steps.find(({ id, event }) => id >= sending.after && event.type === sending.type);
  const refusalText = came?.refused && t(`inspect.refused-long.${came.refused.by}`);
  const effectText = came?.unchanged && t("inspect.unchanged.short");
  return (
    <section className={css.send}>
      <h4>{t("inspect.send")}</h4>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <input
          className="field mono"
          list={list}
          value={type}
          placeholder={t("inspect.event-type")}
          aria-label={t("inspect.event-type")}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setType(target.value)}
        />
        <datalist id={list}>
          {[...new Set(types)].map((eventType) => (
            <option key={eventType} value={eventType} />
          ))}
        </datalist>
        <input
          className="field mono"
          value={payload}
          placeholder='{ "by": "first" }'
          aria-label={t("inspect.payload")}
          aria-invalid={!read}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setPayload(target.value)}
        />
        <button type="submit" className="btn" disabled={!read || type === ""}>
          {t("inspect.send-button")}
        </button>
      </form>
      {!read && <p className={css.refused}>{t("inspect.payload-bad")}</p>}
      {sending && (
        <p role="status" className={refusalText === undefined ? undefined : css.refused}>
          {sending.refused !== undefined
            ? t("inspect.send-refused", { why: sending.refused })
            : answer?.refused !== undefined
              ? t("inspect.app-refused", { type: sending.type, why: answer.refused })
              : [t("inspect.sent", { type: sending.type }), refusalText, effectText]
                  .filter(Boolean)
                  .join(" ")}
        </p>
      )}
    </section>
  );
}

/** What is typed as the payload: a JSON object, or nothing. Undefined for anything else. */
function readPayload(text: string): object | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
