import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Field, typeText } from "#core/chart/payload.ts";
import { type Json, parseJson } from "#core/text/json.ts";
import { PayloadField } from "#app/panels/play/PayloadField.tsx";
import { thingName } from "#core/ruleset/labels.ts";
import { partName } from "#app/play/contextWords.ts";
import { useValueWords } from "#app/play/useValueWords.ts";
import { valueText } from "#app/play/valueWords.ts";
import css from "#app/panels/play/edit/HandEditor.module.css";

/** One field of the context: its value, and on demand a form of its type, or its JSON. */
export function ContextField({
  name,
  field,
  value,
  changed,
  cut,
  onChange,
}: {
  name: string;
  /** Undefined where the type of the context cannot be read. */
  field: Field | undefined;
  value: Json;
  changed: boolean;
  /** It is too large to be here as a whole. */
  cut: boolean;
  /** Undefined takes the change back. */
  onChange: (value: Json | undefined) => void;
}) {
  const { t } = useTranslation();
  const words = useValueWords();
  const [open, setOpen] = useState(false);
  const hasForm = field !== undefined && field.type.kind !== "unknown";
  const [asJson, setAsJson] = useState(!hasForm);
  const label = partName(words.label, name);
  return (
    <div className={css.field} data-changed={changed || undefined}>
      <button
        type="button"
        className={css.head}
        aria-expanded={open}
        disabled={cut}
        title={field ? `${name}: ${typeText(field.type)}` : name}
        onClick={() => setOpen(!open)}
      >
        <i data-open={open || undefined} />
        <span>{label}</span>
        <b>{cut ? t("time.edit.cut") : valueText(words, name, value)}</b>
      </button>
      {open && (
        <div className={css.form}>
          {asJson || !field ? (
            <JsonArea label={label} value={value} onChange={onChange} />
          ) : (
            <PayloadField
              type={field.type}
              value={value}
              label={label}
              valueLabel={(item) =>
                words.label(`value:context.${name}.${item}`) ?? thingName(words.label, item)
              }
              onChange={(next) => onChange(next ?? null)}
            />
          )}
          <p>
            {hasForm && (
              <button type="button" onClick={() => setAsJson(!asJson)}>
                {t(asJson ? "time.edit.form" : "time.edit.json")}
              </button>
            )}
            {changed && (
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                  onChange(undefined);
                }}
              >
                {t("time.edit.back")}
              </button>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

function JsonArea({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Json;
  onChange: (value: Json) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => JSON.stringify(value, null, 1));
  const [bad, setBad] = useState(false);
  return (
    <>
      <textarea
        className="field mono"
        rows={Math.min(10, text.split("\n").length + 1)}
        aria-label={label}
        aria-invalid={bad}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          try {
            onChange(parseJson(event.target.value));
            setBad(false);
            event.target.setCustomValidity("");
          } catch {
            setBad(true);
            // The value is still the one before: the form is not sent with it.
            event.target.setCustomValidity(t("time.edit.bad-json"));
          }
        }}
      />
      {bad && <small role="alert">{t("time.edit.bad-json")}</small>}
    </>
  );
}
