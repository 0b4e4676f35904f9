import type { EventType, PayloadType } from "#core/chart/payload.ts";
import type { Move, MoveField } from "#core/ruleset/ruleset.ts";
import type { Json } from "#core/text/json.ts";

/**
 * The move of an event type that moves.json says nothing of: each field takes the values that its type lists. Undefined when a
 * field may be any text or number: what to try there is for a person to say. `by` is left to the seats, unless its type names others.
 */
export function defaultMove(event: EventType): Move | undefined {
  const fields: Record<string, MoveField> = {};
  for (const { name, type, optional } of event.fields) {
    if (name === "type" || (name === "by" && !isFact(type))) continue;
    const values = listed(type);
    if (values) fields[name] = { values, ...(optional ? { optional } : {}) };
    else if (!optional) return undefined;
  }
  return { fields };
}

/** Whether `by` is no seat but chance or the table. */
const isFact = (type: PayloadType): boolean =>
  type.kind === "literal" && (type.value === "chance" || type.value === "table");

function listed(type: PayloadType): Json[] | undefined {
  switch (type.kind) {
    case "literal":
      return [type.value];
    case "boolean":
      return [false, true];
    case "null":
      return [null];
    case "union": {
      const parts = type.of.map(listed);
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    }
    default:
      return undefined;
  }
}
