import type { Asks } from "#core/chart/chart.ts";
import type { JsonObject } from "#core/text/json.ts";

/** The seats of a play, in play order (FORMATS: `context.seats`). */
export const seatsOf = (context: JsonObject): string[] => strings(context["seats"]);

/**
 * The seats that a state waits for (FORMATS: `meta.asks`): `turnPlayer` and `opponent` from the context, everyone's seats for
 * `anyone` and `everyone`, `chance` and `table` as they are, `{ context }` a dotted path to a seat or a list of seats.
 */
export function seatsOfQuestion(asks: Asks, context: JsonObject): string[] {
  if (typeof asks !== "string") {
    let value: unknown = context;
    for (const key of asks.context.split("."))
      value =
        typeof value === "object" && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined;
    return typeof value === "string" ? [value] : strings(value);
  }
  const turnPlayer = context["turnPlayer"];
  switch (asks) {
    case "turnPlayer":
      return typeof turnPlayer === "string" ? [turnPlayer] : [];
    case "opponent":
      return seatsOf(context).filter((seat) => seat !== turnPlayer);
    case "anyone":
    case "everyone":
      return seatsOf(context);
    default:
      return [asks];
  }
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
