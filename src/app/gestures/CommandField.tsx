import { useId, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { chosenOf } from "#app/gestures/fields.ts";
import type { Field, Option } from "#app/studio/offer.ts";
import css from "#app/gestures/CommandField.module.css";

interface FieldProps {
  readonly field: Field;
  readonly value: string;
  /** It takes the focus. */
  readonly first: boolean;
  readonly onChange: (value: string) => void;
}

/** One thing that a command asks for, as the control that fits it. */
export function CommandField({ field, value, first, onChange }: FieldProps) {
  const { t } = useTranslation();
  const listId = useId();
  const { kind, options = [] } = field;
  if (kind === "several") return <Several field={field} value={value} first={first} onChange={onChange} />;
  const label = field.words ?? t(field.label);
  const shared = {
    className: `field${kind === "words" ? "" : " mono"}`,
    value,
    autoFocus: first,
    "aria-label": label,
    spellCheck: kind === "words",
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <label className={css.label}>
      <span>
        {label}
        {field.optional && kind !== "choice" && <small>{t("ask.optional")}</small>}
      </span>
      {kind === "choice" ? (
        <select {...shared}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {wordsOf(option, t)}
            </option>
          ))}
        </select>
      ) : kind === "text" ? (
        <input {...shared} list={listId} autoComplete="off" onFocus={(event) => event.target.select()} />
      ) : (
        <CodeOrWords {...shared} rows={kind === "words" ? 4 : 2} names={kind === "code" ? options : []} />
      )}
      {kind === "text" && options.length > 0 && (
        <datalist id={listId}>
          {options.map((option) => (
            <option key={option.value} value={option.value} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** Several lines; names that could stand there are put in by a click. Enter answers, Shift+Enter begins a line. */
function CodeOrWords({
  names,
  ...shared
}: React.ComponentProps<"textarea"> & { value: string; names: readonly Option[] }) {
  const { t } = useTranslation();
  const submit = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  const like = shared.value.trim().toLowerCase();
  const exact = names.some(({ value }) => value === shared.value.trim());
  const near = names.filter(({ value }) => like === "" || exact || value.toLowerCase().includes(like));
  return (
    <>
      <textarea {...shared} onKeyDown={submit} />
      {near.length > 0 && (
        <span className={css.names} role="group" aria-label={t("ask.known")}>
          {near.slice(0, MAX_SUGGESTIONS).map(({ value }) => (
            <button
              key={value}
              type="button"
              className={css.name}
              aria-pressed={value === shared.value.trim()}
              onClick={() =>
                shared.onChange?.({ target: { value } } as React.ChangeEvent<HTMLTextAreaElement>)
              }
            >
              {value}
            </button>
          ))}
        </span>
      )}
    </>
  );
}
/** Known names that are offered below a field of several lines: about two rows of buttons. */
const MAX_SUGGESTIONS = 12;

/** Boxes to tick. */
function Several({ field, value, first, onChange }: FieldProps) {
  const { t } = useTranslation();
  const chosenValues = new Set(chosenOf(value));
  const toggle = (item: string) => {
    const next = new Set(chosenValues);
    if (!next.delete(item)) next.add(item);
    const order = (field.options ?? []).map((option) => option.value);
    onChange(order.filter((option) => next.has(option)).join("\n"));
  };
  return (
    <fieldset className={css.several}>
      <legend>{t(field.label)}</legend>
      {field.options?.map((option, i) => (
        <label key={option.value}>
          <input
            type="checkbox"
            autoFocus={first && i === 0}
            checked={chosenValues.has(option.value)}
            onChange={() => toggle(option.value)}
          />
          {wordsOf(option, t)}
        </label>
      ))}
    </fieldset>
  );
}

const wordsOf = (option: Option, t: (key: string) => string): string =>
  option.say === undefined ? (option.text ?? option.value) : t(option.say);
