import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { visible } from "#core/text/visible.ts";
import { copyText } from "#app/kit/copyText.ts";
import { complaints } from "#app/views/inspect/complaints.ts";
import { packages, snippet, ways, type Package, type Way } from "#app/views/inspect/snippets.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import css from "#app/views/inspect/Doctor.module.css";

/** The connection doctor: what is wrong with the way an app would come here, and what to type for it to come. */
export function Doctor() {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const view = useHub();
  const found = complaints(view, hub.session, useNow());
  const [packageName, setPackageName] = useState<Package>("@statelyai/inspect");
  const [way, setWay] = useState<Way>("window");
  const [copied, setCopied] = useState(false);
  const text = snippet(packageName, way, location.origin);
  return (
    <section className={css.doctor} aria-label={t("inspect.doctor")}>
      <h2>{t("inspect.doctor-title")}</h2>
      {found.length === 0 ? (
        <p>{t("inspect.doctor-well")}</p>
      ) : (
        <ul className={css.found}>
          {found.map(({ code, facts, list }) => (
            <li key={`${code} ${facts["version"] ?? ""}`}>
              <b>{t(`inspect.complaint.${code}.what`, facts)}</b>
              {list && (
                <span>
                  {list.map(([why, count]) => `${t(`inspect.refusal.${why}`)}: ${count}`).join(" · ")}
                </span>
              )}
              <span>{t(`inspect.complaint.${code}.mend`, facts)}</span>
            </li>
          ))}
        </ul>
      )}
      <NeverList />
      <h3>{t("inspect.snippets")}</h3>
      <div className={css.choices}>
        <span role="group" aria-label={t("inspect.package")}>
          {packages.map((name) => (
            <button
              key={name}
              type="button"
              className="btn quiet"
              aria-pressed={packageName === name}
              onClick={() => {
                setPackageName(name);
                setCopied(false);
              }}
            >
              {name}
            </button>
          ))}
        </span>
        <span role="group" aria-label={t("inspect.way-label")}>
          {ways.map((name) => (
            <button
              key={name}
              type="button"
              className="btn quiet"
              aria-pressed={way === name}
              onClick={() => {
                setWay(name);
                setCopied(false);
              }}
            >
              {t(`inspect.ways.${name}`)}
            </button>
          ))}
        </span>
      </div>
      <p>{t(`inspect.way-text.${way}`, { origin: location.origin })}</p>
      <div className={css.code}>
        <pre tabIndex={0}>{text}</pre>
        <button type="button" className="btn quiet" onClick={() => void copyText(text).then(setCopied)}>
          {t(copied ? "inspect.copied" : "inspect.copy")}
        </button>
      </div>
      <Reach />
    </section>
  );
}

/** Origins about which the person is never asked again, and a button to undo that. */
function NeverList() {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const { never } = useHub();
  if (never.length === 0) return null;
  return (
    <p>
      {t("inspect.ask.never-list", { count: never.length })}{" "}
      <bdi className="mono">{visible(never.map((name) => name || t("inspect.program")).join(", "))}</bdi>{" "}
      <button type="button" className="btn quiet" onClick={() => hub.admission.resetNever()}>
        {t("inspect.ask.again")}
      </button>
    </p>
  );
}

/** The time, looked at once a second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(clock);
  }, []);
  return now;
}

/** Goes to an app that listens itself: XState 4 in Node. */
function Reach() {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const { relay, notReached } = useHub();
  const [at, setAt] = useState("localhost:8888");
  const looks = relay.matches({ line: "looking" });
  return (
    <form
      className={css.reach}
      onSubmit={(event) => {
        event.preventDefault();
        hub.relay.reach(at);
      }}
    >
      <h3>{t("inspect.reach")}</h3>
      <p>{t("inspect.reach-text")}</p>
      <input
        className="field mono"
        value={at}
        aria-label={t("inspect.reach-at")}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setAt(target.value)}
      />
      <button type="submit" className="btn" disabled={!looks || at.trim() === ""}>
        {t("inspect.reach-button")}
      </button>
      {!looks && <p>{t("inspect.complaint.locked.what")}</p>}
      {notReached && (
        <p role="alert" className={css.bad}>
          {t(`inspect.not-reached.${notReached.why}`, { at: notReached.at })}
        </p>
      )}
    </form>
  );
}
