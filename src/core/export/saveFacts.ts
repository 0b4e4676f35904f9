import type { Chart } from "#core/chart/chart.ts";
import type { PayloadType } from "#core/chart/payload.ts";
import { places } from "#core/chart/places.ts";
import type { Rename, SaveFacts, Shape } from "#core/run/scenario/saves.ts";

/** What a save is judged by: the states of a machine and the fields of its context. */
export function saveFacts(
  chart: Chart,
  { digest, renames }: { readonly digest: string; readonly renames: readonly Rename[] },
): SaveFacts {
  const states = [...places(chart)];
  return {
    version: renames.length,
    digest,
    id: chart.root.key,
    states: Object.fromEntries(states.map(([path, { node }]) => [path, node.type])),
    ids: Object.fromEntries(
      states.flatMap(([path, { node }]) => (path !== "" && node.id !== undefined ? [[node.id, path]] : [])),
    ),
    context: chart.context && shapeOf({ kind: "object", fields: chart.context }),
    renames,
  };
}

/** The fields that a value of a type has for certain. */
function shapeOf(type: PayloadType): Shape {
  if (type.kind === "array") {
    const of = shapeOf(type.of);
    return of === 1 ? 1 : [of];
  }
  if (type.kind === "union") {
    const members = type.of.filter(({ kind }) => kind !== "null");
    return members.length === 1 && members[0] ? shapeOf(members[0]) : 1;
  }
  if (type.kind !== "object") return 1;
  const fields = type.fields.filter(({ optional }) => !optional);
  return Object.fromEntries(fields.map((field) => [field.name, shapeOf(field.type)]));
}
