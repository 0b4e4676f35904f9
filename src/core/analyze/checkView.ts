import type { Field, PayloadType } from "#core/chart/payload.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { fewOf, inFile, type GameSubject } from "#core/analyze/gameSubject.ts";

/** What is wrong with `view.json`: paths and fields that do not exist, entries inside others, fields of which nothing is said. */
export function checkView(game: GameSubject): Diagnostic[] {
  const { view } = game.ruleset;
  const { context, events = [] } = game.chart;
  if (!view || !context) return [];
  const fields = fieldsBelow(context);
  const known = [...fields.keys()];
  const say = (
    way: readonly (string | number)[],
    code: Diagnostic["code"],
    facts: Diagnostic["facts"],
    on: "key" | "value" = "key",
  ) => inFile(game, "view", way, code, code === "view-unnamed" ? "warning" : "error", facts, on);
  const unknown = (way: readonly (string | number)[], field: string, on: "key" | "value" = "key") =>
    fields.has(field) ? [] : [say(way, "context-unknown", { field, near: near(field, known) }, on)];
  const paths = Object.keys(view.view);
  const named = new Set(paths);
  const outerOf = (path: string) => parentsOf(path).find((parent) => named.has(parent));

  const diagnostics = paths.flatMap((path) => {
    const outer = outerOf(path);
    const sight = view.view[path]!;
    const beside = typeof sight === "string" ? [] : Object.keys(sight.openWhen ?? {});
    const parent = path.includes(".") ? `${path.slice(0, path.lastIndexOf("."))}.` : "";
    return [
      ...unknown(["view", path], path),
      ...(outer === undefined ? [] : [say(["view", path], "view-inside", { field: path, outer })]),
      ...beside.flatMap((name) => unknown(["view", path, "openWhen", name], parent + name)),
    ];
  });
  for (const [path, owner] of Object.entries(view.owners ?? {}))
    diagnostics.push(
      ...unknown(["owners", path], path),
      ...(owner === "(key)" || !fields.has(path)
        ? []
        : unknown(["owners", path], `${path}.${owner}`, "value")),
    );
  for (const [i, path] of (view.ids ?? []).entries()) diagnostics.push(...unknown(["ids", i], path, "value"));
  for (const [type, names] of Object.entries(view.events ?? {})) {
    const event = events.find((item) => item.type === type);
    if (!event && game.chart.events) {
      const types = events.map((item) => item.type);
      diagnostics.push(say(["events", type], "event-unknown", { event: type, near: near(type, types) }));
    }
    const has = event?.fields.map(({ name }) => name) ?? names;
    for (const [i, field] of names.entries())
      if (!has.includes(field))
        diagnostics.push(
          say(["events", type, i], "field-unknown", { field, event: type, near: near(field, has) }, "value"),
        );
  }
  const isCovered = (path: string) => named.has(path) || outerOf(path) !== undefined;
  const hasParts = (path: string) => paths.some((other) => other.startsWith(`${path}.`));
  // Of a part that is missing as a whole its own parts are not listed.
  const missing = known.filter(
    (path) => !isCovered(path) && !hasParts(path) && parentsOf(path).every((parent) => hasParts(parent)),
  );
  if (missing.length > 0)
    diagnostics.push(say(["view"], "view-unnamed", { fields: fewOf(missing), count: missing.length }));
  return diagnostics;
}

/** `a.b.c` is inside `a` and `a.b`. */
const parentsOf = (path: string): string[] =>
  path.split(".").flatMap((_, i, names) => (i === 0 ? [] : [names.slice(0, i).join(".")]));

/** All paths of a context, lists and objects by seats passed through. */
function fieldsBelow(fields: readonly Field[], before = ""): Map<string, PayloadType> {
  const all = new Map<string, PayloadType>();
  for (const { name, type } of fields) {
    const path = before + name;
    all.set(path, type);
    for (const inner of partsOf(type)) for (const [at, of] of fieldsBelow(inner, `${path}.`)) all.set(at, of);
  }
  return all;
}

function partsOf(type: PayloadType): (readonly Field[])[] {
  if (type.kind === "object") return [type.fields];
  if (type.kind === "array" || type.kind === "record") return partsOf(type.of);
  return type.kind === "union" ? type.of.flatMap(partsOf) : [];
}
