import { Validator, type OutputUnit, type Schema } from "@cfworker/json-schema";
import { near } from "#core/diagnostic/near.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import clauses from "#schemas/clauses.schema.json";
import labels from "#schemas/labels.schema.json";
import layout from "#schemas/layout.schema.json";
import moves from "#schemas/moves.schema.json";
import readings from "#schemas/readings.schema.json";
import renames from "#schemas/renames.schema.json";
import review from "#schemas/review.schema.json";
import ruleset from "#schemas/ruleset.schema.json";
import scenario from "#schemas/scenario.schema.json";
import terms from "#schemas/terms.schema.json";
import text from "#schemas/text.schema.json";
import view from "#schemas/view.schema.json";

/** The JSON Schemas of the files of a game. */
export const schemas = {
  clauses,
  labels,
  layout,
  moves,
  readings,
  renames,
  review,
  ruleset,
  scenario,
  terms,
  text,
  view,
};
export type SchemaName = keyof typeof schemas;

/** One thing in a file that is not as its schema says. */
export interface SchemaFault {
  readonly code:
    | "json-missing"
    | "json-type"
    | "json-value"
    | "json-minimum"
    | "json-more-than"
    | "json-min-items"
    | "json-max-items"
    | "json-empty"
    | "json-repeat"
    | "json-shape"
    | "json-unknown-key";
  /** Keys and indexes from the top of the file. */
  readonly way: readonly (string | number)[];
  readonly facts: Readonly<Record<string, string | readonly string[]>>;
}

// The validator interprets schemas; it compiles no code, so the page's CSP needs no `unsafe-eval`.
const validators = new Map<SchemaName, Validator>();

/** What of a value is not as the schema says, in document order; empty when all is well. */
export function schemaFaults(name: SchemaName, value: Json): SchemaFault[] {
  let validator = validators.get(name);
  if (!validator) {
    validator = new Validator(schemas[name] as unknown as Schema, "2020-12", false);
    validators.set(name, validator);
  }
  const errors = errorsOf(name, validator, wellFormed(value));
  // Places in the schema, not in the file: there are few, however many items go wrong there.
  const choices = [
    ...new Set(errors.filter((e) => CHOICE.has(e.keyword)).map((e) => `${e.keywordLocation}/`)),
  ];
  const faults = errors
    // Of a choice (anyOf, oneOf) only the choice itself is reported, not how each of its branches failed.
    .filter((e) => !choices.some((choice) => e.keywordLocation.startsWith(choice)))
    .flatMap((e) => toFault(name, value, e));
  return [...faults, ...unknownKeys(schemas[name] as Json, value)];
}

/** Entries of a record that the validator is given at a time, where all have more errors than it can gather. */
const MAX_RECORD_ENTRIES = 10_000;

/**
 * What the validator has to say. It gathers the errors of a value as arguments of one call, of which JavaScript takes some ten thousand: of
 * a file with more than that the first ones alone are reported. It stops at the first item of a list then; names of keys it checks to the
 * end, so a long record comes in parts.
 */
function errorsOf(name: SchemaName, validator: Validator, value: Json): OutputUnit[] {
  try {
    return validator.validate(value).errors;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const stopping = new Validator(schemas[name] as unknown as Schema, "2020-12", true);
  for (let from = 0; from < longestRecord(value); from += MAX_RECORD_ENTRIES) {
    const { errors } = stopping.validate(withEntriesFrom(value, from));
    if (errors.length > 0) return errors;
  }
  return stopping.validate(value).errors;
}

/** How many entries the longest record in a value has; at least 1. */
const longestRecord = (value: Json): number =>
  isObject(value)
    ? Object.values(value).reduce<number>(
        (most, part) => Math.max(most, longestRecord(part)),
        Array.isArray(value) ? 1 : Object.keys(value).length,
      )
    : 1;

/** The value with only one part of its long records. */
function withEntriesFrom(value: Json, from: number): Json {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withEntriesFrom(item, from));
  const entries = Object.entries(value);
  const part = entries.length > MAX_RECORD_ENTRIES ? entries.slice(from, from + MAX_RECORD_ENTRIES) : entries;
  return Object.fromEntries(part.map(([key, item]) => [key, withEntriesFrom(item, from)]));
}

/** The value with keys that can be part of an address: the validator throws for half a surrogate pair. */
const wellFormed = (value: Json): Json => (hasHalfPair(value) ? withoutHalfPairs(value) : value);

const isObject = (value: Json): value is JsonObject | Json[] => typeof value === "object" && value !== null;

/** Nearly no file has one, and a file of labels has tens of thousands of keys to copy. */
function hasHalfPair(value: Json): boolean {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) return value.some(hasHalfPair);
  return Object.keys(value).some((key) => HALF_PAIR.test(key) || hasHalfPair(value[key]!));
}
const HALF_PAIR = /\p{Surrogate}/u;

function withoutHalfPairs(value: Json): Json {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(withoutHalfPairs);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key.replace(/\p{Surrogate}/gu, "\ufffd"),
      withoutHalfPairs(part),
    ]),
  );
}

const LIMITS: Readonly<Record<string, SchemaFault["code"]>> = {
  minimum: "json-minimum",
  exclusiveMinimum: "json-more-than",
  minItems: "json-min-items",
  maxItems: "json-max-items",
  minLength: "json-empty",
};
const TOLD_WITH_VALUE = new Set([
  "type",
  "enum",
  "const",
  "pattern",
  "uniqueItems",
  "anyOf",
  "oneOf",
  ...Object.keys(LIMITS),
]);
const CHOICE = new Set(["anyOf", "oneOf"]);

