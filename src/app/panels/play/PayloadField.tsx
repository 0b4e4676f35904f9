import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Field, literalsOf, type PayloadType, typeText } from "#core/chart/payload.ts";
import type { Choices } from "#core/run/play/play.ts";
import { textWidth } from "#core/layout/sizes.ts";
import { type Json, parseJson } from "#core/text/json.ts";
import { ChoiceField, type ValueLabel } from "#app/panels/play/ChoiceField.tsx";
import { FreeText } from "#app/panels/play/FreeText.tsx";
import css from "#app/panels/play/PayloadField.module.css";

interface Props {
  readonly type: PayloadType;
  readonly value: Json | undefined;
  readonly label: string;
  readonly optional?: boolean;
  readonly valueLabel?: ValueLabel;
  /** What the moves of the game offer. */
  readonly choices?: Choices | undefined;
  /** What stands where nothing is filled in. */
  readonly empty?: string | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** One input for a payload type: a choice where there are known values, so that nothing is mistyped. */
export function PayloadField(props: Props) {
  const { type, value, label, optional, onChange } = props;
  const { t } = useTranslation();
  const literals = literalsOf(type);
  if (literals)
    return (
      <select
        className="field"
        aria-label={label}
        value={value === undefined ? "" : JSON.stringify(value)}
        onChange={(event) => onChange(event.target.value === "" ? undefined : parseJson(event.target.value))}
      >
        {(optional || value === undefined) && (
          <option value="">{props.empty ?? t(optional ? "form.none" : "form.choose")}</option>
        )}
        {literals.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {choice === null
              ? "null"
              : (props.valueLabel?.(String(choice)) ??
                (typeof choice === "boolean" ? t(choice ? "simulate.yes" : "simulate.no") : String(choice)))}
          </option>
        ))}
      </select>
    );
  switch (type.kind) {
    case "string": {
      const offered = (props.choices?.of ?? []).filter((choice) => typeof choice === "string");
      // One card in hand is still typed as a name; one player who is left is chosen.
      if (props.choices?.here && (offered.length > 1 || offered.some((choice) => props.valueLabel?.(choice))))
        return <ChoiceField {...props} choices={offered} />;
      return <FreeText {...props} samples={offered} />;
    }
    case "number":
      return <NumberField {...props} />;
    case "array":
      return <ListField {...props} of={type.of} />;
    case "object":
      return (
        <div className={css.object}>
          {type.fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              label={field.name}
              value={isObject(value) ? value[field.name] : undefined}
              onChange={(next) => onChange(withField(isObject(value) ? value : {}, field.name, next))}
            />
          ))}
        </div>
      );
    default:
      return <JsonField {...props} />;
  }
}

/** A choice whose words are wider than this, in pixels (half of the panel), gets a line of its own. */
const MAX_INLINE_WIDTH_PX = 128;

