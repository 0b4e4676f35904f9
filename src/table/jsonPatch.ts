import type { Json, JsonObject } from "#core/text/json.ts";

/** One operation of a JSON Patch (RFC 6902), of the three kinds that are needed here. */
export type PatchStep =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string };

/**
 * What leads from one JSON value to another, as a JSON Patch. A list of another length is replaced as a whole. A merge patch (RFC 7396) would
 * not do: it cannot set a field to null.
 */
export function patchBetween(before: Json, after: Json, path = ""): PatchStep[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((item: Json, i) => patchBetween(before[i] as Json, item, `${path}/${i}`));
  if (!isObject(before) || !isObject(after)) return replaced(before, after, path);
  const steps: PatchStep[] = [];
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) steps.push({ op: "remove", path: `${path}/${escaped(name)}` });
  for (const [name, value] of Object.entries(after)) {
    const at = `${path}/${escaped(name)}`;
    if (Object.hasOwn(before, name))
      for (const step of patchBetween(before[name]!, value, at)) steps.push(step);
    else steps.push({ op: "add", path: at, value });
  }
  return steps;
}

const replaced = (before: Json, value: Json, path: string): PatchStep[] =>
  JSON.stringify(before) === JSON.stringify(value) ? [] : [{ op: "replace", path, value }];

/** The value after a patch; the one before is left as it is. @throws Error for a path that is not there */
export function applyPatch(value: Json, steps: readonly PatchStep[]): Json {
  return steps.reduce<Json>(
    (now, step) => stepAt(now, step.path.split("/").slice(1).map(unescaped), step),
    value,
  );
}

function stepAt(value: Json, [name, ...rest]: readonly string[], step: PatchStep): Json {
  if (name === undefined) return "value" in step ? step.value : null;
  const isSet = rest.length === 0;
  // Items change; none comes or goes (`patchBetween`).
  const isItem = Array.isArray(value) && /^\d+$/.test(name) && Number(name) < value.length;
  if (isItem && !(isSet && step.op === "remove"))
    return value.map((item: Json, i) => (i === Number(name) ? stepAt(item, rest, step) : item));
  if (!isObject(value) || (!Object.hasOwn(value, name) && !(isSet && step.op === "add")))
    throw new Error(`This patch does not fit: there is no ${step.path}`);
  const { [name]: held = null, ...others } = value;
  if (isSet && step.op === "remove") return others;
  return { ...value, [name]: isSet && "value" in step ? step.value : stepAt(held, rest, step) };
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");
