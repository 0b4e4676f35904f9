import { MAX_JSON_LEVELS, parseJson, type Json } from "#core/text/json.ts";

/**
 * What a message of another program has to look like, and the one way to read it: `readValue` and `readText` give the typed value or a fault
 * that says what is wrong, where, and what would be right. Nothing foreign is read by a cast or by `String()`, which runs a `toString` that the
 * other side wrote. Files of games have JSON Schemas of their own (`ruleset/schemaFaults.ts`); these here are for messages, of which thousands
 * come in a second (docs/decisions/19). Each is a JSON Schema as well, so that a test can hold it against a validator that others wrote.
 */
export interface Schema<T> {
  /** The first thing that does not fit, or undefined. It may throw where a value's own getters do: ask `readValue`. */
  readonly check: (value: unknown) => ForeignFault | undefined;
  /** The same as a JSON Schema, in the keywords of draft 2020-12. */
  readonly json: { readonly [keyword: string]: Json };
  /** Only carries the type; there is no such field. */
  readonly type?: T;
}
export type TypeOf<S> = S extends Schema<infer T> ? T : never;

/** Why a foreign value is not what was requested. */
export interface ForeignFault {
  /** `not-json`: the text is none. `too-large`: longer than is taken. `form`: a part of it is of another form. */
  readonly code: "not-json" | "too-large" | "form";
  /** Keys and indexes that lead to the part, from the top. */
  readonly path: readonly (string | number)[];
  /** What would be right, such as `string | null`. */
  readonly expected: string;
  /** What is there, in few words. */
  readonly got: string;
}

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: ForeignFault };

/** Reads a value that came as one. It is not copied; keys that the schema does not name stay. Never throws. */
export function readValue<T>(schema: Schema<T>, value: unknown): Read<T> {
  try {
    const fault = schema.check(value);
    return fault ? { ok: false, fault } : { ok: true, value: value as T };
  } catch (error) {
    // A getter or proxy threw, or the value is nested more deeply than the stack goes.
    return { ok: false, fault: formFault(schema, error instanceof RangeError ? "too deep" : "unreadable") };
  }
}

/** Reads a value that came as JSON text; own keys `__proto__` are dropped. Never throws. @param maxLength characters that are taken */
export function readText<T>(schema: Schema<T>, text: unknown, maxLength = Infinity): Read<T> {
  if (typeof text !== "string") return { ok: false, fault: formFault({ json: { type: "JSON text" } }, text) };
  if (text.length > maxLength)
    return {
      ok: false,
      fault: {
        code: "too-large",
        path: [],
        expected: `${maxLength} characters or fewer`,
        got: `${text.length}`,
      },
    };
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    return { ok: false, fault: { code: "not-json", path: [], expected: "JSON", got: brief(text) } };
  }
  return readValue(schema, value);
}

/** The fault in English, for terminals and logs: `changes[3].base: expected string | null, got 5`. */
export function faultText({ path, expected, got }: ForeignFault): string {
  const at = placeText(path);
  return `${at === "" ? "" : `${at}: `}expected ${expected}, got ${got}`;
}

/** `changes[3].base`, for people; empty at the top. */
export const placeText = (path: readonly (string | number)[]): string =>
  path
    .map((key, i) =>
      typeof key === "number" || !/^[\w$-]{1,40}$/.test(key) ? `[${brief(key)}]` : i === 0 ? key : `.${key}`,
    )
    .join("");