/** A field with its name above it. */
export function FieldRow({
  field,
  label,
  value,
  valueLabel,
  allOptional = false,
  choices,
  closed = false,
  empty,
  onChange,
}: {
  field: Field;
  label: string;
  value: Json | undefined;
  valueLabel?: ValueLabel;
  /** Every field of the form is, so none is marked. */
  allOptional?: boolean;
  choices?: Choices | undefined;
  /** With the value that it has the event would be refused. */
  closed?: boolean;
  empty?: string | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const { t } = useTranslation();
  const options = literalsOf(field.type) ?? (choices?.here ? choices.of : []);
  const wide = options.some(
    (option) => textWidth(valueLabel?.(String(option)) ?? String(option), 13) > MAX_INLINE_WIDTH_PX,
  );
  return (
    <div
      className={css.row}
      title={field.doc}
      data-wide={wide || undefined}
      data-closed={closed || undefined}
    >
      <span className={css.name}>
        {label}
        {closed && <b title={t("why.closes")}>✗</b>}
        {field.optional && !allOptional && <i>{t("form.optional")}</i>}
      </span>
      <PayloadField
        type={field.type}
        value={value}
        label={label}
        optional={field.optional}
        {...(valueLabel ? { valueLabel } : {})}
        choices={choices}
        empty={empty}
        onChange={onChange}
      />
    </div>
  );
}

function NumberField({ value, label, empty, onChange }: Props) {
  const { t } = useTranslation();
  const [bad, setBad] = useState(false);
  return (
    <>
      <input
        className="field mono"
        type="number"
        step="any"
        aria-label={label}
        aria-invalid={bad}
        placeholder={empty}
        value={typeof value === "number" ? value : ""}
        onInput={({ currentTarget }) => setBad(currentTarget.validity.badInput)}
        onChange={(event) => onChange(event.target.value === "" ? undefined : Number(event.target.value))}
      />
      {bad && (
        <small className={css.fault} role="alert">
          {t("form.not-number")}
        </small>
      )}
    </>
  );
}

function ListField({ of, value, label, valueLabel, choices, empty, onChange }: Props & { of: PayloadType }) {
  const { t } = useTranslation();
  const items = Array.isArray(value) ? (value as readonly Json[]) : [];
  const change = (i: number, item: Json | undefined) =>
    onChange(items.map((was, j) => (j === i ? (item ?? null) : was)));
  return (
    <div className={css.list} role="group" aria-label={label}>
      {items.map((item, i) => (
        <span key={i} className={css.item}>
          <PayloadField
            type={of}
            value={item}
            label={`${label} ${i + 1}`}
            {...(valueLabel ? { valueLabel } : {})}
            choices={choices}
            onChange={(next) => change(i, next)}
          />
          <button
            type="button"
            className={css.small}
            aria-label={t("form.remove", { what: `${label} ${i + 1}` })}
            onClick={() => onChange(items.filter((_, j) => j !== i))}
          >
            −
          </button>
        </span>
      ))}
      <button
        type="button"
        className={css.small}
        aria-label={t("form.add", { what: label })}
        onClick={() =>
          onChange([...items, choices?.of.find((choice) => !items.includes(choice)) ?? blankOf(of)])
        }
      >
        +
      </button>
      {empty !== undefined && items.length === 0 && <span className={css.empty}>{empty}</span>}
    </div>
  );
}

/** A value of a type that has no better input: JSON, checked while typing. */
function JsonField({ type, value, label, onChange }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value));
  const [bad, setBad] = useState(false);
  return (
    <>
      <input
        className="field mono"
        aria-label={label}
        aria-invalid={bad}
        placeholder={typeText(type)}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          try {
            onChange(event.target.value === "" ? undefined : parseJson(event.target.value));
            setBad(false);
            event.target.setCustomValidity("");
          } catch {
            setBad(true);
            // The value is still the one before: the form is not sent with it.
            event.target.setCustomValidity(t("time.edit.bad-json"));
          }
        }}
      />
      {bad && (
        <small className={css.fault} role="alert">
          {t("form.not-type", { type: typeText(type) })}
        </small>
      )}
    </>
  );
}

/** What a new item of a list starts as. */
export function blankOf(type: PayloadType): Json {
  const literals = literalsOf(type);
  if (literals) return literals[0] ?? null;
  switch (type.kind) {
    case "string":
      return "";
    case "number":
      return 0;
    case "array":
      return [];
    case "object":
      return Object.fromEntries(type.fields.filter((f) => !f.optional).map((f) => [f.name, blankOf(f.type)]));
    default:
      return null;
  }
}

type JsonFields = { readonly [key: string]: Json };
const isObject = (value: Json | undefined): value is JsonFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object with one field set, or without it. */
export function withField(object: JsonFields, name: string, value: Json | undefined): JsonFields {
  const { [name]: _, ...rest } = object;
  return value === undefined ? rest : { ...object, [name]: value };
}
