import { rewriteActions, rewriteGuard } from "#core/import/xstate4/actions.ts";
import { rewriteActivity, rewriteService } from "#core/import/xstate4/actors.ts";
import { isFunction, rewriteFunction, rewriteValue } from "#core/import/xstate4/functions.ts";
import { propertiesOf, type Rewriting } from "#core/import/xstate4/Rewriting.ts";
import type { MachineFacts } from "#core/import/xstate4/machineFacts.ts";
import { child, nameOf, nodesOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";

/** What the options of a machine give in one of their tables, also where they come with `withConfig`. */
export function givenUnder(rw: Rewriting, call: Node, table: string): ReadonlyMap<string, Node> {
  const given = new Map<string, Node>();
  for (const options of optionsOf(rw, call)) {
    const property = propertiesOf(rw.tree.resolve(options)).get(table);
    const value = property && child(property, "value");
    if (value)
      for (const [name, entry] of propertiesOf(rw.tree.resolve(value)))
        given.set(name, entry.type === "ObjectMethod" ? entry : (child(entry, "value") ?? entry));
  }
  return given;
}

/** The options of a machine, and those that are given to it later. */
function optionsOf(rw: Rewriting, call: Node): Node[] {
  const [, options] = nodesOf(call["arguments"]);
  const later = rw.laterOptions.get(call) ?? [];
  return options ? [options, ...later] : [...later];
}

/** What is named and not given is to be provided, unless it may stand in options that are not read. */
export function reportMissing(facts: MachineFacts, call: Node): void {
  const { rw, uses, missing } = facts;
  const isReadable = optionsOf(rw, call).every((options) => {
    const object = rw.tree.resolve(options);
    const parts = nodesOf(object["properties"]);
    return (
      object.type === "ObjectExpression" &&
      parts.every(
        (part) =>
          part.type === "ObjectProperty" &&
          rw.tree.resolve(part["value"] as Node).type === "ObjectExpression",
      )
    );
  });
  if (!isReadable) return;
  const tables = { action: givenUnder(rw, call, "actions"), guard: givenUnder(rw, call, "guards") };
  for (const { kind, name, node } of uses.named.values())
    if (!tables[kind].has(name)) rw.changed(kind, node, "to-provide", { name });
  for (const [name, node] of missing) rw.changed("actor", node, "to-provide", { name });
}

/** XState 4 ran every `assign` of a step before its other actions, unless it was told to go by the order. */
export function reportOrder({ rw }: MachineFacts, call: Node, properties: ReadonlyMap<string, Node>): void {
  const isOrdered = ["predictableActionArguments", "preserveActionOrder"].some(
    (name) => child(properties.get(name) ?? call, "value")?.["value"] === true,
  );
  let hasAssign = false;
  let others = 0;
  walk(call, (node) => {
    const name = node.type === "CallExpression" ? rw.names.of(node) : undefined;
    if (name === "assign") {
      hasAssign = true;
      return false;
    }
    if (/^(?:send|sendTo|sendParent|log|pure|choose|respond)$/.test(name ?? "") && hasFunction(node))
      others += 1;
    if (node.type === "ObjectProperty" && /^(?:entry|exit|actions|onEntry|onExit)$/.test(keyName(node) ?? ""))
      others += ownFunctions(rw, child(node, "value"));
    return undefined;
  });
  if (!isOrdered && hasAssign && others > 0) rw.changed("machine", call, "action-order");
}
const hasFunction = (call: Node): boolean =>
  nodesOf(call["arguments"]).some((part) => isFunction(unwrap(part)));

/** How many functions a list, or a table, of actions has. */
function ownFunctions(rw: Rewriting, given: Node | undefined): number {
  const node = given && rw.tree.resolve(given);
  if (!node) return 0;
  if (isFunction(node)) return 1;
  const parts = nodesOf(node["elements"] ?? node["properties"]);
  return parts.filter((part) => isFunction(unwrap(child(part, "value") ?? part))).length;
}

/** The implementations, where they stand. */
export function rewriteOptions(facts: MachineFacts, given: Node | undefined, canHoist: boolean): void {
  const { rw } = facts;
  const options = given && rw.tree.resolve(given);
  if (!options || nameOf(options) === "undefined") return;
  if (options.type !== "ObjectExpression")
    return rw.leftOut("options", options, "code-unread", { code: rw.source(options) });
  if (!rw.first(options)) return;
  // Activities are actors today: beside services they are of one table.
  const hasServices = propertiesOf(options).has("services");
  for (const property of nodesOf(options["properties"])) {
    const name = keyName(property);
    const table = property.type === "ObjectProperty" ? child(property, "value") : undefined;
    const object = table && rw.tree.resolve(table);
    if (name === "activities" && object?.type === "ObjectExpression" && hasServices && canHoist) {
      for (const entry of nodesOf(object["properties"])) {
        rewriteImplementation(facts, name, entry);
        facts.hoisted.set(keyName(entry) ?? rw.source(entry), rw.print(entry));
      }
      rw.remove(property);
      continue;
    }
    const isActors = name === "services" || (name === "activities" && !hasServices);
    if (name === undefined || object?.type !== "ObjectExpression" || (!TABLES.has(name) && !isActors)) {
      const why = name === "activities" ? "activities" : "code-unread";
      rw.leftOut(`options.${name ?? "…"}`, property, why, { code: rw.source(property) });
      if (name !== undefined && !TABLES.has(name)) rw.remove(property);
      continue;
    }
    if (isActors) rw.renameKey(property, "actors");
    if (rw.first(object))
      for (const entry of nodesOf(object["properties"])) rewriteImplementation(facts, name, entry);
    rw.taken(`options.${name}`, property);
  }
}
const TABLES = new Set(["actions", "guards", "services", "delays"]);

function rewriteImplementation({ rw, uses }: MachineFacts, table: string, entry: Node): void {
  const name = keyName(entry);
  const value = entry.type === "ObjectMethod" ? entry : child(entry, "value");
  if (name === undefined || !value)
    return rw.leftOut(`options.${table}`, entry, "code-unread", { code: rw.source(entry) });
  const kind = table === "actions" ? "action" : "guard";
  const data = uses.dataOf(kind, name);
  if (table === "actions") rewriteActions(rw, value, { uses, data });
  else if (table === "guards") rewriteGuard(rw, value, { uses, data });
  else if (table === "delays" && entry.type === "ObjectMethod") rewriteFunction(rw, value);
  else if (table === "delays") rewriteValue(rw, value, undefined);
  else if (table === "activities") rewriteActivity(rw, value);
  else rewriteService(rw, value);
}