export const string: Schema<string> = typed("string", (value) => typeof value === "string");
export const boolean: Schema<boolean> = typed("boolean", (value) => typeof value === "boolean");
/** What JSON can write: neither NaN nor infinite. */
export const number: Schema<number> = typed("number", (value) => Number.isFinite(value));
export const integer: Schema<number> = typed("integer", (value) => Number.isSafeInteger(value));
/** An index or number of things: an integer, 0 or more. */
export const count: Schema<number> = {
  json: { type: "integer", minimum: 0 },
  check: (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : formFault(count, value),
};
export const unknown: Schema<unknown> = { json: {}, check: () => undefined };

/** Any JSON value. */
export const json: Schema<Json> = {
  json: {},
  check: (value) => (isJson(value, 0) ? undefined : formFault({ json: { type: "JSON" } }, value)),
};
/** Any JSON object. */
export const jsonObject: Schema<{ readonly [key: string]: Json }> = {
  json: { type: "object" },
  check: (value) => (isRecord(value) && isJson(value, 0) ? undefined : formFault(jsonObject, value)),
};

/** One of these texts, numbers, truth values or null. */
export function literal<const T extends string | number | boolean | null>(
  ...values: readonly T[]
): Schema<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  const schema: Schema<T> = {
    json: { enum: values },
    check: (value) => (known.has(value) ? undefined : formFault(schema, value)),
  };
  return schema;
}

export const nullable = <T>(of: Schema<T>): Schema<T | null> => {
  const schema: Schema<T | null> = {
    json: { anyOf: [of.json, { type: "null" }] },
    check(value) {
      if (value === null) return undefined;
      const fault = of.check(value);
      // Of a value that is wrong as a whole, null would be right as well.
      return fault?.path.length === 0 ? formFault(schema, value) : fault;
    },
  };
  return schema;
};

/** @param maxItems items that are taken */
export function list<T>(of: Schema<T>, maxItems = Infinity): Schema<readonly T[]> {
  const schema: Schema<readonly T[]> = {
    json: { type: "array", items: of.json, ...(maxItems === Infinity ? {} : { maxItems }) },
    check(value) {
      if (!Array.isArray(value) || value.length > maxItems) return formFault(schema, value);
      for (let i = 0; i < value.length; i++) {
        // A list has no holes in JSON; a cloned one may have billions, and is left at the first.
        const fault = value[i] === undefined ? formFault(of, undefined) : of.check(value[i]);
        if (fault) return within(i, fault);
      }
      return undefined;
    },
  };
  return schema;
}

/** An object used as a table: any keys, values of one kind. */
export function record<T>(of: Schema<T>): Schema<Readonly<Record<string, T>>> {
  const schema: Schema<Readonly<Record<string, T>>> = {
    json: { type: "object", additionalProperties: of.json },
    check(value) {
      if (!isRecord(value)) return formFault(schema, value);
      for (const key of Object.keys(value)) {
        const fault = of.check(value[key]);
        if (fault) return within(key, fault);
      }
      return undefined;
    },
  };
  return schema;
}

/** A field that may be left out. */
export interface Optional<T> {
  readonly optional: Schema<T>;
}
export const optional = <T>(of: Schema<T>): Optional<T> => ({ optional: of });

type Fields = Readonly<Record<string, Schema<unknown> | Optional<unknown>>>;
type OptionalKeys<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F];
type Flat<T> = { [K in keyof T]: T[K] };
type ObjectOf<F> = Flat<
  { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: TypeOf<F[K]> } & {
    readonly [K in OptionalKeys<F>]?: F[K] extends Optional<infer T> ? T : never;
  }
>;

/** An object with these fields. Others are let pass: a newer version of the other side may send more. */
export function object<const F extends Fields>(fields: F): Schema<ObjectOf<F>> {
  const all = Object.entries(fields).map(([key, field]) =>
    "optional" in field
      ? { key, of: field.optional, isOptional: true }
      : { key, of: field, isOptional: false },
  );
  const schema: Schema<ObjectOf<F>> = {
    json: {
      type: "object",
      properties: Object.fromEntries(all.map(({ key, of }) => [key, of.json])),
      required: all.filter(({ isOptional }) => !isOptional).map(({ key }) => key),
    },
    check(value) {
      if (!isRecord(value)) return formFault(schema, value);
      for (const { key, of, isOptional } of all) {
        const part = value[key];
        if (part === undefined && isOptional) continue;
        const fault = of.check(part);
        if (fault) return within(key, fault);
      }
      return undefined;
    },
  };
  return schema;
}

