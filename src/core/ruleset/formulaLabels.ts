import type { FieldLabel, FormulaLabels } from "#core/expr/formulaParts.ts";
import { contextLabelKeys } from "#core/ruleset/labels.ts";

/** Labels by name; `undefined` for a name with labels that differ, so that none of them is shown for another. */
type UniqueLabels = Map<string, string | undefined>;

const addUnique = (labels: UniqueLabels, name: string, label: string): void => {
  labels.set(name, labels.has(name) && labels.get(name) !== label ? undefined : label);
};

/**
 * What the names in formulas are called, from the labels of a game in one language. A label that different names share is shown with the
 * name behind it, so that no two formulas read the same which do different things.
 */
export function formulaLabels(labels: Readonly<Record<string, string>>): FormulaLabels {
  /** Fields of events by name, and the values of such fields by `name.value`, and values by themselves. */
  const fields: UniqueLabels = new Map();
  const fieldValues: UniqueLabels = new Map();
  const values: UniqueLabels = new Map();
  /** The names that a label is given to: fields, and apart from them the values of each field. */
  const [namesOf, valuesOf] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const shared = (by: Map<string, Set<string>>, label: string, name: string) =>
    by.set(label, (by.get(label) ?? new Set()).add(name));
  for (const [key, label] of Object.entries(labels)) {
    const [, kind = "", id = ""] = /^(\w+):(.*)$/s.exec(key) ?? [];
    const last = id.slice(id.lastIndexOf(".") + 1);
    // `players` and one `player` of them are not mixed up.
    if (kind === "context" || kind === "field") shared(namesOf, label, last.replace(/s$/, ""));
    if (kind === "field") addUnique(fields, last, label);
    if (kind !== "value") continue;
    const [, field = "", value = ""] = id.split(/^[^.]*\.([^.]*)\./s);
    shared(valuesOf, `${field}: ${label}`, value);
    addUnique(fieldValues, `${field}.${value}`, label);
    addUnique(values, value, label);
  }
  const own = (key: string): string | undefined =>
    Object.hasOwn(labels, key) && labels[key] !== "" ? labels[key] : undefined;
  /** Names that a module gives to anything else: what helpers are given, fields of what they make. */
  const localsOf = new Map<string, Set<string>>();
  for (const [key, label] of Object.entries(labels))
    if (key.startsWith(LOCAL)) shared(localsOf, label, key.slice(LOCAL.length));
  const distinct = (label: string, names: Set<string> | undefined, name: string): string =>
    (names?.size ?? 0) > 1 ? `${label} (${name})` : label;

  const local = (name: string): string | undefined => own(`${LOCAL}${name}`);
  /** A local label for what is no local name: with the name behind it where another goes by the same. */
  const distinctLocal = (name: string): string | undefined => {
    const label = local(name);
    if (label === undefined) return undefined;
    const others = [...(namesOf.get(label) ?? []), ...(localsOf.get(label) ?? [])];
    return others.some((other) => other !== name) ? `${label} (${name})` : label;
  };

  const eventField = (name: string, event: string | undefined): string | undefined =>
    (event === undefined ? undefined : own(`field:${event}.${name}`)) ??
    own(`field:${name}`) ??
    fields.get(name);

  const fieldLabel = (
    [root, ...names]: readonly string[],
    event: string | undefined,
  ): FieldLabel | undefined => {
    const last = names.at(-1);
    if (last === undefined) return undefined;
    if (root === "event" && names.length === 1) {
      const label = eventField(last, event);
      return label === undefined ? undefined : { label, isWhole: true };
    }
    if (root === "input") {
      const label = own(`input:${names.join(".")}`);
      return label === undefined ? undefined : { label, isWhole: true };
    }
    const whole = `context:${names.join(".")}`;
    // Words within an event are called as those within the context are, but not after what only happens to be called like the event's field.
    const keys = contextLabelKeys(names.join(".")).slice(root === "event" ? 1 : 0);
    for (const key of keys) {
      const label = own(key);
      if (label !== undefined)
        return { label, isWhole: root === "context" && (key === whole || key.startsWith("input:")) };
    }
    return undefined;
  };

  return {
    field(path, event) {
      const found = fieldLabel(path, event);
      const last = path.at(-1) ?? "";
      if (!found && path.length > 1) {
        const label = (path[0] === "context" ? own(`output:${last}`) : undefined) ?? distinctLocal(last);
        return label === undefined ? undefined : { label, isWhole: false };
      }
      return found && { ...found, label: distinct(found.label, namesOf.get(found.label), last) };
    },
    value(text, path, event) {
      const field = path?.at(-1) ?? "";
      const label =
        (path?.[0] === "event" && event !== undefined ? own(`value:${event}.${field}.${text}`) : undefined) ??
        own(`value:context.${field}.${text}`) ??
        fieldValues.get(`${field}.${text}`) ??
        own(`seat:${text}`) ??
        own(`name:${text}`) ??
        (field === "type" ? own(`event:${text}`) : undefined) ??
        values.get(text) ??
        own(`input:${text}`);
      return label === undefined ? undefined : distinct(label, valuesOf.get(`${field}: ${label}`), text);
    },
    helper: (name) => own(`derived:${name}`) ?? distinctLocal(name),
    local(name, list) {
      const item = list === undefined ? undefined : own(`item:${list}`);
      // A single letter says nothing of what it stands for; a longer name does, and mostly it is that of the field that is handed on.
      if (name.length === 1) return item ?? local(name);
      return local(name) ?? item ?? own(`context:${name}`) ?? fields.get(name);
    },
  };
}

const LOCAL = "local:";
