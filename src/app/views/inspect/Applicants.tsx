import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { visible } from "#core/text/visible.ts";
import { isOfThisComputer } from "#adapters/inspect/windowLine.ts";
import type { Applicant } from "#app/views/inspect/Admission.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import css from "#app/views/inspect/Applicants.module.css";

/** Apps whose request to be shown is on the page at once. The others wait and are counted, so that a crowd does not fill the page. */
export const MAX_APPLICANTS_SHOWN = 3;

/** How long a question that has just appeared or moved up ignores clicks, in ms: such a click was meant for what stood there before. */
const CLICK_GUARD_MS = 400;

/** Asks about apps that came for the first time, the oldest first. */
export function Applicants() {
  const { t } = useTranslation();
  const { applicants } = useHub();
  const waiting = applicants.length;
  const more = waiting - MAX_APPLICANTS_SHOWN;
  const place = useRef<HTMLElement>(null);
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={waiting > 0 ? css.asks : undefined}
      aria-label={t("inspect.ask.title")}
    >
      {/* Always there: what comes into the page together with its words is not read out. */}
      <span role="status" className="visually-hidden">
        {waiting > 0 && t("inspect.ask.count", { count: waiting })}
      </span>
      {waiting > 0 && <h4>{t("inspect.ask.title")}</h4>}
      {applicants.slice(0, MAX_APPLICANTS_SHOWN).map((applicant, n) => (
        // The button that had the focus goes: the keyboard goes on from here, and a second Enter answers nothing.
        <Question key={`${n} ${applicant.line}`} of={applicant} onAnswered={() => place.current?.focus()} />
      ))}
      {more > 0 && <p className={css.more}>{t("inspect.ask.more", { count: more })}</p>}
    </section>
  );
}

function Question({
  of: { line, app, way, alike, isOver },
  onAnswered,
}: {
  of: Applicant;
  onAnswered: () => void;
}) {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const id = useId();
  const [settling, setSettling] = useState(true);
  useEffect(() => {
    const soon = setTimeout(() => setSettling(false), CLICK_GUARD_MS);
    return () => clearTimeout(soon);
  }, []);
  const { name, origin, wire } = app;
  const kind = origin === "" ? "program" : isOfThisComputer(origin) ? "page" : "far";
  const another = origin === "" ? "another" : "another-page";
  return (
    <div role="group" aria-labelledby={id} className={css.question}>
      <div id={id}>
        <p>{alike > 0 ? t(`inspect.ask.${another}`, { count: alike }) : t(`inspect.ask.${kind}`)}</p>
        <p>
          {/* What a stranger calls itself shall not run into our own words, whichever way it is written. */}
          <bdi>
            {name === undefined ? t("inspect.ask.no-name") : t("inspect.ask.name", { name: visible(name) })}
          </bdi>
        </p>
        {origin !== "" && <p className="mono">{origin}</p>}
      </div>
      <small>
        {t(`inspect.wire.${wire}`)} · {t(`inspect.way.${way}`)}
        {isOver ? ` · ${t("inspect.gone")}` : ""}
      </small>
      <p className={css.answers} data-settling={settling || undefined}>
        {(["yes", "no", "never"] as const).map((answer) => (
          <button
            key={answer}
            type="button"
            className={answer === "yes" ? "btn" : "btn quiet"}
            onClick={() => {
              hub.admission.answer(line, answer);
              onAnswered();
            }}
          >
            {t(`inspect.ask.${answer}`)}
          </button>
        ))}
      </p>
    </div>
  );
}
