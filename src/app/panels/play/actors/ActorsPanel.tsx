import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ActorView, PlayAnswer, PlayEvent } from "#core/run/play/play.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import { parseJson, type Json } from "#core/text/json.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { Timers } from "#app/panels/play/actors/Timers.tsx";
import { EventField } from "#app/panels/play/why/EventField.tsx";
import { StateLink } from "#app/panels/play/why/WhyLevels.tsx";
import css from "#app/panels/play/actors/actors.module.css";

/** What comes from outside: the actors of the play, for which a person answers, and the timers that run. */
export function ActorsPanel({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const run = view.session.shown();
  if (!run) return <p className={css.none}>{t("simulate.no-run")}</p>;
  const { id, outcome } = cursorStep(run);
  const actors = outcome.view.actors ?? [];
  const locked = view.state.busy || view.state.showBefore;
  return (
    <section className={css.panel} aria-label={t("actors.title")}>
      <h4>{t("actors.actors")}</h4>
      {actors.length === 0 && <p className={css.none}>{t("actors.none")}</p>}
      <ul className={css.list}>
        {actors.map((actor) => (
          <li key={`${id}/${actor.id}`}>
            <Actor
              actor={actor}
              view={view}
              locked={locked}
              onAnswer={(answer) => void view.session.answer(answer)}
            />
          </li>
        ))}
      </ul>
      <Timers view={view} run={run} locked={locked} />
    </section>
  );
}

function Actor({
  actor,
  view,
  locked,
  onAnswer,
}: {
  actor: ActorView;
  view: SessionView;
  locked: boolean;
  onAnswer: (answer: PlayAnswer) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className={css.head}>
        <b>{actor.id}</b>
        <span className={css.kind}>{t(`actors.kind.${actor.kind}`)}</span>
        {actor.src !== undefined && actor.src !== actor.id && <code>{actor.src}</code>}
        <span className={css.status} data-status={actor.status}>
          {t(`actors.status.${actor.status}`)}
        </span>
      </div>
      <p className={css.whose}>
        {actor.state === undefined ? t("actors.spawned") : t("actors.of")}{" "}
        {actor.state !== undefined && <StateLink id={actor.state} />}
      </p>
      {actor.status === "waiting" && (
        <AnswerForm actor={actor} view={view} locked={locked} onAnswer={onAnswer} />
      )}
    </>
  );
}

type Way = "value" | "error" | "next" | "event";

/** In which ways an actor can answer, the likeliest first. */
function waysOf({ kind, heard }: ActorView): readonly Way[] {
  const next: readonly Way[] = heard && kind !== "promise" ? ["next"] : [];
  switch (kind) {
    case "promise":
      return ["value", "error"];
    case "callback":
      return ["event", ...next, "error"];
    case "observable":
      return [...next, "value", "error", "event"];
    case "transition":
      return [...next, "event", "error"];
    default:
      return ["value", "error", ...next, "event"];
  }
}

/** How a person answers for an actor that waits. */
export function AnswerForm({
  actor,
  view,
  locked,
  onAnswer,
}: {
  actor: ActorView;
  view: SessionView;
  locked: boolean;
  onAnswer: (answer: PlayAnswer) => void;
}) {
  const { t } = useTranslation();
  const types = view.state.chart?.events ?? [];
  const ways = waysOf(actor);
  const [way, setWay] = useState<Way>(ways[0] ?? "value");
  const [type, setType] = useState(types[0]?.type ?? "");
  const [text, setText] = useState("");
  const value = jsonOf(text, way === "event" ? {} : null);
  const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  const answer: PlayAnswer | undefined =
    value === undefined
      ? undefined
      : way !== "event"
        ? { actor: actor.id, [way]: value }
        : fields && type !== ""
          ? { actor: actor.id, event: { ...fields, type } as PlayEvent }
          : undefined;
  return (
    <form
      className={css.answer}
      aria-label={t("actors.answer-of", { actor: actor.id })}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (answer) onAnswer(answer);
      }}
    >
      <select
        className="field"
        aria-label={t("actors.way")}
        value={way}
        onChange={(event) => setWay(event.target.value as Way)}
      >
        {ways.map((shownWay) => (
          <option key={shownWay} value={shownWay}>
            {t(`actors.ways.${shownWay}`)}
          </option>
        ))}
      </select>
      {way === "event" && <EventField types={types} value={type} onChange={setType} />}
      <input
        className="field mono"
        aria-label={t(way === "event" ? "why.payload" : "actors.json")}
        aria-invalid={value === undefined || (way === "event" && !fields)}
        placeholder={way === "event" ? "{ }" : "null"}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="btn" disabled={locked || !answer}>
        {t("actors.answer")}
      </button>
      {typeof value === "string" && !text.trim().startsWith('"') && (
        <small className={css.asText} role="status">
          {t("actors.as-text", { text: value })}
        </small>
      )}
      {value === undefined && (
        <small className={css.asText} role="alert">
          {t("actors.bad")}
        </small>
      )}
    </form>
  );
}

/** A value as it is typed: JSON, or a word that stands for itself. Undefined for what is neither. */
function jsonOf(text: string, empty: Json): Json | undefined {
  const typed = text.trim();
  if (typed === "") return empty;
  try {
    return parseJson(typed);
  } catch {
    return /^[\p{L}\p{N} _.-]+$/u.test(typed) ? typed : undefined;
  }
}
