import { pathId } from "#core/chart/places.ts";
import type { Json } from "#core/text/json.ts";

/** The active states of a state value (`"turn"`, `{ turn: "main" }`), outermost first, by path id; the machine itself is left out. */
export function activePaths(value: Json | undefined, path: readonly string[] = []): string[] {
  if (typeof value === "string") return [pathId([...path, value])];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    pathId([...path, key]),
    ...activePaths(inner as Json, [...path, key]),
  ]);
}

/** The innermost of them. What it takes grows with the value only, which an app may send as large as it likes. */
export function placeIds(value: Json | undefined): string[] {
  const ids = activePaths(value);
  // A state stands right before those in it.
  return ids.filter((id, i) => !ids[i + 1]?.startsWith(`${id}.`));
}
