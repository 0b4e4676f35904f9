import type { Field, PayloadType } from "#core/chart/payload.ts";

/** Stands for `undefined` while types are computed; a field that may be it is optional, elsewhere it is dropped. */
export const UNDEFINED: PayloadType = { kind: "unknown", text: "undefined" };

/** Members of a union, or the type itself. */
export const membersOf = (type: PayloadType): readonly PayloadType[] =>
  type.kind === "union" ? type.of : [type];

const keyOf = (type: PayloadType): string => JSON.stringify(type);

/** A union, flat and without repeats; one member stands alone. */
export function unionOf(types: readonly PayloadType[]): PayloadType {
  const flat = new Map<string, PayloadType>();
  for (const type of types)
    for (const member of membersOf(type))
      flat.set(member === UNDEFINED ? "undefined" : keyOf(member), member);
  const of = [...flat.values()];
  return of.length === 1 && of[0] ? of[0] : { kind: "union", of };
}

export const mayBeUndefined = (type: PayloadType): boolean => membersOf(type).includes(UNDEFINED);

/** The type without `undefined`. */
export function defined(type: PayloadType): PayloadType {
  if (!mayBeUndefined(type) || type === UNDEFINED) return type;
  return unionOf(membersOf(type).filter((member) => member !== UNDEFINED));
}

/** Texts of a literal or of a union of literals; undefined when there is anything else in it. */
export function literalNames(type: PayloadType): string[] | undefined {
  const names: string[] = [];
  for (const member of membersOf(type)) {
    if (member.kind !== "literal") return undefined;
    names.push(String(member.value));
  }
  return names;
}

/** Fields of an object type; of a union of objects those that all have, their types joined. */
export function fieldsOf(type: PayloadType): readonly Field[] | undefined {
  if (type.kind === "object") return type.fields;
  if (type.kind !== "union" || type.of.length === 0) return undefined;
  const lists = type.of.map(fieldsOf);
  const [first, ...rest] = lists;
  if (!first) return undefined;
  const common: Field[] = [];
  for (const field of first) {
    const others = rest.map((list) => list?.find((other) => other.name === field.name));
    if (!others.every((other) => other !== undefined)) continue;
    const all = [field, ...others];
    common.push({
      ...field,
      type: unionOf(all.map((item) => item.type)),
      optional: all.some((item) => item.optional),
    });
  }
  return common;
}

/** `A & B`: fields together, a later one of the same name wins; a brand on a primitive is dropped. */
export function intersect(types: readonly PayloadType[]): PayloadType | undefined {
  const plain = types.filter((type) => type.kind !== "object" && type.kind !== "unknown");
  if (plain.length === 1 && plain[0] && plain[0].kind !== "union") return plain[0];
  const unions = types.filter((type) => type.kind === "union");
  if (unions.length === 1 && unions[0]?.kind === "union" && types.length > 1) {
    const rest = types.filter((type) => type !== unions[0]);
    const each = unions[0].of.map((type) => intersect([...rest, type]));
    return each.every((type) => type !== undefined) ? unionOf(each) : undefined;
  }
  const fields = new Map<string, Field>();
  for (const type of types) {
    if (type.kind !== "object") return undefined;
    for (const field of type.fields) fields.set(field.name, field);
  }
  return { kind: "object", fields: [...fields.values()] };
}

/** `T[I]`; undefined when it cannot be known. */
export function indexed(type: PayloadType, index: PayloadType): PayloadType | undefined {
  if (index.kind === "number") {
    if (type.kind === "array") return type.of;
    if (type.kind === "tuple") return unionOf(type.of);
    return undefined;
  }
  if (type.kind === "record") return type.of;
  const names = literalNames(index);
  if (!names) return undefined;
  if (type.kind === "tuple") {
    const items = names.map((name) => type.of[Number(name)]);
    return items.every((item) => item !== undefined) ? unionOf(items) : undefined;
  }
  const fields = fieldsOf(type);
  const members = names.map((name) => fields?.find((field) => field.name === name));
  if (!members.every((field) => field !== undefined)) return undefined;
  return unionOf(members.flatMap((field) => (field.optional ? [field.type, UNDEFINED] : [field.type])));
}