function toFault(name: SchemaName, value: Json, error: OutputUnit): SchemaFault[] {
  const way = wayOf(error.instanceLocation);
  const at = sayWay(way);
  const holder = schemaAt(schemas[name] as Json, wayOf(error.keywordLocation).slice(0, -1).map(String));
  const limit = asObject(holder)[error.keyword];
  // Many errors only wrap others, and may wrap the whole file: of these nobody wants the value.
  const actual = TOLD_WITH_VALUE.has(error.keyword) ? short(valueAt(value, way)) : "";
  switch (error.keyword) {
    case "required": {
      const key = /"(.*)"/.exec(error.error)?.[1] ?? "";
      return [
        {
          code: "json-missing",
          way,
          facts: { at, key, expected: expectation(asObject(asObject(holder)["properties"])[key]) },
        },
      ];
    }
    case "type":
      return [{ code: "json-type", way, facts: { at, got: actual, expected: expectation(holder) } }];
    case "enum":
    case "const":
    case "pattern":
      return [
        {
          code: "json-value",
          way,
          facts: {
            at,
            got: actual,
            expected: expectation(holder),
            near: Array.isArray(limit) ? near(textAt(value, way), limit.map(String)) : [],
          },
        },
      ];
    case "minimum":
    case "exclusiveMinimum":
    case "minItems":
    case "maxItems":
    case "minLength":
      return [{ code: LIMITS[error.keyword]!, way, facts: { at, got: actual, limit: String(limit) } }];
    case "uniqueItems":
      return [{ code: "json-repeat", way, facts: { at, got: actual } }];
    case "anyOf":
    case "oneOf":
      return [{ code: "json-shape", way, facts: { at, got: actual, expected: expectation(holder) } }];
    // The rest wrap faults that are listed by themselves.
    default:
      return [];
  }
}

/** Unknown keys are kept; one that nearly spells a known one is likely a slip. */
function unknownKeys(schema: Json, value: Json): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const visit = (part: Json | undefined, node: Json, way: readonly (string | number)[]) => {
    const rule = asObject(follow(schema, part));
    if (Array.isArray(node)) node.forEach((item, i) => visit(rule["items"], item, [...way, i]));
    else if (typeof node === "object" && node !== null) {
      const known = asObject(rule["properties"]);
      for (const [key, child] of Object.entries(node)) {
        const below = Object.hasOwn(known, key) ? known[key] : rule["additionalProperties"];
        if (below !== undefined) {
          // A text or a number has no keys.
          if (isObject(child)) visit(below, child, [...way, key]);
        } else if (rule["properties"] !== undefined) {
          const meant = near(key, Object.keys(known)).filter((name) => !Object.hasOwn(node, name));
          if (meant.length > 0)
            faults.push({
              code: "json-unknown-key",
              way: [...way, key],
              facts: { at: sayWay(way), key, near: meant },
            });
        }
      }
    }
  };
  visit(schema, value, []);
  return faults;
}

/** `clauses[3].kind`, for people; empty at the top. */
export const sayWay = (way: readonly (string | number)[]): string =>
  way.map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`)).join("");

function wayOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^(0|[1-9][0-9]*)$/.test(part) ? Number(part) : part));
}

function valueAt(value: Json, way: readonly (string | number)[]): Json | undefined {
  let current: Json | undefined = value;
  for (const step of way) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string | number, Json>)[step];
  }
  return current;
}

/** The text there, to be compared with those that may stand there; what is no text is like none of them. */
function textAt(value: Json, way: readonly (string | number)[]): string {
  const target = valueAt(value, way);
  return typeof target === "string" ? target : short(target);
}

/** Walks keywords as the validator reports them: a `$ref` among them leads on to what it names. */
function schemaAt(root: Json, way: readonly string[]): Json | undefined {
  let current: Json | undefined = root;
  for (const step of way)
    current = step === "$ref" ? follow(root, current) : asObject(follow(root, current, step))[step];
  return current;
}

function follow(root: Json, part: Json | undefined, unless?: string): Json | undefined {
  const ref = asObject(part)["$ref"];
  if (typeof ref !== "string" || (unless !== undefined && Object.hasOwn(asObject(part), unless))) return part;
  return asObject(asObject(root)["$defs"])[ref.slice("#/$defs/".length)];
}

/** What a schema asks for in few words: its values, title, pattern or type. */
function expectation(part: Json | undefined): string {
  const rule = asObject(part);
  const list = rule["enum"];
  if (Array.isArray(list)) return list.join(", ");
  if (rule["const"] !== undefined) return JSON.stringify(rule["const"]);
  if (typeof rule["title"] === "string") return rule["title"];
  if (typeof rule["pattern"] === "string") return rule["pattern"];
  const type = rule["type"];
  if (Array.isArray(type)) return type.join(" | ");
  return typeof type === "string"
    ? type
    : typeof rule["$ref"] === "string"
      ? rule["$ref"].slice("#/$defs/".length)
      : "";
}

const asObject = (value: unknown): Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null ? (value as Record<string, Json>) : {};

function short(value: Json | undefined): string {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
