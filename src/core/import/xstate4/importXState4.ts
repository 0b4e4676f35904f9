import { MAX_ITERATIONS } from "#core/import/machineDraft.ts";
import { ImportFault, type ImportedMachine, ImportReport } from "#core/import/importReport.ts";
import { NamedUses, rewriteActions, rewriteGuard } from "#core/import/xstate4/actions.ts";
import { rewriteService } from "#core/import/xstate4/actors.ts";
import { isFunction, rewriteFunction } from "#core/import/xstate4/functions.ts";
import { propertiesOf, Rewriting } from "#core/import/xstate4/Rewriting.ts";
import type { MachineFacts } from "#core/import/xstate4/machineFacts.ts";
import { rewriteState } from "#core/import/xstate4/states.ts";
import { child, literalText, nameOf, nodesOf, stringOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { parseModule } from "#core/syntax/parse.ts";
import { calleeOf, freshTree, type Tree } from "#core/syntax/tree.ts";
import { lineColumn } from "#core/text/lines.ts";
import { applyEdits } from "#core/text/textEdit.ts";

/** Where an import of XState 4 takes its names from. */
const XSTATE = /^xstate(?:\/lib\/.+|\/es\/.+)?$/;

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
  const calls = tree.nodes.filter((node) => machineCall(tree, node) !== undefined);
  const last = calls.at(-1);
  if (!last) throw new ImportFault("module-machine", { line: 1, column: 1 });
  const events = new Set<string>();
  let name: string | undefined;
  for (const call of calls) name = rewriteMachine(rw, call, events, id);
  nameMachine(rw, last);
  removeCreators(rw);
  rewriteImports(rw);
  return {
    text: applyEdits(text, rw.edits),
    ...(name === undefined ? {} : { name }),
    entries: report.entries(),
    events: [...events].filter((type) => !hasFields(tree, type)),
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
  const today = tree.nodes.find(isOfToday);
  if (today) throw new ImportFault("module-today", lineColumn(text, today.start));
  return tree;
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
function machineCall(tree: Tree, node: Node): Node | undefined {
  if (node.type !== "CallExpression" || !/^(?:Machine|createMachine)$/.test(calleeOf(node) ?? ""))
    return undefined;
  const [config] = nodesOf(node["arguments"]);
  const object = config && tree.resolve(config);
  return object?.type === "ObjectExpression" ? object : undefined;
}

/** Whether the types of the module say that an event carries more than its type: what it carries only a person can say. */
const hasFields = (tree: Tree, type: string): boolean =>
  tree.nodes.some((node) => {
    const members = node.type === "TSTypeLiteral" ? nodesOf(node["members"]) : [];
    const own = members.find((member) => keyName(member) === "type");
    const literal =
      own && child(child(child(own, "typeAnnotation") ?? own, "typeAnnotation") ?? own, "literal");
    return members.length > 1 && literalText(literal) === type;
  });

/** Rewrites one machine, and answers with its id. */
function rewriteMachine(
  rw: Rewriting,
  call: Node,
  events: Set<string>,
  id: string | undefined,
): string | undefined {
  const config = machineCall(rw.tree, call);
  if (!config) return undefined;
  const properties = propertiesOf(config);
  const text = (name: string) => literalText(child(properties.get(name) ?? config, "value"));
  const facts: MachineFacts = { rw, uses: new NamedUses(), delimiter: text("delimiter") ?? ".", events };
  rewriteState({ facts, path: [], element: "machine", object: config });
  if (text("id") === undefined && id !== undefined) rw.addProperty(config, `id: ${JSON.stringify(id)}`);
  if (!/\basks\b/.test(rw.source(config)) && !properties.has("meta")) {
    rw.addProperty(config, 'meta: { asks: "table" }');
    rw.changed("machine", config, "asks");
  }
  const [first, options, context] = nodesOf(call["arguments"]);
  if (context) rw.leftOut("context", context, "code-unread", { code: rw.source(context) });
  if (!properties.has("options")) rw.addProperty(config, `options: { maxIterations: ${MAX_ITERATIONS} }`);
  if (!properties.has("output") && finalData(rw.tree, properties))
    rw.addProperty(config, "output: ({ event }) => event.output");
  const parts = options ? optionParts(facts, rw.tree.resolve(options)) : [];
  const types = typesCode(rw, properties, call, facts.events);
  const setup = `setup({\n  ${[types, ...parts].join(",\n  ")},\n})`;
  const configCode = first === config || !first ? rw.print(config) : rw.source(first);
  rw.replace(call, `${setup}.createMachine(${outdented(configCode)})`);
  return text("id");
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

/** The types of XState 4 where they are written out, else those that the config shows. */
function typesCode(
  rw: Rewriting,
  properties: ReadonlyMap<string, Node>,
  call: Node,
  events: ReadonlySet<string>,
): string {
  const schema = properties.get("schema");
  const value = schema && child(schema, "value");
  if (value) {
    const plain = unwrap(value);
    // Of `{ context: {} as C, events: {} as E }` the two types are one.
    if (value.type === "TSAsExpression") return `types: ${rw.source(value)}`;
    if (plain.type === "ObjectExpression") return `types: ${rw.source(plain)}`;
  }
  const given = nodesOf(child(call, "typeParameters")?.["params"]).map((type) => rw.source(type));
  const [context, second, third] = given;
  const event = calleeOf(call) === "Machine" ? third : second;
  const union =
    events.size === 0
      ? "{ type: string }"
      : [...events].map((type) => `{ type: ${JSON.stringify(type)}; [field: string]: any }`).join(" | ");
  return `types: {} as { context: ${context ?? "any"}; events: ${event ?? union}; meta: Record<string, any> }`;
}

/** The implementations, in the order in which they stand. */
function optionParts(facts: MachineFacts, options: Node): string[] {
  const { rw } = facts;
  if (options.type !== "ObjectExpression") {
    rw.leftOut("options", options, "code-unread", { code: rw.source(options) });
    return [];
  }
  return nodesOf(options["properties"]).flatMap((property) => {
    const name = keyName(property);
    const table = property.type === "ObjectProperty" ? child(property, "value") : undefined;
    const object = table && rw.tree.resolve(table);
    if (name === undefined || object?.type !== "ObjectExpression" || !TABLES.has(name)) {
      rw.leftOut(`options.${name ?? "…"}`, property, "code-unread", { code: rw.source(property) });
      return [];
    }
    for (const entry of nodesOf(object["properties"])) rewriteImplementation(facts, name, entry);
    rw.taken(`options.${name}`, property);
    return [
      `${name === "services" ? "actors" : name}: ${table && object === unwrap(table) ? outdented(rw.print(object)) : rw.source(table ?? property)}`,
    ];
  });
}
const TABLES = new Set(["actions", "guards", "services", "delays"]);

function rewriteImplementation({ rw, uses }: MachineFacts, table: string, entry: Node): void {
  const name = keyName(entry);
  const value = entry.type === "ObjectMethod" ? entry : child(entry, "value");
  if (name === undefined || !value)
    return rw.leftOut(`options.${table}`, entry, "code-unread", { code: rw.source(entry) });
  const kind = table === "actions" ? "action" : "guard";
  const seen = uses.dataOf(kind, name);
  if (seen === "mixed" && /\.data\b|\{[^}]*\bdata\b/.test(rw.source(value)))
    rw.leftOut(`${table}.${name}`, entry, "event-data");
  const data = seen === "mixed" ? undefined : seen;
  if (table === "actions") rewriteActions(rw, value, { uses, data });
  else if (table === "guards") rewriteGuard(rw, value, { uses, data });
  else if (isFunction(value) && table === "delays") rewriteFunction(rw, value);
  else if (isFunction(value) && value.type !== "ObjectMethod") rewriteService(rw, value);
  else if (isFunction(value))
    rw.leftOut(`${table}.${name}`, entry, "code-unread", { code: rw.source(entry) });
}

/** The machine is exported as `machine`. */
function nameMachine(rw: Rewriting, call: Node): void {
  const { tree } = rw;
  let node = tree.parentOf(call);
  while (node && /^(?:TS\w+Expression|ParenthesizedExpression)$/.test(node.type)) node = tree.parentOf(node);
  if (node?.type === "ExportDefaultDeclaration") {
    const declaration = child(node, "declaration");
    if (declaration) rw.replace(node, `export const machine = ${rw.print(declaration)};`);
    return;
  }
  const id = node?.type === "VariableDeclarator" ? child(node, "id") : undefined;
  const declaration = node && tree.parentOf(node);
  if (
    !id ||
    !declaration ||
    tree.nodes.some((other) => nameOf(other) === "machine" && nameOf(id) !== "machine")
  )
    return;
  for (const other of tree.nodes)
    if (nameOf(other) === nameOf(id) && isReference(tree, other) && other.start !== id.start)
      rw.replace(other, "machine");
  const annotation = child(id, "typeAnnotation");
  rw.replace({ start: id.start, end: annotation?.end ?? id.end }, "machine");
  if (tree.parentOf(declaration)?.type === "Program") rw.insert(declaration.start, "export ");
}

/** A name that stands for a value, and is no key. */
function isReference(tree: Tree, node: Node): boolean {
  const parent = tree.parentOf(node);
  if (parent?.["key"] === node && parent["value"] !== node) return false;
  return !(parent?.["property"] === node && parent["computed"] !== true);
}

/** The imports from XState 4 give way to one of what the module takes now. */
function rewriteImports(rw: Rewriting): void {
  const imports = nodesOf(rw.tree.program["body"]).filter(({ type }) => type === "ImportDeclaration");
  const ours: Node[] = [];
  for (const statement of imports) {
    if (!XSTATE.test(stringOf(child(statement, "source")) ?? ""))
      rw.leftOut("import", statement, "module-import", { code: rw.source(statement) });
    else {
      ours.push(statement);
      for (const specifier of nodesOf(statement["specifiers"])) rewriteSpecifier(rw, statement, specifier);
    }
  }
  const names = [...rw.imports].toSorted((a, b) => a.localeCompare(b));
  const code = `import { ${names.join(", ")} } from "xstate";`;
  const [first, ...others] = ours;
  if (first) rw.replace(first, code);
  else rw.insert(0, `${code}\n`);
  for (const statement of others) rw.remove(statement);
}

/** `const { raise } = actions` is an import today. */
function removeCreators(rw: Rewriting): void {
  for (const statement of nodesOf(rw.tree.program["body"])) {
    const [only, ...others] = nodesOf(statement["declarations"]);
    const init = only && child(only, "init");
    if (statement.type === "VariableDeclaration" && others.length === 0 && nameOf(init) === "actions")
      rw.remove(statement);
  }
}

/** What is called in another way today, or gone. */
const CREATORS = new Set(
  "Machine createMachine assign send sendTo sendParent raise log cancel stop forwardTo actions setup".split(
    " ",
  ),
);

/** A name that the rest of the module uses stays imported; what XState 5 has not is reported. */
function rewriteSpecifier(rw: Rewriting, statement: Node, specifier: Node): void {
  const local = nameOf(child(specifier, "local"));
  const imported = nameOf(child(specifier, "imported"));
  if (CREATORS.has(imported)) return;
  const uses: Node[] = [];
  walk(rw.tree.program, (node) => {
    if (node === statement) return false;
    if (nameOf(node) === local) uses.push(node);
    return undefined;
  });
  const [use] = uses;
  if (!use) return;
  if (KEPT.has(imported)) rw.imports.add(imported === local ? local : `${imported} as ${local}`);
  else rw.leftOut(local, use, "module-name", { name: local });
}
const KEPT = new Set(["interpret", "matchesState", "assign", "StateFrom", "EventFrom", "ContextFrom"]);
