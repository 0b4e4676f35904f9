import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { anyTextIn, textIn } from "#core/ruleset/labels.ts";
import { scrollWithin } from "#app/kit/scrollWithin.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/views/rules/Readings.module.css";

/** The open points of the rules: the question, the ways to read it, the one that the machine takes. */
export function Readings() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const readings = useStudio((s) => s.loaded?.ruleset.readings) ?? [];
  const language = useStudio((s) => s.uiLanguage);
  const selection = useStudio((s) => s.route.selection);
  const marked = selection?.kind === "clause" ? selection.id : undefined;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const point = marked === undefined ? undefined : list.current?.querySelector("[data-marked]");
    if (list.current && point) scrollWithin(list.current, point);
  }, [marked]);
  return (
    <section className={css.readings} aria-label={t("rules.readings")}>
      <div className={css.bar}>
        <b>{t("rules.readings")}</b>
        <span>
          {t("rules.readings-count", {
            count: readings.length,
            switchable: readings.filter((r) => r.input).length,
          })}
        </span>
      </div>
      <div ref={list} className={css.list}>
        {readings.length === 0 && <p className={css.none}>{t("rules.no-readings")}</p>}
        {readings.map((reading) => (
          <article
            key={reading.id}
            className={css.reading}
            data-marked={(marked !== undefined && reading.clauses.includes(marked)) || undefined}
          >
            <header>
              <span className={css.clauses}>
                {reading.clauses.map((id) => (
                  <button
                    key={id}
                    type="button"
                    className="clause"
                    onClick={() => studio.navigation.select({ kind: "clause", id })}
                  >
                    {id}
                  </button>
                ))}
              </span>
              {reading.input && (
                <code className="act" title={t("rules.switchable-hint")}>
                  {reading.input}
                </code>
              )}
            </header>
            <b>{textIn(reading.question, language)}</b>
            <ul>
              {reading.options.map((option) => (
                <li key={option.id} data-chosen={option.id === reading.chosen || undefined}>
                  <span aria-label={option.id === reading.chosen ? t("rules.chosen") : undefined}>
                    {option.id === reading.chosen ? "●" : "○"}
                  </span>
                  {textIn(option.text, language)}
                </li>
              ))}
            </ul>
            {reading.why && <p>{anyTextIn(reading.why, language)}</p>}
          </article>
        ))}
      </div>
    </section>
  );
}
