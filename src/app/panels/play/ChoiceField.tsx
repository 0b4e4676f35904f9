import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json } from "#core/text/json.ts";
import css from "#app/panels/play/PayloadField.module.css";

/** Words for a field's values: `value:<TYPE>.<field>.<v>` of the labels. */
export type ValueLabel = (value: string) => string | undefined;

/** What stands for "another value" among the options; no value of a game begins so. */
const OTHER = "\u0000other";

/** A text that is chosen from what the play has: seats, cards in hand. Any other may still be typed, to see it refused. */
export function ChoiceField({
  choices,
  value,
  label,
  optional,
  valueLabel,
  onChange,
}: {
  choices: readonly string[];
  value: Json | undefined;
  label: string;
  optional?: boolean | undefined;
  valueLabel?: ValueLabel | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const { t } = useTranslation();
  const text = typeof value === "string" ? value : "";
  const [typing, setTyping] = useState(text !== "" && !choices.includes(text));
  if (typing)
    return (
      <span className={css.typed}>
        <input
          className="field"
          aria-label={label}
          value={text}
          onChange={(event) =>
            onChange(event.target.value === "" && optional ? undefined : event.target.value)
          }
          autoComplete="off"
          autoFocus
          spellCheck={false}
        />
        <button
          type="button"
          className={css.small}
          aria-label={t("form.choose")}
          title={t("form.choose")}
          onClick={() => {
            setTyping(false);
            onChange(optional ? undefined : choices[0]);
          }}
        >
          ▾
        </button>
      </span>
    );
  return (
    <select
      className="field"
      aria-label={label}
      value={text}
      onChange={(event) => {
        if (event.target.value === OTHER) {
          setTyping(true);
          onChange("");
        } else onChange(event.target.value === "" ? undefined : event.target.value);
      }}
    >
      {(optional || text === "") && <option value="">{t(optional ? "form.none" : "form.choose")}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {valueLabel?.(choice) ?? choice}
        </option>
      ))}
      <option value={OTHER}>{t("form.other")}</option>
    </select>
  );
}
