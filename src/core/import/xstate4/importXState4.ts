import { MAX_ITERATIONS } from "#core/import/machineDraft.ts";
import { ImportFault, type ImportedMachine, ImportReport } from "#core/import/importReport.ts";
import { NamedUses } from "#core/import/xstate4/actions.ts";
import { isFunction } from "#core/import/xstate4/functions.ts";
import { propertiesOf, Rewriting } from "#core/import/xstate4/Rewriting.ts";
import type { MachineFacts } from "#core/import/xstate4/machineFacts.ts";
import { rewriteState } from "#core/import/xstate4/states.ts";
import { child, literalText, nameOf, nodesOf, stringOf, walk, type Node } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import { findLaterOptions, rewriteUses } from "#core/import/xstate4/uses.ts";
import { parseModule } from "#core/syntax/parse.ts";
import { calleeOf, freshTree, type Tree } from "#core/syntax/tree.ts";
import { lineColumn } from "#core/text/lines.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { nameMachine, outermost, rewriteImports } from "#core/import/xstate4/moduleNames.ts";
import { givenUnder, reportMissing, reportOrder, rewriteOptions } from "#core/import/xstate4/options.ts";
import { givenTypes, outdented, setupCode, typesCode } from "#core/import/xstate4/setupCode.ts";

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

/** Whether a final state of the machine itself gives data, which is its output. */
function finalData(tree: Tree, properties: ReadonlyMap<string, Node>): boolean {
  const states = child(properties.get("states") ?? ({} as Node), "value");
  return nodesOf(states && tree.resolve(states)["properties"]).some((property) => {
    const state = child(property, "value");
    return state !== undefined && propertiesOf(tree.resolve(state)).has("data");
  });
}
