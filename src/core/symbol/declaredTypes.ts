import { entryOf } from "#core/syntax/property.ts";
import type { Chart } from "#core/chart/chart.ts";
import { type Tree } from "#core/syntax/tree.ts";
import type { MachineCode } from "#core/symbol/machineCode.ts";
import type { SiteList } from "#core/symbol/siteList.ts";
import { isNode, keyText, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";

/** Names of the type aliases and interfaces that stand for a machine's events and its context. */
export interface TypeNames {
  readonly events: ReadonlySet<string>;
  readonly context: ReadonlySet<string>;
}

/** Where `types` declares events and context fields: the literals of `type`, the members of the context. */
export function typeSites(list: SiteList, code: MachineCode): TypeNames {
  const events = new Set<string>();
  const context = new Set<string>();
  const config = list.chart.configAt && list.tree.nodeAt(list.chart.configAt);
  for (const holder of [...code.sources, ...(config ? [config] : [])]) {
    const types = entryOf(holder, "types")?.value;
    if (!types) continue;
    for (const member of membersOf(list.tree, declared(list.tree, types, "events"), events))
      if (keyOf(member) === "type") eventNames(list, annotation(member));
    for (const member of membersOf(list.tree, declared(list.tree, types, "context"), context)) {
      const says = keyOf(member);
      if (says !== undefined) list.key("context", member, { says, role: "definition" });
    }
  }
  return { events, context };
}

/** The type that says which events a machine has, as it is written. */
export const eventsType = (tree: Tree, chart: Chart, code: MachineCode): Node | undefined =>
  typeUnder("events", tree, chart, code);

/** Whether a machine surely has no `types`, all that could bring them being written out here: it takes any event. */
export function lacksTypes(tree: Tree, chart: Chart, code: MachineCode): boolean {
  const call = tree.nodeAt(chart.callAt);
  const config = chart.configAt && tree.nodeAt(chart.configAt);
  const isHere =
    chart.setup !== undefined || (isNode(call?.["callee"]) && call["callee"].type === "Identifier");
  return (
    isHere &&
    config !== undefined &&
    [...code.sources, config].every(isWrittenOut) &&
    typesOf(tree, chart, code) === undefined
  );
}

const isWrittenOut = (holder: Node): boolean =>
  holder.type === "ObjectExpression" &&
  nodesOf(holder["properties"]).every(({ type }) => type !== "SpreadElement");

/** The type of a machine's context, as it is written. */
export const contextType = (tree: Tree, chart: Chart, code: MachineCode): Node | undefined =>
  typeUnder("context", tree, chart, code);

function typeUnder(name: string, tree: Tree, chart: Chart, code: MachineCode): Node | undefined {
  const types = typesOf(tree, chart, code);
  return types && declared(tree, types, name);
}

function typesOf(tree: Tree, chart: Chart, code: MachineCode): Node | undefined {
  const config = chart.configAt && tree.nodeAt(chart.configAt);
  return [...code.sources.toReversed(), ...(config ? [config] : [])]
    .map((holder) => entryOf(holder, "types")?.value)
    .find((types) => types !== undefined);
}

/** The type of `{} as { events: E }` and of `{ events: {} as E }` under a name. */
function declared(tree: Tree, value: Node, name: string): Node | undefined {
  const cast = castOf(value);
  if (cast)
    for (const member of membersOf(tree, cast, new Set()))
      if (keyOf(member) === name) return annotation(member);
  const object = tree.resolve(value);
  const property = object.type === "ObjectExpression" ? entryOf(object, name)?.value : undefined;
  return property && castOf(property);
}

function castOf(value: Node): Node | undefined {
  if (value.type === "TSAsExpression" || value.type === "TSTypeAssertion") {
    const type = value["typeAnnotation"];
    return isNode(type) && nameOf(type["typeName"]) !== "const" ? type : undefined;
  }
  if (isNode(value["expression"]) && unwrap(value) !== value) return castOf(value["expression"]);
  return undefined;
}

const annotation = (member: Node | undefined): Node | undefined => {
  const outer = member?.["typeAnnotation"];
  return isNode(outer) && isNode(outer["typeAnnotation"]) ? outer["typeAnnotation"] : undefined;
};

const keyOf = (member: Node): string | undefined =>
  member.type === "TSPropertySignature" && isNode(member["key"]) ? keyText(member["key"]) : undefined;

/** Members of an object type, of every one of a union and of what it is built from. @param names filled with the names on the way */
function membersOf(tree: Tree, type: Node | undefined, names: Set<string>, steps = 24): Node[] {
  if (!type || steps === 0) return [];
  const into = (node: unknown) => (isNode(node) ? membersOf(tree, node, names, steps - 1) : []);
  switch (type.type) {
    case "TSUnionType":
    case "TSIntersectionType":
      return nodesOf(type["types"]).flatMap(into);
    case "TSParenthesizedType":
      return into(type["typeAnnotation"]);
    case "TSTypeLiteral":
      return nodesOf(type["members"]);
    case "TSTypeReference": {
      const name = nameOf(type["typeName"]);
      const declaration = tree.typeNamed(name);
      if (!declaration || names.has(name)) return [];
      names.add(name);
      const body = declaration["body"];
      const extended = nodesOf(declaration["extends"]).flatMap((node) => {
        const base = tree.typeNamed(nameOf(node["expression"]));
        return base && isNode(base["body"]) ? nodesOf(base["body"]["body"]) : [];
      });
      return [...extended, ...(isNode(body) ? nodesOf(body["body"]) : into(declaration["typeAnnotation"]))];
    }
    default:
      return [];
  }
}

/** The literals of an event's `type`: one, or a union, or an alias of these. */
export function eventNames(
  list: SiteList,
  type: Node | undefined,
  role: "definition" | "reference" = "definition",
  steps = 8,
): void {
  if (!type || steps === 0) return;
  if (type.type === "TSUnionType")
    for (const node of nodesOf(type["types"])) eventNames(list, node, role, steps - 1);
  else if (type.type === "TSParenthesizedType" && isNode(type["typeAnnotation"]))
    eventNames(list, type["typeAnnotation"], role, steps - 1);
  else if (type.type === "TSLiteralType" && isNode(type["literal"]))
    list.literal("event", type["literal"], { role });
  else if (type.type === "TSTypeReference") {
    const named = list.tree.typeNamed(nameOf(type["typeName"]))?.["typeAnnotation"];
    if (isNode(named)) eventNames(list, named, role, steps - 1);
  }
}
