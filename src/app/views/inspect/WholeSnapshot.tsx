import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Session } from "#core/inspect/session.ts";
import type { Json } from "#core/text/json.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import css from "#app/views/inspect/StepDetail.module.css";

interface SnapshotRequest {
  readonly kind: "read" | "restore";
  readonly refused?: string;
  readonly ask?: number;
}

/**
 * The persisted snapshot of an actor: read from the app, and given back to it, each as far as the app allows it; nothing is there when it
 * allows neither.
 */
export function WholeSnapshot({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  useHub();
  /** What was typed, and after which question: a newer answer takes its place. */
  const [typed, setTyped] = useState<{ readonly after: number | undefined; readonly text: string }>();
  const [request, setRequest] = useState<SnapshotRequest>();
  const [read, restore] = [hub.requests.allows(session, "read"), hub.requests.allows(session, "restore")];
  const answer =
    request?.ask === undefined
      ? undefined
      : hub.inspection.answers(session.app).findLast(({ ask }) => ask === request.ask);
  const answeredSnapshot = request?.kind === "read" ? answer?.snapshot : undefined;
  const isTyped = typed && (answeredSnapshot === undefined || typed.after === request?.ask);
  const text = isTyped
    ? typed.text
    : answeredSnapshot === undefined
      ? ""
      : JSON.stringify(answeredSnapshot, null, 2);
  if (!read && !restore) return null;
  const snapshot = parsed(text);
  const why = request?.refused ?? answer?.refused;
  const ask = (kind: SnapshotRequest["kind"]) => {
    setTyped({ after: undefined, text });
    setRequest({
      kind,
      ...hub.requests.request(
        session,
        kind === "read"
          ? { do: "read", session: session.session }
          : { do: "restore", session: session.session, snapshot: snapshot ?? null },
      ),
    });
  };
  return (
    <section className={css.send}>
      <h4>{t("inspect.whole.title")}</h4>
      <textarea
        className="field mono"
        rows={text === "" ? 2 : 8}
        value={text}
        readOnly={!restore}
        placeholder={t(read ? "inspect.whole.empty" : "inspect.whole.paste")}
        aria-label={t("inspect.whole.json")}
        aria-invalid={text !== "" && snapshot === undefined}
        spellCheck={false}
        onChange={({ target }) => setTyped({ after: request?.ask, text: target.value })}
      />
      <div className={css.row}>
        {read && (
          <button type="button" className="btn" onClick={() => ask("read")}>
            {t("inspect.whole.read")}
          </button>
        )}
        {restore && (
          <button
            type="button"
            className="btn quiet"
            disabled={snapshot === undefined}
            onClick={() => ask("restore")}
          >
            {t("inspect.whole.restore")}
          </button>
        )}
      </div>
      {request && (
        <p role="status" className={why === undefined ? undefined : css.refused}>
          {why === undefined
            ? t(`inspect.whole.${answer ? `${request.kind}-done` : "waiting"}`)
            : t("inspect.whole.refused", { why })}
        </p>
      )}
    </section>
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
