import { keyCode } from "#core/import/moduleCode.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** Types of the fields of an object, from the values that they begin with. */
export const fieldTypes = (value: JsonObject): ReadonlyMap<string, string> =>
  new Map(Object.entries(value).map(([name, part]) => [name, typeOfJson(part)]));

/** The TypeScript type of a value that may become another of its kind; `any` where it says too little, as null and [] do. */
export function typeOfJson(value: Json): string {
  if (value === null) return "any";
  if (Array.isArray(value)) {
    const types = new Set((value as readonly Json[]).map(typeOfJson));
    const [only] = types;
    return types.size === 1 && only !== undefined
      ? `${/^[\w.]+(?:\[\])*$/.test(only) ? only : `(${only})`}[]`
      : "any[]";
  }
  if (typeof value !== "object") return typeof value;
  const fields = Object.entries(value as JsonObject).map(
    ([name, part]) => `${keyCode(name)}: ${typeOfJson(part)}`,
  );
  return fields.length === 0 ? "Record<string, any>" : `{ ${fields.join("; ")} }`;
}
