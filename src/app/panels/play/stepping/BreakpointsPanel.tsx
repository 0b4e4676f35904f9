import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { breakpointKey, type BreakOn } from "#core/run/debugging/breakpoint.ts";
import { readFormula } from "#core/run/debugging/contextFormula.ts";
import { Icon } from "#app/kit/icons.tsx";
import { faultText, useBreakWords } from "#app/play/stepping/useBreakWords.ts";
import { useBreakSearch } from "#app/play/stepping/useBreakSearch.ts";
import { useStepping } from "#app/play/stepping/useStepping.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { Watches } from "#app/panels/play/stepping/Watches.tsx";
import css from "#app/panels/play/stepping/breakpoints.module.css";

/** Where a play is to stop, and formulas that are watched. They are the person's own: nothing of them is in the project. */
export function BreakpointsPanel({ view }: { view: SessionView }) {
  return (
    <>
      <Breakpoints view={view} />
      <Watches view={view} />
    </>
  );
}

function Breakpoints({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const { stepping, state } = useStepping(view);
  const { breakpoints: stored } = stepping;
  const { breakpoints } = useSyncExternalStore(stored.subscribe, stored.get);
  const words = useBreakWords();
  const met = new Set(state.stop?.hits.map(({ breakpoint }) => breakpointKey(breakpoint)));
  return (
    <section className={css.panel} aria-label={t("breakpoints.title")}>
      <h4>{t("breakpoints.title")}</h4>
      <Search onAdd={(breakOn) => stored.add(breakOn)} />
      <Formula onAdd={(formula) => stored.add({ on: "context", formula })} />
      {breakpoints.length === 0 && <p className={css.none}>{t("breakpoints.none")}</p>}
      <ul className={css.list}>
        {breakpoints.map((breakpoint) => {
          const key = breakpointKey(breakpoint);
          const { text, isKnown } = words(breakpoint);
          const count = state.counts.get(key) ?? 0;
          const failure = state.failures.get(key);
          return (
            <li
              key={key}
              className={css.row}
              data-off={breakpoint.off || undefined}
              data-met={met.has(key) || undefined}
            >
              <input
                type="checkbox"
                checked={!breakpoint.off}
                aria-label={`${t("breakpoints.enabled")}: ${text}`}
                onChange={(event) => stored.switch(breakpoint, event.target.checked)}
              />
              <span className={css.told}>
                {breakpoint.on === "context" ? <code>{text}</code> : <span>{text}</span>}
                {!isKnown && <small data-bad>{t("breakpoints.gone")}</small>}
                {failure && <small data-bad>{faultText(t, failure)}</small>}
                {count > 0 && <small>{t("breakpoints.count", { count })}</small>}
              </span>
              <button
                type="button"
                className="icon-btn"
                aria-label={`${t("breakpoints.remove")}: ${text}`}
                title={t("breakpoints.remove")}
                onClick={() => stored.remove(breakpoint)}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          );
        })}
      </ul>
      {breakpoints.length > 1 && (
        <div>
          <button type="button" className="btn quiet" onClick={() => stored.removeAll()}>
            {t("breakpoints.remove-all")}
          </button>
        </div>
      )}
    </section>
  );
}

/** Finds something of the machine by its name, in any language, and sets a breakpoint on it. Without letters: on what is selected. */
function Search({ onAdd }: { onAdd: (breakOn: BreakOn) => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const found = useBreakSearch(query);
  const words = useBreakWords();
  const hasQuery = query.trim() !== "";
  return (
    <>
      <input
        className="field"
        type="search"
        value={query}
        placeholder={t("breakpoints.search")}
        aria-label={t("breakpoints.search")}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && hasQuery) {
            event.preventDefault();
            setQuery("");
          }
        }}
      />
      {hasQuery && found.length === 0 && <p className={css.none}>{t("breakpoints.not-found")}</p>}
      {found.length > 0 && (
        <ul className={css.found}>
          {found.map((result) => (
            <li key={breakpointKey(result)}>
              <button
                type="button"
                onClick={() => {
                  onAdd(result);
                  setQuery("");
                }}
              >
                {words(result).text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Formula({ onAdd }: { onAdd: (formula: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const { fault } = text.trim() === "" ? {} : readFormula(text);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "" || fault) return;
          onAdd(text.trim());
          setText("");
        }}
      >
        <input
          className="field mono"
          value={text}
          placeholder={t("breakpoints.formula")}
          aria-label={t("breakpoints.when")}
          title={t("breakpoints.when")}
          aria-invalid={fault ? "true" : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="btn quiet" disabled={text.trim() === "" || fault !== undefined}>
          {t("breakpoints.add")}
        </button>
      </form>
      {fault && (
        <p className={css.none} role="status">
          {faultText(t, fault)}
        </p>
      )}
    </>
  );
}
