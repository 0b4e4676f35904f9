import { MAX_ITERATIONS } from "#core/import/machineDraft.ts";
import { ImportFault, type ImportedMachine, ImportReport } from "#core/import/importReport.ts";
import { NamedUses, rewriteActions, rewriteGuard } from "#core/import/xstate4/actions.ts";
import { rewriteActivity, rewriteService } from "#core/import/xstate4/actors.ts";
import { isFunction, rewriteFunction, rewriteValue } from "#core/import/xstate4/functions.ts";
import { propertiesOf, Rewriting } from "#core/import/xstate4/Rewriting.ts";
import type { MachineFacts } from "#core/import/xstate4/machineFacts.ts";
import { rewriteState } from "#core/import/xstate4/states.ts";
import { child, literalText, nameOf, nodesOf, stringOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import type { XStateImport } from "#core/import/xstate4/xstateNames.ts";
import { findLaterOptions, rewriteUses } from "#core/import/xstate4/uses.ts";
import { parseModule } from "#core/syntax/parse.ts";
import { calleeOf, freshTree, type Tree } from "#core/syntax/tree.ts";
import { lineColumn } from "#core/text/lines.ts";
import { applyEdits } from "#core/text/textEdit.ts";

/**
 * A module of XState 4 as one of XState 5 in the form of this project: its text is rewritten where it is certain what it means, and never run;
 * the rest stays and is reported.
 * @param id of a machine that has none
 * @throws ImportFault `module-syntax`, `module-machine` or `module-today`
 */
export function importXState4(text: string, id?: string): ImportedMachine {
  const tree = treeOfModule(text);
  const report = new ImportReport();
  const rw = new Rewriting(tree, report);
  const calls = tree.nodes.filter((node) => machineCall(rw, node) !== undefined);
  rejectToday(rw, calls);
  const last = calls.at(-1);
  if (!last) throw new ImportFault("module-machine", { line: 1, column: 1 });
  const events = new Set<string>();
  let name: string | undefined;
  findLaterOptions(rw);
  const machines = new Map<Node, MachineFacts>();
  for (const call of calls) name = rewriteMachine(rw, call, { events, id, machines });
  const named = tree.nodes.findLast((node) => node.type === "CallExpression" && rw.isMachine(node)) ?? last;
  nameMachine(rw, outermost(rw, named));
  rewriteUses(rw, (machine, options) => {
    const facts = machines.get(machine);
    if (facts) rewriteOptions(facts, options, false);
    else rw.leftOut("withConfig", options, "code-unread", { code: rw.source(options) });
  });
  rewriteImports(rw);
  const withFields = eventsWithFields(tree);
  return {
    text: applyEdits(text, rw.edits),
    ...(name === undefined ? {} : { name }),
    entries: report.entries(),
    events: [...events].filter((type) => !withFields.has(type)),
    clauses: [],
  };
}

function treeOfModule(text: string): Tree {
  const parsed = parseModule(text, "ts");
  if (parsed.fault)
    throw new ImportFault("module-syntax", lineColumn(text, parsed.fault.offset), {
      why: parsed.fault.message,
    });
  const tree = freshTree(text);
  if (!tree) throw new ImportFault("module-machine", { line: 1, column: 1 });
  return tree;
}

/** @throws ImportFault `module-today` for a module that is no longer of XState 4 */
function rejectToday({ tree }: Rewriting, calls: readonly Node[]): void {
  const refuse = (node: Node): never => {
    throw new ImportFault("module-today", lineColumn(tree.text, node.start));
  };
  for (const statement of nodesOf(tree.program["body"]))
    if (statement.type === "ImportDeclaration" && stringOf(child(statement, "source")) === "xstate")
      for (const name of nodesOf(statement["specifiers"])) if (isOfToday(name)) refuse(name);
  for (const call of calls)
    walk(call, (node) => {
      // What the machine has of its own may be called anything.
      if (node.type === "ObjectProperty" && /^(?:context|meta|data|schema)$/.test(keyName(node) ?? ""))
        return false;
      if (isOfToday(node)) refuse(node);
      return undefined;
    });
}

/** What only a module of XState 5 or later has. */
function isOfToday(node: Node): boolean {
  if (node.type === "ImportSpecifier") return TODAYS_NAMES.has(nameOf(child(node, "imported")));
  if (node.type === "ObjectProperty") return /^(?:guard|reenter|types)$/.test(keyName(node) ?? "");
  const [pattern] = isFunction(node) ? nodesOf(node["params"]) : [];
  return pattern?.type === "ObjectPattern" && propertiesOf(pattern).has("context");
}
const TODAYS_NAMES = new Set(
  "setup createActor fromPromise fromCallback fromObservable fromTransition enqueueActions stateIn stopChild spawnChild assertEvent".split(
    " ",
  ),
);

/** The config of a call that makes a machine. */
function machineCall(rw: Rewriting, node: Node): Node | undefined {
  if (node.type !== "CallExpression" || !rw.isMachine(node) || calleeOf(node).startsWith("with"))
    return undefined;
  const [config] = nodesOf(node["arguments"]);
  const object = config && rw.tree.resolve(config);
  return object?.type === "ObjectExpression" ? object : undefined;
}

/** Event types that carry more than their type, as the types of the module say: what they carry only a person can say. */
function eventsWithFields(tree: Tree): ReadonlySet<string> {
  const types = new Set<string>();
  for (const node of tree.nodes) {
    const members = node.type === "TSTypeLiteral" ? nodesOf(node["members"]) : [];
    const own = members.length > 1 ? members.find((member) => keyName(member) === "type") : undefined;
    const type = literalText(
      own && child(child(child(own, "typeAnnotation") ?? own, "typeAnnotation") ?? own, "literal"),
    );
    if (type !== undefined) types.add(type);
  }
  return types;
}

/** Rewrites one machine, and answers with its id. */
function rewriteMachine(
  rw: Rewriting,
  call: Node,
  {
    events,
    id,
    machines,
  }: {
    readonly events: Set<string>;
    readonly id: string | undefined;
    readonly machines: Map<Node, MachineFacts>;
  },
): string | undefined {
  const config = machineCall(rw, call);
  if (!config) return undefined;
  const properties = propertiesOf(config);
  const text = (name: string) => literalText(child(properties.get(name) ?? config, "value"));
  const [first, options, context] = nodesOf(call["arguments"]);
  const facts: MachineFacts = {
    rw,
    uses: new NamedUses(),
    services: givenUnder(rw, call, "services"),
    activities: givenUnder(rw, call, "activities"),
    hasGuards: givenUnder(rw, call, "guards").size > 0,
    hoisted: new Map(),
    missing: new Map(),
    ownEvents: new Set(),
    unsure: FINISHES.test(rw.source(config)) ? "unsure" : undefined,
    delimiter: text("delimiter") ?? ".",
    events,
  };
  machines.set(call, facts);
  rw.types = givenTypes(rw, properties, call);
  rewriteState({ facts, path: [], element: "machine", object: config });
  if (text("id") === undefined && id !== undefined) rw.addProperty(config, `id: ${JSON.stringify(id)}`);
  if (!/\basks\b/.test(rw.source(config)) && !properties.has("meta")) {
    rw.addProperty(config, 'meta: { asks: "table" }');
    rw.changed("machine", config, "asks");
  }
  if (context) rw.leftOut("context", context, "code-unread", { code: rw.source(context) });
  if (!properties.has("options")) rw.addProperty(config, `options: { maxIterations: ${MAX_ITERATIONS} }`);
  if (!properties.has("output") && finalData(rw.tree, properties))
    rw.addProperty(config, "output: ({ event }) => event.output");
  reportOrder(facts, call, properties);
  rewriteOptions(facts, options, true);
  reportMissing(facts, call);
  const types = typesCode(facts, properties);
  const callee = child(call, "callee") ?? call;
  const lead = first ? rw.comments(callee.end, first.start) : "";
  const between = first && options ? rw.comments(first.end, options.start) : "";
  const trail = rw.comments((options ?? first ?? callee).end, call.end);
  const setup = `${rw.today("setup")}(${setupCode(facts, types, options)})`;
  const configCode = first === config || !first ? rw.print(config) : rw.print(first);
  rw.replace(call, `${lead}${between}${trail}${setup}.createMachine(${outdented(configCode)})`);
  return text("id");
}
/** What in a config ends in an event with data. */
const FINISHES = /\b(?:invoke|onDone|onError|spawn|done\.|error\.platform)/;

/** What the options of a machine give in one of their tables, also where they come with `withConfig`. */
function givenUnder(rw: Rewriting, call: Node, table: string): ReadonlyMap<string, Node> {
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
function reportMissing(facts: MachineFacts, call: Node): void {
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
function reportOrder({ rw }: MachineFacts, call: Node, properties: ReadonlyMap<string, Node>): void {
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

/** What `setup` is given: the types, then the options as they stand. */
function setupCode({ rw, hoisted }: MachineFacts, types: string, options: Node | undefined): string {
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

/** Whether a final state of the machine itself gives data, which is its output. */
function finalData(tree: Tree, properties: ReadonlyMap<string, Node>): boolean {
  const states = child(properties.get("states") ?? ({} as Node), "value");
  return nodesOf(states && tree.resolve(states)["properties"]).some((property) => {
    const state = child(property, "value");
    return state !== undefined && propertiesOf(tree.resolve(state)).has("data");
  });
}

/** Code that stands further to the left than it did; a text with lines of its own would be changed by that. */
function outdented(code: string): string {
  const indent = /\n( +)\S*$/.exec(code)?.[1] ?? "";
  return indent === "" || code.includes("`") ? code : code.replaceAll(`\n${indent}`, "\n");
}

/** The types of XState 4 where they are written out. */
function givenTypes(rw: Rewriting, properties: ReadonlyMap<string, Node>, call: Node): Rewriting["types"] {
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
function typesCode({ rw, events, ownEvents }: MachineFacts, properties: ReadonlyMap<string, Node>): string {
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

/** The implementations, where they stand. */
function rewriteOptions(facts: MachineFacts, given: Node | undefined, canHoist: boolean): void {
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

/** A call with what follows it: `.withConfig(…)`, `.withContext(…)`. */
function outermost(rw: Rewriting, call: Node): Node {
  let node = call;
  for (;;) {
    const member = rw.tree.parentOf(node);
    const above = member && rw.tree.parentOf(member);
    if (!above || member["object"] !== node || !/^with(?:Config|Context)$/.test(calleeOf(above))) return node;
    node = above;
  }
}

/** The machine is exported as `machine`. */
function nameMachine(rw: Rewriting, call: Node): void {
  const { tree } = rw;
  let node = tree.parentOf(call);
  while (node && /^(?:TS\w+Expression|ParenthesizedExpression)$/.test(node.type)) node = tree.parentOf(node);
  const isTaken = tree.nodes.some((other) => nameOf(other) === "machine" && isReference(tree, other));
  const target = node?.type === "AssignmentExpression" ? child(node, "left") : undefined;
  const isExports = target !== undefined && /^(?:module\.)?exports(?:\.\w+)?$/.test(rw.source(target));
  if ((node?.type === "ExportDefaultDeclaration" || isExports) && !isTaken) {
    const declaration = node && child(node, isExports ? "right" : "declaration");
    const statement = isExports ? node && tree.parentOf(node) : node;
    if (declaration && statement) rw.replace(statement, `export const machine = ${rw.print(declaration)};`);
    return;
  }
  const id = node?.type === "VariableDeclarator" ? child(node, "id") : undefined;
  const declaration = node && tree.parentOf(node);
  const outer = declaration && tree.parentOf(declaration);
  const name = nameOf(id);
  if (
    !id ||
    !outer ||
    !/^(?:Program|ExportNamedDeclaration)$/.test(outer.type) ||
    (isTaken && name !== "machine")
  )
    return rw.leftOut("machine", call, "machine-name");
  if (name !== "machine") rename(rw, id, name);
  const annotation = child(id, "typeAnnotation");
  if (annotation) rw.replace(annotation, "");
  const isExported = tree.nodes.some(
    (other) => other.type === "ExportSpecifier" && nameOf(other["exported"]) === "machine",
  );
  if (outer.type === "Program" && !isExported) rw.insert(declaration.start, "export ");
}

/** Every use of a name of the module gets the other name; the names under which it is exported beside that stay. */
function rename(rw: Rewriting, id: Node, name: string): void {
  const { tree } = rw;
  for (const other of tree.nodes) {
    if (nameOf(other) !== name || !isReference(tree, other)) continue;
    const parent = tree.parentOf(other);
    if (other === id) rw.replace({ start: id.start, end: id.start + name.length }, "machine");
    else if (parent?.type === "ExportSpecifier") {
      if (parent["local"] !== other) continue;
      rw.replace(parent, `machine as ${rw.source(child(parent, "exported") ?? other)}`);
    } else if (parent?.type === "ObjectProperty" && parent["shorthand"] === true)
      rw.replace(parent, `${name}: machine`);
    else rw.replace(other, "machine");
  }
}

/** A name that stands for a value, and is no key. */
function isReference(tree: Tree, node: Node): boolean {
  const parent = tree.parentOf(node);
  if (parent?.["key"] === node && parent["value"] !== node) return false;
  return !(parent?.["property"] === node && parent["computed"] !== true);
}

/** The imports from XState 4 give way to one of what the module takes now. */
function rewriteImports(rw: Rewriting): void {
  const ours = rw.names.imports;
  for (const statement of nodesOf(rw.tree.program["body"]))
    if (statement.type === "ImportDeclaration" && !ours.some((item) => item.statement === statement))
      rw.leftOut("import", statement, "module-import", { code: rw.source(statement) });
  for (const { statement, names } of ours) for (const name of names) keepName(rw, statement, name);
  const code = `import { ${rw.imports.join(", ")} } from "xstate";`;
  const [first, ...others] = ours;
  if (first) rw.replace(first.statement, code);
  else rw.insert(0, `${code}\n`);
  for (const { statement } of others) rw.remove(statement);
}

/** What is called in another way today, or gone: their uses are rewritten or reported. */
const CREATORS = new Set(
  "Machine createMachine assign send sendTo sendParent raise log cancel stop forwardTo choose actions setup interpret createSchema".split(
    " ",
  ),
);

/** A name that the rest of the module uses stays imported; what XState 5 has not is reported. */
function keepName(rw: Rewriting, statement: Node, { imported, local }: XStateImport["names"][number]): void {
  if (CREATORS.has(imported)) return;
  const use = rw.tree.nodes.find(
    (node) =>
      nameOf(node) === local &&
      (node.start < statement.start || node.end > statement.end) &&
      isReference(rw.tree, node) &&
      !(imported === "*" && isCreator(rw.tree.parentOf(node))) &&
      // What calls it was reported.
      !rw.seen(rw.tree.parentOf(node)),
  );
  if (!use) return;
  const specifier = imported === local ? local : `${imported} as ${local}`;
  if (imported === "matchesState") rw.keepImport(specifier);
  else if (TYPES.has(imported)) rw.keepImport(`type ${specifier}`);
  else rw.leftOut(local, use, "module-name", { name: imported === "*" ? local : imported });
}
/** `xstate.assign`, `xstate.actions.assign`: where they are called they were rewritten or reported. */
const isCreator = (member: Node | undefined): boolean =>
  member?.type === "MemberExpression" && CREATORS.has(nameOf(member["property"]));
const TYPES = new Set([
  "StateFrom",
  "EventFrom",
  "ContextFrom",
  "ActorRefFrom",
  "AnyEventObject",
  "EventObject",
  "AnyStateMachine",
]);
