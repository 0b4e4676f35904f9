import type { Json } from "#core/text/json.ts";

/** A value as JSON would carry it; null for one that it cannot. */
export const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value) ?? "null") as Json;
