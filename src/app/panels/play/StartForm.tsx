import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json, JsonObject } from "#core/text/json.ts";
import { FieldRow, withField } from "#app/panels/play/PayloadField.tsx";
import { ReadingField } from "#app/panels/play/ReadingField.tsx";
import type { useSession } from "#app/play/useSession.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { useViewCommands } from "#app/studio/useViewCommands.ts";
import css from "#app/panels/play/StartForm.module.css";

/** A run begins here: seats, names, readings. What is left empty takes the machine's default. */
export function StartForm({ view }: { view: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const { session, state, playable } = view;
  const chart = useStudio((s) => s.graph?.chart);
  const stale = useStudio((s) => s.graph?.stale);
  const uiLanguage = useStudio((s) => s.uiLanguage);
  const loaded = useStudio((s) => s.loaded);
  const [input, setInput] = useState<JsonObject>({});
  const label = useLabels();
  const inputs = chart?.input ?? [];
  const readingOf = (name: string) => loaded?.ruleset.readings.find((r) => r.input === name);
  const open = inputs.flatMap(({ name }) => {
    const reading = readingOf(name);
    return reading ? [{ name, reading }] : [];
  });
  const switched = open.filter(({ name }) => input[name] !== undefined).length;
  const change = (name: string, value: Json | undefined) =>
    setInput(withField(input, name, value) as JsonObject);
  const start = async () => {
    const on = await playable();
    if (on && chart) await session.start(on, chart, input);
  };
  const canStart = stale !== true && chart !== undefined && loaded !== null && state.phase !== "loading";
  useViewCommands({ "run.start": canStart ? () => void start() : undefined });
  return (
    <form
      className={css.start}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <h3>{t("simulate.start-title")}</h3>
      <p>{t("simulate.start-hint")}</p>
      {inputs
        .filter((field) => !readingOf(field.name))
        .map((field) => (
          <FieldRow
            key={field.name}
            allOptional
            empty={t("simulate.default")}
            field={{ ...field, optional: true }}
            label={label(`input:${field.name}`) ?? field.name}
            value={input[field.name]}
            onChange={(value) => change(field.name, value)}
          />
        ))}
      {open.length > 0 && (
        <details className={css.readings}>
          <summary>
            {t("rules.readings")}
            <small>
              {switched === 0 ? t("simulate.as-chosen") : t("simulate.switched", { count: switched })}
            </small>
          </summary>
          {open.map(({ name, reading }) => {
            const value = input[name];
            return (
              <ReadingField
                key={name}
                reading={reading}
                name={label(`input:${name}`) ?? name}
                language={uiLanguage}
                value={typeof value === "string" ? value : undefined}
                onChange={(next) => change(name, next)}
              />
            );
          })}
        </details>
      )}
      <div className={css.go}>
        <button type="submit" className="btn" disabled={!canStart}>
          {t(state.phase === "loading" ? "simulate.starting" : "simulate.start")}
        </button>
      </div>
    </form>
  );
}