/** Objects that a field tells apart; of one whose name is known the fault is that of its own fields. */
export function tagged<const K extends string, const V extends Readonly<Record<string, Fields>>>(
  tag: K,
  variants: V,
): Schema<{ [N in keyof V]: Flat<{ readonly [T in K]: N } & ObjectOf<V[N]>> }[keyof V]> {
  type Any = { [N in keyof V]: Flat<{ readonly [T in K]: N } & ObjectOf<V[N]>> }[keyof V];
  const byName = new Map(
    Object.entries(variants).map(([name, fields]) => [name, object({ [tag]: literal(name), ...fields })]),
  );
  const names = literal(...byName.keys());
  const schema: Schema<Any> = {
    json: { anyOf: [...byName.values()].map((variant) => variant.json) },
    check(value) {
      if (!isRecord(value)) return formFault({ json: { type: "object" } }, value);
      const name = value[tag];
      const variant = typeof name === "string" ? byName.get(name) : undefined;
      if (variant) return variant.check(value);
      const fault = names.check(name);
      return fault && within(tag, fault);
    },
  };
  return schema;
}

/** What fits one of several. Use `tagged` where a field tells them apart: its faults say more. */
export function union<const S extends readonly Schema<unknown>[]>(...of: S): Schema<TypeOf<S[number]>> {
  const schema: Schema<TypeOf<S[number]>> = {
    json: { anyOf: of.map((option) => option.json) },
    check: (value) =>
      of.some((option) => option.check(value) === undefined) ? undefined : formFault(schema, value),
  };
  return schema;
}

/** What holds itself, such as a tree. Its JSON Schema stops at the second level: it says less than it checks. */
export function recursive<T>(of: () => Schema<T>): Schema<T> {
  const depth = { now: 0 };
  return {
    json: {},
    check(value) {
      if (depth.now >= MAX_JSON_LEVELS) return formFault({ json: { type: "less depth" } }, value);
      depth.now++;
      try {
        return of().check(value);
      } finally {
        depth.now--;
      }
    },
  };
}

function typed<T>(type: string, fits: (value: unknown) => boolean): Schema<T> {
  const schema: Schema<T> = {
    json: { type },
    check: (value) => (fits(value) ? undefined : formFault(schema, value)),
  };
  return schema;
}

const formFault = (schema: Pick<Schema<unknown>, "json">, value: unknown): ForeignFault => ({
  code: "form",
  path: [],
  expected: expectation(schema.json),
  got: brief(value),
});

/** The same fault, seen from the object or list around. */
const within = (key: string | number, fault: ForeignFault): ForeignFault => ({
  ...fault,
  path: [key, ...fault.path],
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth >= MAX_JSON_LEVELS) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isJson(value[i], depth + 1)) return false;
    return true;
  }
  const parent: unknown = Object.getPrototypeOf(value);
  if (parent !== null && Object.getPrototypeOf(parent) !== null) return false;
  return Object.values(value).every((part) => part === undefined || isJson(part, depth + 1));
}

/** What a JSON Schema asks for, in few words. */
function expectation(schema: Schema<unknown>["json"]): string {
  const { type, enum: values, anyOf, minimum, maxItems } = schema;
  if (Array.isArray(values)) return values.map((value: Json) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(anyOf))
    return anyOf.map((option: Json) => expectation(option as Schema<unknown>["json"])).join(" | ");
  const name = typeof type === "string" ? type : "a value";
  if (typeof minimum === "number") return `${name} from ${minimum}`;
  return typeof maxItems === "number" ? `${name} of at most ${maxItems}` : name;
}

/** Longest piece of a foreign text that a fault quotes: about half a line of a terminal. */
const MAX_QUOTE_CHARACTERS = 40;

/** What a foreign value is, without running anything of it: objects and lists by kind, texts cut. */
function brief(value: unknown): string {
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === "string") {
    const cut = value.length > MAX_QUOTE_CHARACTERS ? `${value.slice(0, MAX_QUOTE_CHARACTERS)}…` : value;
    return JSON.stringify(cut);
  }
  if (value === undefined) return "nothing";
  if (typeof value === "number" || typeof value === "boolean" || value === null) return `${value}`;
  return typeof value;
}
