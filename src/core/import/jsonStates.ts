import type { Json, JsonObject } from "#core/text/json.ts";

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Clauses that `meta` of a state or transition names. */
export function clausesIn(json: JsonObject): string[] {
  const ids = new Set<string>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) visit(item);
    else if (isObject(value)) {
      const clauses = isObject(value["meta"]) ? value["meta"]["clauses"] : undefined;
      for (const id of Array.isArray(clauses) ? (clauses as readonly Json[]) : [])
        if (typeof id === "string") ids.add(id);
      for (const [key, part] of Object.entries(value)) if (key !== "meta" && key !== "context") visit(part);
    }
  };
  visit(json);
  return [...ids];
}

/** Whether a state within waits for events, and neither it nor one around it says for whom. */
export function waitsForNobody(state: JsonObject): boolean {
  const { meta, states, type } = state;
  if ((isObject(meta) && meta["asks"] !== undefined) || type === "final" || type === "history") return false;
  const inner = isObject(states) ? Object.values(states).filter(isObject) : [];
  return inner.length === 0 || inner.some(waitsForNobody);
}
