import type { PayloadType } from "#core/chart/payload.ts";
import { fieldsOf, literalNames, membersOf, unionOf } from "#core/read/types/payloadAlgebra.ts";

/** TypeScript's own generic types as far as JSON payloads use them; undefined for any other name. */
export function standardType(name: string, args: readonly PayloadType[]): PayloadType | undefined {
  const [first, second] = args;
  if (!first) return undefined;
  switch (name) {
    case "Array":
    case "ReadonlyArray":
      return { kind: "array", of: first };
    case "Readonly":
    case "NoInfer":
      return first;
    case "Record":
      return second && record(first, second);
    case "Partial":
      return eachField(first, true);
    case "Required":
      return eachField(first, false);
    case "Pick":
    case "Omit":
      return second && pick(first, second, name === "Pick");
    case "NonNullable":
      return unionOf(membersOf(first).filter((type) => type.kind !== "null"));
    case "Exclude":
    case "Extract":
      return second && select(first, second, name === "Extract");
    default:
      return undefined;
  }
}

function record(keys: PayloadType, of: PayloadType): PayloadType | undefined {
  if (keys.kind === "string" || keys.kind === "number") return { kind: "record", of };
  const names = literalNames(keys);
  return names && { kind: "object", fields: names.map((name) => ({ name, type: of, optional: false })) };
}

function eachField(type: PayloadType, optional: boolean): PayloadType | undefined {
  const fields = fieldsOf(type);
  return fields && { kind: "object", fields: fields.map((field) => ({ ...field, optional })) };
}

function pick(type: PayloadType, keys: PayloadType, keep: boolean): PayloadType | undefined {
  const names = literalNames(keys);
  if (!names) return undefined;
  const of = membersOf(type).map((member) => {
    const fields = fieldsOf(member);
    return (
      fields && {
        kind: "object" as const,
        fields: fields.filter((field) => names.includes(field.name) === keep),
      }
    );
  });
  return of.every((member) => member !== undefined) ? unionOf(of) : undefined;
}

/** `Extract<Union, Shape>` and `Exclude`: by literal value, or by the literal fields that the shape names. */
function select(type: PayloadType, shape: PayloadType, keep: boolean): PayloadType {
  const fits = (item: PayloadType): boolean =>
    membersOf(shape).some((wanted) => {
      if (wanted.kind !== "object")
        return (
          JSON.stringify(wanted) === JSON.stringify(item) ||
          (item.kind === "literal" && typeof item.value === wanted.kind)
        );
      const fields = fieldsOf(item);
      return wanted.fields.every((field) => {
        const counterpart = fields?.find((other) => other.name === field.name);
        const values = counterpart && literalNames(counterpart.type);
        const allowed = literalNames(field.type);
        return (
          counterpart !== undefined &&
          (!allowed || values?.every((value) => allowed.includes(value)) === true)
        );
      });
    });
  return unionOf(membersOf(type).filter((member) => fits(member) === keep));
}
