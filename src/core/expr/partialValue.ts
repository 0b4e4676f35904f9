import type { Arrow } from "#core/expr/expr.ts";

/**
 * What is known of a value without running anything: that it is one of a few values, a field of the context as it was, an object of
 * which some fields are known, or nothing at all. Whatever the value may really be is among what this says.
 */
export type Partial =
  /** `truth`: nothing is known of it but that it is truthy, or falsy. */
  | { readonly kind: "any"; readonly truth?: boolean }
  | { readonly kind: "value"; readonly value: unknown }
  /** A plain value that is none of `than`, or an object or list. */
  | { readonly kind: "other"; readonly than: ReadonlySet<unknown> }
  /** What the context holds at this path, unchanged. */
  | { readonly kind: "ref"; readonly path: readonly string[] }
  /** Fields that are not named are those of `base`; without one there are no more. */
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, Partial>; readonly base?: Partial }
  | { readonly kind: "function"; readonly arrow: Arrow; readonly names: PartialNames }
  /** One of these, none of which is `any` or `either`. */
  | { readonly kind: "either"; readonly of: readonly Partial[] };

/** Names bound by parameters, and those outside. */
export interface PartialNames {
  readonly bindings: ReadonlyMap<string, Partial>;
  readonly outer?: PartialNames;
}

export const ANY: Partial = { kind: "any" };
/** A value with more alternatives than this counts as unknown. */
const MAX_ALTERNATIVES = 600;

export const valueOf = (value: unknown): Partial => ({ kind: "value", value });
export const UNDEFINED = valueOf(undefined);

/** The alternatives of a value: itself when there are none. */
export const alternatives = (value: Partial): readonly Partial[] =>
  value.kind === "either" ? value.of : [value];

const isPlain = (value: unknown) => typeof value !== "object" || value === null;

function same(a: Partial, b: Partial): boolean {
  if (a === b) return true;
  if (a.kind === "value" && b.kind === "value") return isPlain(a.value) && Object.is(a.value, b.value);
  return a.kind === "ref" && b.kind === "ref" && a.path.join("\0") === b.path.join("\0");
}

/** One of these values. */
export function either(values: readonly Partial[]): Partial {
  const plain = new Set<unknown>();
  const of: Partial[] = [];
  for (const partial of values.flatMap(alternatives)) {
    if (partial.kind === "any") return ANY;
    if (partial.kind === "value" && isPlain(partial.value)) {
      if (plain.has(partial.value)) continue;
      plain.add(partial.value);
    } else if (of.some((known) => same(known, partial))) continue;
    of.push(partial);
    if (of.length > MAX_ALTERNATIVES) return ANY;
  }
  return of.length === 1 ? of[0]! : of.length === 0 ? ANY : { kind: "either", of };
}

/** `of.name`; of nothing it is undefined, as behind `?.` (without it the code would throw and nothing would follow). */
export function memberOf(of: Partial, name: string): Partial {
  switch (of.kind) {
    case "ref":
      return { kind: "ref", path: [...of.path, name] };
    case "object":
      return of.fields.get(name) ?? (of.base ? memberOf(of.base, name) : UNDEFINED);
    case "either":
      return either(of.of.map((partial) => memberOf(partial, name)));
    case "value":
      return memberOfValue(of.value, name);
    default:
      return ANY;
  }
}

function memberOfValue(value: unknown, name: string): Partial {
  if (value === null || value === undefined) return UNDEFINED;
  if (typeof value === "string") return name === "length" ? valueOf(value.length) : ANY;
  if (typeof value !== "object") return UNDEFINED;
  return Object.hasOwn(value, name) ? valueOf((value as Record<string, unknown>)[name]) : UNDEFINED;
}

/** `{ ...first, ...then }`. */
export function spreadOver(first: Partial & { kind: "object" }, then: Partial): Partial & { kind: "object" } {
  if (then.kind === "value" && isPlain(then.value)) return first;
  const isEmpty = first.fields.size === 0 && !first.base;
  if (then.kind === "object" && !then.base)
    return { ...first, fields: new Map([...first.fields, ...then.fields]) };
  if (isEmpty && then.kind === "object") return then;
  if (then.kind === "object") return { kind: "object", fields: then.fields, base: ANY };
  if (then.kind === "value") {
    const entries = Object.entries(then.value as object).map(
      ([key, value]) => [key, valueOf(value)] as const,
    );
    return { ...first, fields: new Map([...first.fields, ...entries]) };
  }
  return { kind: "object", fields: new Map(), base: isEmpty ? then : ANY };
}

/** The value itself when all of it is known. */
export function wholly(value: Partial): { readonly value: unknown } | undefined {
  if (value.kind === "value") return value;
  if (value.kind !== "object" || value.base) return undefined;
  const whole: Record<string, unknown> = {};
  for (const [key, field] of value.fields) {
    const inner = wholly(field);
    if (!inner) return undefined;
    whole[key] = inner.value;
  }
  return { value: whole };
}
