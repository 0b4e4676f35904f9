import { useId, useState, type ReactNode } from "react";
import type { Json } from "#core/text/json.ts";
import type { FormField } from "#react/useMove.ts";

/** What the inputs of a field have in common. */
interface InputProps {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

/**
 * A field of a form with its label: a native input, so that keyboard and screen reader work as everywhere.
 * @param describedBy id of the element that says what is wrong with an invalid field
 */
export function FieldInput({ field, describedBy }: { field: FormField; describedBy?: string | undefined }) {
  const id = useId();
  const { kind, label } = field;
  const props: InputProps = {
    id,
    "aria-invalid": field.invalid || undefined,
    "aria-describedby": field.invalid ? describedBy : undefined,
  };
  if (kind === "subset" || kind === "order") return <ManyInput field={field} describedBy={describedBy} />;
  return (
    <div className="turnwright-field" data-kind={kind}>
      <label htmlFor={id}>{label}</label>
      {inputOf(field, props)}
    </div>
  );
}

function inputOf(field: FormField, props: InputProps): ReactNode {
  const { kind, value } = field;
  switch (kind) {
    case "choice":
      return <ChoiceInput field={field} props={props} />;
    case "flag":
      return (
        <input
          {...props}
          type="checkbox"
          checked={value === true}
          onChange={(event) => field.set(event.target.checked)}
        />
      );
    case "number":
      return <NumberInput field={field} props={props} />;
    case "list":
      return <TextInput field={field} props={props} textOf={listText} valueOf={listOf(field)} />;
    case "json":
      return <TextInput field={field} props={props} textOf={jsonText} valueOf={jsonOf} />;
    default:
      return <TextInput field={field} props={props} textOf={plainText} valueOf={(text) => text} />;
  }
}

function ChoiceInput({ field, props }: { field: FormField; props: InputProps }) {
  const { value, choices, optional, set } = field;
  const key = value === undefined ? "" : JSON.stringify(value);
  const keys = choices.map((choice) => JSON.stringify(choice));
  return (
    <select
      {...props}
      value={key}
      onChange={(event) =>
        set(event.target.value === "" ? undefined : choices[keys.indexOf(event.target.value)])
      }
    >
      {(optional || value === undefined) && <option value="">—</option>}
      {value !== undefined && !keys.includes(key) && <option value={key}>{field.valueLabel(value)}</option>}
      {choices.map((choice, i) => (
        <option key={keys[i]} value={keys[i]}>
          {field.valueLabel(choice)}
        </option>
      ))}
    </select>
  );
}

/** Limits are for the rules to name, with their clause; the browser would only say that it is too much. */
function NumberInput({ field, props }: { field: FormField; props: InputProps }) {
  const { value, range, choices } = field;
  return (
    <>
      <input
        {...props}
        type="number"
        step="any"
        list={choices.length > 0 ? `${props.id}-of` : undefined}
        min={range && field.here ? range[0] : undefined}
        max={range && field.here ? range[1] : undefined}
        placeholder={range?.join("–")}
        value={typeof value === "number" ? value : ""}
        onChange={({ target }) => field.set(target.value === "" ? undefined : target.valueAsNumber)}
      />
      <Samples id={`${props.id}-of`} of={choices.map(String)} />
    </>
  );
}

/** A text that stands for a value. What is being typed stays as it is typed; a text that stands for no value is sent as it is, and refused. */
function TextInput({
  field,
  props,
  textOf,
  valueOf,
}: {
  field: FormField;
  props: InputProps;
  textOf: (value: Json) => string;
  valueOf: (text: string) => Json | undefined;
}) {
  const { value, optional, choices, kind } = field;
  const [typed, setTyped] = useState("");
  const isTyped = JSON.stringify(valueOf(typed)) === JSON.stringify(value);
  const samples = kind === "text" ? choices.filter((choice) => typeof choice === "string") : [];
  return (
    <>
      <input
        {...props}
        type="text"
        autoComplete="off"
        spellCheck={false}
        list={samples.length > 0 ? `${props.id}-of` : undefined}
        placeholder={kind === "text" ? undefined : choices.map(textOf).join(", ")}
        value={isTyped ? typed : value === undefined ? "" : textOf(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          field.set(target.value === "" && optional ? undefined : valueOf(target.value));
        }}
      />
      <Samples id={`${props.id}-of`} of={samples} />
    </>
  );
}

const plainText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
const jsonText = (value: Json): string => JSON.stringify(value);
const listText = (value: Json): string =>
  Array.isArray(value) ? value.map(plainText).join(", ") : plainText(value);

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The items of a list, between commas of any script. */
const listOf =
  ({ ofNumbers }: FormField) =>
  (text: string): Json =>
    text
      .split(/[,，、]/)
      .map((item) => item.trim())
      .filter((item) => item !== "")
      .map((item) => (ofNumbers && Number.isFinite(Number(item)) ? Number(item) : item));

function Samples({ id, of }: { id: string; of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <datalist id={id}>
      {of.map((sample) => (
        <option key={sample} value={sample} />
      ))}
    </datalist>
  );
}

/** Some of several: a box for each. Where the order counts it is the one in which they are ticked, and each says its place. */
function ManyInput({ field, describedBy }: { field: FormField; describedBy: string | undefined }) {
  const chosen: readonly Json[] = Array.isArray(field.value) ? field.value : [];
  const keys = chosen.map((item) => JSON.stringify(item));
  const isOrder = field.kind === "order";
  const toggle = (choice: Json, at: number) => {
    const next = at >= 0 ? chosen.filter((_, i) => i !== at) : [...chosen, choice];
    const inOrder = isOrder
      ? next
      : field.choices.filter((item) => next.some((one) => JSON.stringify(one) === JSON.stringify(item)));
    field.set(inOrder.length === 0 && field.optional ? undefined : [...inOrder]);
  };
  return (
    <fieldset
      className="turnwright-field"
      data-kind={field.kind}
      data-invalid={field.invalid || undefined}
      aria-describedby={field.invalid ? describedBy : undefined}
    >
      <legend>{field.label}</legend>
      {field.choices.map((choice) => {
        const at = keys.indexOf(JSON.stringify(choice));
        return (
          <label key={JSON.stringify(choice)}>
            <input type="checkbox" checked={at >= 0} onChange={() => toggle(choice, at)} />
            {isOrder && at >= 0 ? `${at + 1}. ` : ""}
            {field.valueLabel(choice)}
          </label>
        );
      })}
    </fieldset>
  );
}
