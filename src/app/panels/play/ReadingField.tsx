import { useTranslation } from "react-i18next";
import type { Reading } from "#core/ruleset/ruleset.ts";
import { textIn } from "#core/ruleset/labels.ts";
import css from "#app/panels/play/ReadingField.module.css";

/** An open point of the rules: its question, and every way to read it in full. What the ruleset chose is marked, and not sent. */
export function ReadingField({
  reading,
  name,
  language,
  value,
  onChange,
}: {
  reading: Reading;
  name: string;
  language: string;
  /** The id of another option than the chosen one. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={css.reading}>
      <legend>{name}</legend>
      <p>{textIn(reading.question, language)}</p>
      {reading.options.map(({ id, text }) => {
        const chosen = id === reading.chosen;
        return (
          <label key={id}>
            <input
              type="radio"
              name={`reading:${reading.id}`}
              checked={(value ?? reading.chosen) === id}
              onChange={() => onChange(chosen ? undefined : id)}
            />
            <span>
              {textIn(text, language) || id}
              {chosen && <i>{t("rules.chosen")}</i>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
