import type { EventType } from "#core/chart/payload.ts";
import type { MachineSymbol, NamedKind } from "#core/symbol/symbol.ts";
import { choiceField, codeField, textField } from "#app/gestures/fields.ts";
import { offer, type Offer } from "#app/studio/offer.ts";

const stubs = ["guard", "action", "actor", "delay"] as const;

/**
 * What can be done with a machine whatever is selected: names to be defined, and other names for what has one.
 * @param events those that types declare
 * @param current the one that is looked at
 */
export function machineOffers(
  symbols: readonly MachineSymbol[],
  events: readonly EventType[],
  current?: string,
): Offer[] {
  return [
    ...stubs.map(stub),
    ...(events.length > 0 ? [event, moreFields(events, current)] : []),
    contextField,
    ...[...namesByKind(symbols)].map(([kind, names]) => rename(kind, names)),
  ];
}

const stub = (kind: (typeof stubs)[number]): Offer =>
  offer(`${kind}.stub`, {
    group: "setup",
    fields: () => [textField("name", "ask.name")],
    args: ({ name = "" }) => ({ name: name.trim() }),
  });

const event: Offer = offer("event.declare", {
  group: "setup",
  fields: () => [textField("name", "ask.name"), codeField("fields", "ask.fields", { optional: true })],
  args: ({ name = "", fields = "" }) => {
    const carried = eventFields(fields);
    return { name: name.trim(), ...(carried.length > 0 ? { fields: carried } : {}) };
  },
});

/** The fields after an event's name, which decides what it carries. */
const moreFields = (events: readonly EventType[], current: string | undefined): Offer =>
  offer("event.addFields", {
    group: "setup",
    fields: () => [
      choiceField(
        "name",
        "symbol.kind.event",
        events.map(({ type }) => ({ value: type, text: type })),
        events.some(({ type }) => type === current) ? { value: current ?? "" } : {},
      ),
      codeField("fields", "ask.fields"),
    ],
    args: ({ name = "", fields = "" }) => {
      const carried = eventFields(fields);
      return carried.length > 0 ? { name, fields: carried } : undefined;
    },
  });

/** Asks for more fields of one event. */
export const fieldsOffer = (events: readonly EventType[], type: string): Offer => moreFields(events, type);

/** `card: string, n?: number` as fields; a comma within brackets is part of a type. */
function eventFields(typed: string): { name: string; type: string }[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const char of typed) {
    if ("([{<".includes(char)) depth++;
    if (")]}>".includes(char)) depth--;
    if (depth === 0 && /[,;，、\n]/.test(char)) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...type] = part.split(/[:：]/);
      return { name: name.trim(), type: type.join(":").trim() || "string" };
    });
}

const contextField: Offer = offer("context.add", {
  group: "setup",
  fields: () => [
    textField("name", "ask.name"),
    codeField("value", "ask.start-value", { value: "0" }),
    codeField("type", "ask.value-type", { optional: true }),
  ],
  args: ({ name = "", value = "", type = "" }) => ({
    name: name.trim(),
    value: value.trim(),
    ...(type.trim() === "" ? {} : { type: type.trim() }),
  }),
});

const rename = (kind: NamedKind, names: readonly string[]): Offer =>
  offer(`${kind}.rename`, {
    group: "setup",
    fields: (values) => [
      choiceField(
        "name",
        `symbol.kind.${kind}`,
        names.map((name) => ({ value: name, text: name })),
        { leads: true },
      ),
      textField("to", "names.new-name", { value: values["name"] ?? names[0] ?? "" }),
    ],
    args: ({ name = "", to = "" }) => ({ name, to: to.trim() }),
  });

/** The names of a machine by kind. */
function namesByKind(symbols: readonly MachineSymbol[]): Map<NamedKind, string[]> {
  const byKind = new Map<NamedKind, Set<string>>();
  for (const { kind, name } of symbols) {
    if (kind === "state" || kind === "context") continue;
    byKind.set(kind, (byKind.get(kind) ?? new Set()).add(name));
  }
  return new Map([...byKind].map(([kind, names]) => [kind, [...names].toSorted()]));
}
