import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { momentAt, momentBefore } from "#core/run/debugging/microcursor.ts";
import { jsonEqual } from "#core/text/json.ts";
import { Icon } from "#app/kit/icons.tsx";
import { faultText } from "#app/play/stepping/useBreakWords.ts";
import { useStepping } from "#app/play/stepping/useStepping.ts";
import type { SessionView } from "#app/play/useSession.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { valueText } from "#app/play/valueWords.ts";
import css from "#app/panels/play/stepping/breakpoints.module.css";

/** Formulas over the context and what they come to where one looks, also inside a step; what they were before beside it. */
export function Watches({ view }: { view: SessionView }) {
  const { t } = useTranslation();
  const { stepping } = useStepping(view);
  const { breakpoints } = stepping;
  const { watches } = useSyncExternalStore(breakpoints.subscribe, breakpoints.get);
  const [text, setText] = useState("");
  const add = () => {
    const formula = text.trim();
    if (formula === "") return;
    if (!watches.includes(formula)) breakpoints.setWatches([...watches, formula]);
    setText("");
  };
  return (
    <section className={css.panel} aria-label={t("breakpoints.watches")}>
      <h4>{t("breakpoints.watches")}</h4>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          className="field mono"
          value={text}
          placeholder={t("breakpoints.watch-hint")}
          aria-label={t("breakpoints.watch")}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="btn quiet" disabled={text.trim() === ""}>
          {t("breakpoints.add")}
        </button>
      </form>
      {watches.length === 0 && <p className={css.none}>{t("breakpoints.no-watches")}</p>}
      <ul className={css.list}>
        {watches.map((formula) => (
          <li key={formula} className={css.row}>
            <span />
            <Watch view={view} formula={formula} />
            <button
              type="button"
              className="icon-btn"
              aria-label={`${t("breakpoints.remove")}: ${formula}`}
              title={t("breakpoints.remove")}
              onClick={() => breakpoints.setWatches(watches.filter((watch) => watch !== formula))}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Watch({ view, formula }: { view: SessionView; formula: string }) {
  const { t } = useTranslation();
  const { stepping } = useStepping(view);
  const words = useValueWords();
  const [run, place] = [view.session.shown(), view.session.place()];
  const now = run && place ? momentAt(run, place) : undefined;
  const before = run && place ? momentBefore(run, place) : undefined;
  const reader = stepping.formulas();
  const is = now && reader.valueOf(formula, now);
  const was = before && reader.valueOf(formula, before);
  const say = (value: Parameters<typeof valueText>[2] | undefined) =>
    value === undefined ? t("breakpoints.nothing") : valueText(words, "", value);
  const unread = reader.read(formula).fault;
  const changed = is && was && !is.fault && !was.fault && !jsonEqual(is.value, was.value);
  return (
    <span className={css.told}>
      <code>{formula}</code>
      {unread && <small data-bad>{faultText(t, unread)}</small>}
      {!is && !unread && <small>{t("breakpoints.no-run")}</small>}
      {is?.fault && !unread && <small data-bad>{faultText(t, is.fault)}</small>}
      {is && !is.fault && (
        <span>
          {changed && <s>{say(was.value)}</s>}
          <b data-changed={changed || undefined}>{say(is.value)}</b>
        </span>
      )}
    </span>
  );
}
