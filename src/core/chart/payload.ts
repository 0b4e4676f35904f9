import type { Json } from "#core/text/json.ts";
import { addAll } from "#core/text/addAll.ts";

/** The JSON type of one field, as read from the TypeScript types of a machine module. */
export type PayloadType =
  | { readonly kind: "string" }
  | { readonly kind: "number" }
  | { readonly kind: "boolean" }
  | { readonly kind: "null" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "union"; readonly of: readonly PayloadType[] }
  | { readonly kind: "array"; readonly of: PayloadType }
  | { readonly kind: "tuple"; readonly of: readonly PayloadType[] }
  | { readonly kind: "object"; readonly fields: readonly Field[] }
  | { readonly kind: "record"; readonly of: PayloadType }
  /** A type that could not be read: anything is accepted; `text` is shown. */
  | { readonly kind: "unknown"; readonly text: string };

export interface Field {
  readonly name: string;
  readonly type: PayloadType;
  readonly optional: boolean;
  /** The JSDoc comment above the field, when there is one. */
  readonly doc?: string;
}

/** One member of the `events` union: its `type` and the other fields. */
export interface EventType {
  readonly type: string;
  readonly fields: readonly Field[];
}

/** A payload that does not fit its type. `at` is the dotted path in the event, such as `blockers[1].points`. */
export interface PayloadFault {
  readonly at: string;
  readonly code: "missing" | "type" | "unknown-field";
  readonly expected: string;
  readonly got: string;
}

/** A type in TypeScript's words, for messages and forms. */
export function typeText(type: PayloadType): string {
  switch (type.kind) {
    case "literal":
      return JSON.stringify(type.value);
    case "union":
      return type.of.map(typeText).join(" | ");
    case "array":
      return type.of.kind === "union" ? `(${typeText(type.of)})[]` : `${typeText(type.of)}[]`;
    case "tuple":
      return `[${type.of.map(typeText).join(", ")}]`;
    case "object":
      return `{ ${type.fields.map((f) => `${f.name}${f.optional ? "?" : ""}: ${typeText(f.type)}`).join("; ")} }`;
    case "record":
      return `Record<string, ${typeText(type.of)}>`;
    case "unknown":
      return type.text;
    default:
      return type.kind;
  }
}

/** The values of a type that has few: literals, booleans, null and unions of these. */
export function literalsOf(type: PayloadType): Json[] | undefined {
  if (type.kind === "literal") return [type.value];
  if (type.kind === "boolean") return [true, false];
  if (type.kind === "null") return [null];
  if (type.kind !== "union") return undefined;
  const all = type.of.map(literalsOf);
  return all.every((part) => part !== undefined) ? all.flat() : undefined;
}

/** Faults that are reported of one value: a long list can have one in each item, and each takes more room than the item. */
export const MAX_PAYLOAD_FAULTS = 100;

/**
 * Faults of a value against a list of fields; empty when it fits. Unknown fields are faults, so that typos show.
 * @param limit after so many the rest of the value is not looked at
 */
export function checkFields(
  fields: readonly Field[],
  value: unknown,
  at = "",
  limit = MAX_PAYLOAD_FAULTS,
): PayloadFault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [{ at, code: "type", expected: typeText({ kind: "object", fields }), got: say(value) }];
  const object = value as Record<string, unknown>;
  const prefix = at === "" ? "" : `${at}.`;
  const known = new Set(fields.map((field) => field.name));
  const faults: PayloadFault[] = [];
  for (const field of fields) {
    if (faults.length >= limit) return faults;
    if (!Object.hasOwn(object, field.name) || object[field.name] === undefined) {
      if (!field.optional)
        faults.push({
          at: prefix + field.name,
          code: "missing",
          expected: typeText(field.type),
          got: "nothing",
        });
    } else
      addAll(faults, checkType(field.type, object[field.name], prefix + field.name, limit - faults.length));
  }
  for (const name of Object.keys(object)) {
    if (faults.length >= limit) return faults;
    if (!known.has(name))
      faults.push({
        at: prefix + name,
        code: "unknown-field",
        expected: fields.map((f) => f.name).join(", "),
        got: name,
      });
  }
  return faults;
}

/** Faults of a value against a type, at most `limit`; empty when it fits. */
export function checkType(
  type: PayloadType,
  value: unknown,
  at: string,
  limit = MAX_PAYLOAD_FAULTS,
): PayloadFault[] {
  const fault = (): PayloadFault[] => [{ at, code: "type", expected: typeText(type), got: say(value) }];
  switch (type.kind) {
    case "unknown":
      return [];
    case "string":
    case "boolean":
      return typeof value === type.kind ? [] : fault();
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? [] : fault();
    case "null":
      return value === null ? [] : fault();
    case "literal":
      return value === type.value ? [] : fault();
    case "union":
      return type.of.some((item) => checkType(item, value, at, 1).length === 0) ? [] : fault();
    case "array":
      return Array.isArray(value)
        ? firstFaults(value.keys(), limit, (i, left) => checkType(type.of, value[i], `${at}[${i}]`, left))
        : fault();
    case "tuple":
      return Array.isArray(value) && value.length === type.of.length
        ? firstFaults(type.of.entries(), limit, ([i, item], left) =>
            checkType(item, value[i], `${at}[${i}]`, left),
          )
        : fault();
    case "object":
      return checkFields(type.fields, value, at, limit);
    case "record":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? firstFaults(Object.entries(value), limit, ([key, item], left) =>
            checkType(type.of, item, `${at}.${key}`, left),
          )
        : fault();
  }
}

/** The faults of one part after the other, until there are enough. */
function firstFaults<Part>(
  parts: Iterable<Part>,
  limit: number,
  check: (part: Part, left: number) => PayloadFault[],
): PayloadFault[] {
  const faults: PayloadFault[] = [];
  for (const part of parts) {
    if (faults.length >= limit) break;
    addAll(faults, check(part, limit - faults.length));
  }
  return faults;
}

/** The same type as a JSON Schema (draft 2020-12), for `describe` and for other programs. */
export function toJsonSchema(type: PayloadType): Json {
  switch (type.kind) {
    case "literal":
      return { const: type.value };
    case "union":
      return type.of.every((item) => item.kind === "literal")
        ? { enum: type.of.map((literal) => (literal.kind === "literal" ? literal.value : null)) }
        : { anyOf: type.of.map(toJsonSchema) };
    case "array":
      return { type: "array", items: toJsonSchema(type.of) };
    case "tuple":
      return {
        type: "array",
        prefixItems: type.of.map(toJsonSchema),
        minItems: type.of.length,
        maxItems: type.of.length,
      };
    case "object":
      return fieldsSchema(type.fields);
    case "record":
      return { type: "object", additionalProperties: toJsonSchema(type.of) };
    case "unknown":
      return {};
    default:
      return { type: type.kind };
  }
}

/** JSON Schema of an object with these fields. */
export function fieldsSchema(fields: readonly Field[]): Json {
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map((f) => [
        f.name,
        f.doc ? { ...(toJsonSchema(f.type) as object), description: f.doc } : toJsonSchema(f.type),
      ]),
    ) as Json,
    required: fields.filter((f) => !f.optional).map((f) => f.name),
    additionalProperties: false,
  };
}

function say(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
