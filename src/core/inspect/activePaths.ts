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

/** The innermost of them. */
export function placeIds(value: Json | undefined): string[] {
  const all = activePaths(value);
  return all.filter((id) => !all.some((other) => other.startsWith(`${id}.`)));
}
