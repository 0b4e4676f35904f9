import { propertiesOf, type Rewriting } from "#core/import/xstate4/Rewriting.ts";
import type { MachineFacts } from "#core/import/xstate4/machineFacts.ts";
import { child, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";

/** What `setup` is given: the types, then the options as they stand. */
export function setupCode({ rw, hoisted }: MachineFacts, types: string, options: Node | undefined): string {
  const actors = [...hoisted.values()].join(", ");
  if (!options) return `{\n  ${types},${actors && `\n  actors: { ${actors} },`}\n}`;
  const plain = unwrap(options);
  const services = plain.type === "ObjectExpression" ? propertiesOf(plain).get("services") : undefined;
  const table = services && unwrap(child(services, "value") ?? services);
  if (actors && table?.type === "ObjectExpression") rw.addProperty(table, actors);
  else if (actors && services)
    return `{\n  ${types},\n  ...${rw.print(options)},\n  actors: { ...${rw.source(child(services, "value") ?? services)}, ${actors} },\n}`;
  else if (actors && plain.type === "ObjectExpression") rw.addProperty(plain, `actors: { ${actors} }`);
  if (actors && plain.type !== "ObjectExpression")
    return `{\n  ${types},\n  ...${rw.source(options)},\n  actors: { ...(${rw.source(options)} as any).actors, ${actors} },\n}`;
  if (plain.type !== "ObjectExpression") return `{\n  ${types},\n  ...${rw.source(options)},\n}`;
  const inner = outdented(rw.print(plain)).slice(1);
  return `{\n  ${types},${inner.startsWith("\n") ? "" : " "}${inner}`;
}

/** Code that stands further to the left than it did; a text with lines of its own would be changed by that. */
export function outdented(code: string): string {
  const indent = /\n( +)\S*$/.exec(code)?.[1] ?? "";
  return indent === "" || code.includes("`") ? code : code.replaceAll(`\n${indent}`, "\n");
}

/** The types of XState 4 where they are written out. */
export function givenTypes(
  rw: Rewriting,
  properties: ReadonlyMap<string, Node>,
  call: Node,
): Rewriting["types"] {
  const schema = properties.get("schema");
  const value = schema && child(schema, "value");
  const [context, second, third] = nodesOf(child(call, "typeParameters")?.["params"]).map((type) =>
    rw.source(type),
  );
  const events = rw.names.of(call) === "Machine" ? third : second;
  const parts = value && propertiesOf(unwrap(value));
  const named = (name: string): string | undefined => {
    const part = parts?.get(name);
    const type = part && child(part, "value");
    const annotation = type && child(type, "typeAnnotation");
    const [given] = nodesOf(type && child(type, "typeParameters")?.["params"]);
    const written = annotation ?? given;
    return written && rw.source(written);
  };
  const eventType = named("events") ?? events;
  return {
    context: named("context") ?? context ?? "any",
    ...(eventType === undefined ? {} : { events: eventType }),
  };
}

/** The types of a machine: those of XState 4, else those that the config shows. */
export function typesCode(
  { rw, events, ownEvents }: MachineFacts,
  properties: ReadonlyMap<string, Node>,
): string {
  const schema = properties.get("schema");
  const value = schema && child(schema, "value");
  const plain = value && unwrap(value);
  if (
    value?.type === "TSAsExpression" &&
    plain?.type === "ObjectExpression" &&
    propertiesOf(plain).size === 0
  )
    return `types: ${rw.source(value)}`;
  if (plain?.type === "ObjectExpression")
    for (const property of nodesOf(plain["properties"])) {
      const name = keyName(property);
      if (name !== "context" && name !== "events")
        rw.leftOut(`machine.schema.${name ?? "…"}`, property, "unknown-key", {
          key: name ?? rw.source(property),
        });
    }
  else if (value) rw.leftOut("machine.schema", value, "code-unread", { code: rw.source(value) });
  const union =
    events.size === 0
      ? "{ type: string }"
      : [...events].map((type) => `{ type: ${JSON.stringify(type)}; [field: string]: any }`).join(" | ");
  const { context, events: given = union } = rw.types;
  const own = [
    given,
    ...[...ownEvents].map((type) => `{ type: ${JSON.stringify(type)}; [field: string]: any }`),
  ].join(" | ");
  return `types: {} as { context: ${context}; events: ${own}; meta: Record<string, any> }`;
}
