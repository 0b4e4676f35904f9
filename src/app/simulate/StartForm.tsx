import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "#core/text/json.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { FieldRow, withField } from "#app/simulate/PayloadField.tsx";
import type { useSession } from "#app/simulate/useSession.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/simulate/StartForm.module.css";

/** A run begins here: seats, names, readings. What is left empty takes the machine's default. */
export function StartForm({ made }: { made: NonNullable<ReturnType<typeof useSession>> }) {
  const { t } = useTranslation();
  const { session, state, playable } = made;
  const chart = useStudio((s) => s.graph?.chart);
  const stale = useStudio((s) => s.graph?.stale);
  const uiLanguage = useStudio((s) => s.uiLanguage);
  const loaded = useStudio((s) => s.loaded);
  const [input, setInput] = useState<JsonObject>({});
  const label = useLabels();
  const start = async () => {
    const on = await playable();
    if (on && chart) await session.start(on, chart, input);
  };
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
      {(chart?.input ?? []).map((field) => {
        const reading = loaded?.ruleset.readings.find((r) => r.input === field.name);
        const meaning = (id: string) =>
          textIn(reading?.options.find((o) => o.id === id)?.text, uiLanguage) || undefined;
        return (
          <div key={field.name} className={css.field}>
            <FieldRow
              allOptional
              otherwise={reading && meaning(reading.chosen)}
              field={{ ...field, optional: true }}
              label={label(`input:${field.name}`) ?? field.name}
              value={input[field.name]}
              valueLabel={meaning}
              onChange={(value) => setInput(withField(input, field.name, value) as JsonObject)}
            />
            {reading && <small>{textIn(reading.question, uiLanguage)}</small>}
          </div>
        );
      })}
      <button
        type="submit"
        className="btn"
        disabled={stale === true || !chart || !loaded || state.phase === "loading"}
      >
        {t(state.phase === "loading" ? "simulate.starting" : "simulate.start")}
      </button>
    </form>
  );
}
