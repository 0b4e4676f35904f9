import { contextLabelKeys, nameIn, thingName } from "#core/ruleset/labels.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import type { LabelOf } from "#app/studio/labels.ts";

/**
 * What a part of the context is called: its label, else its own name. An item of a list goes by the id or the name that it has, such
 * as a player's seat, else by its place.
 */
export function partName(label: LabelOf, at: string, item?: Json): string {
  const place = /\[(\d+)\]$/.exec(at)?.[1];
  if (place !== undefined) {
    const name = nameIn(item);
    return name === undefined ? place : (thingName(label, name) ?? name);
  }
  for (const key of contextLabelKeys(at)) {
    const found = label(key);
    if (found !== undefined) return found;
  }
  return at.slice(at.lastIndexOf(".") + 1);
}

/**
 * The names of all parts of a path, such as `players[1].hand`. Without any label the path itself. A player's seat says enough: the
 * name of the list of players is left out.
 */
export function pathName(label: LabelOf, at: string, context: JsonObject): string {
  const steps = at.split(/(?=[.[])/);
  const parts = steps.map((_, i) => {
    const path = steps.slice(0, i + 1).join("");
    return partName(label, path, valueAt(context, path));
  });
  const name = steps.map((step) => step.replace(/[.[\]]/g, ""));
  const named = steps.some((_, i) =>
    contextLabelKeys(steps.slice(0, i + 1).join("")).some((key) => label(key) !== undefined),
  );
  if (!named && parts.every((part, i) => part === name[i])) return at;
  // An item without a name is named by its position, counted from 1.
  const names = parts.map((part, i) => (steps[i] === `[${part}]` ? `#${Number(part) + 1}` : part));
  const seat =
    steps.length > 1 &&
    Array.isArray(context["seats"]) &&
    nameIn(valueAt(context, steps.slice(0, 2).join("")));
  return (seat && (context["seats"] as readonly Json[]).includes(seat) ? names.slice(1) : names).join(" › ");
}

function valueAt(context: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = context;
  for (const key of path.split(/[.[\]]+/).filter((part) => part !== ""))
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as JsonObject)[key]
        : undefined;
  return value;
}
