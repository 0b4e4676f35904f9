import type { EventType, PayloadType } from "#core/chart/payload.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { Json } from "#core/text/json.ts";

/** An event of a type with the plainest payload that fits, for types that moves.json does not speak of. */
export function blankEvent(type: EventType | undefined, name: string, by: string): PlayEvent {
  const fields = (type?.fields ?? [])
    .filter((f) => f.name !== "by" && !f.optional)
    .map((f) => [f.name, blank(f.type)] as const);
  const hasBy = !type || type.fields.some((f) => f.name === "by");
  return { type: name, ...(hasBy ? { by } : {}), ...Object.fromEntries(fields) };
}

function blank(type: PayloadType): Json {
  switch (type.kind) {
    case "string":
      return "";
    case "number":
      return 0;
    case "boolean":
      return false;
    case "literal":
      return type.value;
    case "union":
      return type.of[0] ? blank(type.of[0]) : null;
    case "array":
      return [];
    case "tuple":
      return type.of.map(blank);
    case "object":
      return Object.fromEntries(type.fields.filter((f) => !f.optional).map((f) => [f.name, blank(f.type)]));
    case "record":
      return {};
    default:
      return null;
  }
}
