import type { Slot, StatePath } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import type { Behavior } from "#core/edit/pen/behaviorCode.ts";

declare const VALUE: unique symbol;

/**
 * The part of JSON Schema that arguments of commands need. It is shown to people and programs, and checked here.
 * `Value` is what fits it, so that a command's arguments are written down once: the compiler and the check cannot differ.
 */
export interface ArgShape<out Value = unknown> {
  /** Only the compiler sees it. */
  readonly [VALUE]?: Value;
  readonly type?: "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";
  readonly enum?: readonly (string | null)[];
  readonly items?: ArgShape;
  readonly properties?: Readonly<Record<string, ArgShape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly anyOf?: readonly ArgShape[];
  readonly minimum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  /** What the value stands for, so that a menu can offer the right control. */
  readonly title?:
    | "state"
    | "transition"
    | "event"
    | "guard"
    | "action"
    | "target"
    | "code"
    | "text"
    | "key"
    | "json";
  readonly description?: string;
}

export type ValueOf<Shape> = Shape extends ArgShape<infer Value> ? Value : never;

type Shapes = Readonly<Record<string, ArgShape>>;
type Optional<Name> = Name extends `${infer Bare}?` ? Bare : never;
type ObjectOf<Fields extends Shapes> = {
  readonly [Name in keyof Fields as Name extends `${string}?` ? never : Name]: ValueOf<Fields[Name]>;
} & { readonly [Name in keyof Fields as Optional<Name>]?: ValueOf<Fields[Name]> };
/** One object type instead of two, so that a message of the compiler names the arguments. */
type Flat<T> = { readonly [Name in keyof T]: T[Name] };

/** Arguments as an object; a name that ends with `?` may be left out. */
export function args<const Fields extends Shapes>(fields: Fields): ArgShape<Flat<ObjectOf<Fields>>> {
  const bare = (name: string) => name.replace(/\?$/, "");
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, shape]) => [bare(name), shape])),
    required: Object.keys(fields).filter((name) => !name.endsWith("?")),
    additionalProperties: false,
  };
}

/** A text. @param title what it stands for */
export const string = (
  title: NonNullable<ArgShape["title"]>,
  more: Pick<ArgShape, "minLength" | "description"> = {},
): ArgShape<string> => ({ type: "string", title, ...more });
export const list = <Item>(
  items: ArgShape<Item>,
  more: Pick<ArgShape, "minItems" | "description"> = {},
): ArgShape<readonly Item[]> => ({ type: "array", items, ...more });
export const boolean = (description?: string): ArgShape<boolean> => ({
  type: "boolean",
  ...(description === undefined ? {} : { description }),
});
export const oneOf = <const Value extends string>(...values: readonly Value[]): ArgShape<Value> => ({
  enum: values,
});
export const nullable = <Value>(shape: ArgShape<Value>): ArgShape<Value | null> => ({
  anyOf: [shape, { type: "null" }],
});

export const text = string("text");
export const key = string("key");
export const index: ArgShape<number> = { type: "integer", minimum: 0 };
export const statePath: ArgShape<StatePath> = { type: "array", items: { type: "string" }, title: "state" };
export const slot: ArgShape<Slot> = oneOf(
  "on",
  "after",
  "always",
  "onDone",
  "invoke.onDone",
  "invoke.onError",
  "invoke.onSnapshot",
  "route",
);
export const event = string("event");
export const transition: ArgShape<TransitionRef> = {
  ...args({ source: statePath, slot, "event?": event, index }),
  title: "transition",
};
export const target: ArgShape<StatePath | string> = {
  anyOf: [statePath, string("target")],
  description: "a path, or the text of a target to be written as it is",
};
/** Several targets: regions of a parallel state that are entered at once. */
export const targets = list(target, { minItems: 1 });
/** A guard or action: by name with JSON params, or code. */
export const behavior: ArgShape<Behavior> = {
  anyOf: [
    args({ name: { type: "string", minLength: 1 }, "params?": { title: "json" } }),
    args({ text: string("code") }),
  ],
};

/** Where a value does not have the shape, as a dotted path (`""` is the value itself), or undefined when it fits. */
export function misfit(shape: ArgShape, value: unknown, at = ""): string | undefined {
  if (shape.anyOf)
    return shape.anyOf.some((argShape) => misfit(argShape, value, at) === undefined) ? undefined : at;
  if (shape.enum) return (shape.enum as readonly unknown[]).includes(value) ? undefined : at;
  if (shape.title === "json") return isJson(value, 0) ? undefined : at;
  switch (shape.type) {
    case "array":
      if (!Array.isArray(value) || value.length < (shape.minItems ?? 0)) return at;
      return firstMisfit([...value.keys()], (i) => misfit(shape.items ?? {}, value[i], join(at, String(i))));
    case "object":
      return misfitOfObject(shape, value, at);
    case "integer":
      return Number.isSafeInteger(value) && (value as number) >= (shape.minimum ?? -Infinity)
        ? undefined
        : at;
    case "string":
      return typeof value === "string" && value.length >= (shape.minLength ?? 0) ? undefined : at;
    case "null":
      return value === null ? undefined : at;
    case undefined:
      return undefined;
    default:
      return typeof value === shape.type ? undefined : at;
  }
}

function misfitOfObject(shape: ArgShape, value: unknown, at: string): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return at;
  const object = value as Record<string, unknown>;
  const given = (name: string) => Object.hasOwn(object, name) && object[name] !== undefined;
  const unknown = Object.keys(object).find((name) => !Object.hasOwn(shape.properties ?? {}, name));
  if (unknown !== undefined) return join(at, unknown);
  const missing = shape.required?.find((name) => !given(name));
  if (missing !== undefined) return join(at, missing);
  return firstMisfit(Object.entries(shape.properties ?? {}), ([name, inner]) =>
    given(name) ? misfit(inner, object[name], join(at, name)) : undefined,
  );
}

function firstMisfit<T>(items: readonly T[], of: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = of(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Levels of an argument: a bound on recursion, far beyond what a person types. */
const MAX_ARGUMENT_LEVELS = 100;

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth > MAX_ARGUMENT_LEVELS) return false;
  return Object.values(value).every((item) => isJson(item, depth + 1));
}

const join = (at: string, name: string): string => (at === "" ? name : `${at}.${name}`);
