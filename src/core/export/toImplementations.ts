import type { Chart, Implementation, StateNode } from "#core/chart/chart.ts";
import { absolute, places } from "#core/chart/places.ts";
import type { Stub, StubKind, Stubs } from "#core/export/stubs.ts";
import type { XStateJson } from "#core/export/toXStateJson.ts";
import { freeNames, importedName, namesOf } from "#core/syntax/freeNames.ts";
import { child, isNode, nameOf, nodesOf, type Node } from "#core/syntax/node.ts";
import { lookup, type Scope } from "#core/syntax/scope.ts";
import { freshTree, treeOf, type Tree } from "#core/syntax/tree.ts";

/** The code beside a JSON, or why there is none. */
export type Implementations =
  | { readonly text: string }
  /** `files`: parts of the machine are written in other files. `local`: its code uses these names of a function around it. */
  | { readonly none: "unread" | "files" }
  | { readonly none: "local"; readonly names: readonly string[] };

const KINDS = ["guards", "actions", "actors", "delays"] as const;

/**
 * A module with the code that a machine's JSON only names, so that `createMachine({ ...json, ...parts }).provide(implementations)` is the
 * machine. It has what the module says in `setup` and inline, comments too, and the constants, helpers and imports that this uses; the
 * states stay in the JSON. Types are still in it.
 * @param stubs as `toXStateJson` gave them
 */
export function toImplementations(
  chart: Chart,
  text: string,
  { stubs, parts }: Pick<XStateJson, "stubs" | "parts">,
): Implementations {
  if (isInSeveralFiles(chart)) return { none: "files" };
  const tree = treeOf(text);
  if (!tree) return { none: "unread" };
  const body = `${partsText(chart, tree, parts)}\n${tablesText(chart, tree, stubs)}`;
  const carried = carry(tree, body, chart.callAt.from);
  if (carried.local.length > 0) return { none: "local", names: carried.local };
  const taken = carried.names;
  const rename = (name: string) => {
    let free = name;
    while (taken.has(free)) free += "_";
    return free;
  };
  const [partsName, tablesName] = [rename("parts"), rename("implementations")];
  const help = [
    ...(body.includes(GUARD_GIVEN) ? [["and", GUARD_GIVEN] as const] : []),
    ...(body.includes(ACTION_GIVEN) ? [["enqueueActions", ACTION_GIVEN] as const] : []),
  ].map(([from, to]) => `${from} as ${to}`);
  const imports = help.length > 0 ? [`import { ${help.join(", ")} } from "xstate";`] : [];
  const shown = body.replace(PARTS, partsName).replace(TABLES, tablesName);
  const out = (name: string, as: string) => (name === as ? name : `${name} as ${as}`);
  const last = `export { ${out(partsName, "parts")}, ${out(tablesName, "implementations")} };`;
  return {
    text:
      [...imports, ...carried.texts, shown, last]
        .join("\n")
        .replaceAll(/\n{3,}/g, "\n\n")
        .trim() + "\n",
  };
}

/** Names that no module has, until it is known which are free. */
const [PARTS, TABLES] = ["parts$$", "implementations$$"];
const [GUARD_GIVEN, ACTION_GIVEN] = ["and$given", "enqueue$given"];

const isInSeveralFiles = ({ root, setup }: Chart): boolean => {
  const far = (node: StateNode): boolean =>
    node.elsewhere !== undefined ||
    node.transitions.some((transition) => transition.elsewhere) ||
    node.children.some(far);
  return (
    far(root) ||
    (setup !== undefined &&
      (setup.elsewhere !== undefined || KINDS.some((kind) => setup[kind].some((impl) => impl.elsewhere))))
  );
};

/** What the machine itself has besides its states. */
function partsText(chart: Chart, tree: Tree, names: readonly string[]): string {
  const root = places(chart).get("");
  const entries = names.flatMap((name) => {
    const prop = chart.root.props.findLast((item) => item.name === name);
    return root && prop ? entryText(tree, absolute(root, prop.keyAt), name) : [];
  });
  return `
/** What the machine itself has and JSON cannot hold: \`createMachine({ ...json, ...parts })\`. */
const ${PARTS} = {
${entries.join("\n")}
};`;
}

function tablesText({ setup }: Chart, tree: Tree, stubs: Stubs): string {
  const tables = KINDS.map((kind) => {
    const named = (setup?.[kind] ?? []).flatMap((impl) => namedText(tree, impl));
    const inline = stubs[kind]
      .filter(({ from }) => from === "inline")
      .map((stub) => `    ${inlineText(kind, stub)},`);
    return `  ${kind}: {\n${[...named, ...inline].join("\n")}\n  },`.replace("{\n\n  }", "{}");
  });
  return `
/** The code of all that the JSON names: \`.provide(implementations)\`. */
const ${TABLES} = {
${tables.join("\n")}
};
`;
}

const inlineText = (kind: StubKind, { name, code, given }: Stub): string => {
  const key = JSON.stringify(name);
  if (!given) return `${key}: ${code}`;
  return kind === "guards"
    ? `${key}: ${GUARD_GIVEN}([${code}])`
    : `${key}: ${ACTION_GIVEN}(({ enqueue }) => { enqueue(${code}); })`;
};

function namedText(tree: Tree, { name, keyAt, text }: Implementation): string[] {
  const code = entryText(tree, keyAt, name);
  return code.length > 0 ? code : [`    ${JSON.stringify(name)}: ${text},`];
}

/** A property as it stands in the module, with the comments that belong to it. */
function entryText(
  tree: Tree,
  keyAt: { readonly from: number; readonly to: number },
  name: string,
): string[] {
  const node = tree.ownerAt(keyAt);
  if (!node) return [];
  const before = commentsBefore(tree.text, node.start);
  const behind = /^,?([ \t]*\/\/[^\n]*)/.exec(tree.text.slice(node.end))?.[1] ?? "";
  const code = tree.text.slice(node.start, node.end);
  const value = child(node, "value");
  // A key that is computed is written as what it comes to.
  const property =
    node["computed"] === true && value
      ? `${JSON.stringify(name)}: ${tree.text.slice(value.start, value.end)}`
      : code;
  const line = tree.text.slice(tree.text.lastIndexOf("\n", node.start) + 1, node.start);
  const indent = line.trim() === "" ? line : "    ";
  return [`${before}${indent}${property},${behind}`];
}

/** Comment lines directly above an offset. */
function commentsBefore(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n").slice(0, -1);
  let from = lines.length;
  for (let inside = false; from > 0; from--) {
    const line = lines[from - 1]!.trim();
    if (inside) {
      if (line.startsWith("/*")) inside = false;
    } else if (line.endsWith("*/")) inside = !line.startsWith("/*");
    else if (!line.startsWith("//")) break;
  }
  return lines
    .slice(from)
    .map((line) => `${line}\n`)
    .join("");
}

interface Carried {
  /** Imports and statements, in the order of the module. */
  readonly texts: readonly string[];
  readonly names: ReadonlySet<string>;
  /** Names that the code uses and that only a function around the machine knows. */
  readonly local: readonly string[];
}

/** What of a module a piece of code needs, and what that needs in turn. */
function carry(tree: Tree, code: string, machineAt: number): Carried {
  const statements = nodesOf(tree.program["body"]);
  const declaring = new Map<string, Node>();
  for (const node of statements)
    for (const name of declaredBy(node)) if (!declaring.has(name)) declaring.set(name, node);
  const carriedTree = freshTree(code);
  const open = [...namesOf(carriedTree ? freeNames(carriedTree.program) : [])];
  const local = open.filter((name) => isLocal(tree.scopeAt(machineAt), name));
  const names = new Set<string>();
  const taken = new Set<Node>();
  const take = (node: Node) => {
    if (taken.has(node) || node.type === "ImportDeclaration") return;
    taken.add(node);
    open.push(...namesOf(freeNames(codeOf(node))));
  };
  const follow = () => {
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const node = declaring.get(name);
      if (!node || names.has(name)) continue;
      names.add(name);
      take(node);
    }
  };
  follow();
  // Statements that do something to what is carried, such as filling a table.
  for (const node of statements) {
    const used = node.type === "ExpressionStatement" ? namesOf(freeNames(node)) : new Set<string>();
    if (
      used.size > 0 &&
      [...used].some((name) => names.has(name)) &&
      [...used].every((name) => names.has(name) || !declaring.has(name))
    )
      take(node);
  }
  follow();
  const texts = statements.flatMap((node) => {
    if (node.type === "ImportDeclaration") return importText(tree.text, node, names);
    if (!taken.has(node)) return [];
    const { start, end } = codeOf(node);
    const behind = /^[ \t]*\/\/[^\n]*/.exec(tree.text.slice(node.end))?.[0] ?? "";
    return [`${commentsBefore(tree.text, node.start)}${tree.text.slice(start, end)}${behind}`];
  });
  return { texts, names, local };
}

const isLocal = (scope: Scope, name: string): boolean => {
  const binding = lookup(scope, name);
  let top = scope;
  while (top.outer) top = top.outer;
  return binding !== undefined && top.names.get(name) !== binding;
};

/** What an `export` is in front of; the statement itself otherwise. */
const codeOf = (statement: Node): Node => {
  const inner = statement.type === "ExportNamedDeclaration" ? statement["declaration"] : undefined;
  return isNode(inner) ? inner : statement;
};

function declaredBy(statement: Node): string[] {
  if (statement.type === "ImportDeclaration")
    return statement["importKind"] === "type"
      ? []
      : nodesOf(statement["specifiers"]).map((item) => nameOf(item["local"]));
  const node = codeOf(statement);
  if (/^TS(?:TypeAlias|Interface)/.test(node.type)) return [];
  if (node.type === "VariableDeclaration")
    return nodesOf(node["declarations"]).flatMap((item) => patternNames(child(item, "id")));
  const name = nameOf(node["id"]);
  return name === "" ? [] : [name];
}

function patternNames(pattern: Node | undefined): string[] {
  if (!pattern) return [];
  if (pattern.type === "Identifier") return [nameOf(pattern)];
  const inner = child(pattern, "left") ?? child(pattern, "argument") ?? child(pattern, "value");
  return [
    ...(inner && pattern.type !== "ObjectPattern" && pattern.type !== "ArrayPattern"
      ? patternNames(inner)
      : []),
    ...nodesOf(pattern["properties"] ?? pattern["elements"]).flatMap(patternNames),
  ];
}

/** An import with those of its names alone that are used. */
function importText(text: string, node: Node, used: ReadonlySet<string>): string[] {
  const specifiers = nodesOf(node["specifiers"]).filter((item) => used.has(nameOf(item["local"])));
  const source = child(node, "source");
  if (specifiers.length === 0 || !source) return [];
  const whole = specifiers.flatMap((specifier) => {
    const local = nameOf(specifier["local"]);
    if (specifier.type === "ImportDefaultSpecifier") return [local];
    return specifier.type === "ImportNamespaceSpecifier" ? [`* as ${local}`] : [];
  });
  const named = specifiers
    .filter(({ type }) => type === "ImportSpecifier")
    .map((specifier) => {
      const [from, to] = [importedName(specifier), nameOf(specifier["local"])];
      const key = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(from) ? from : JSON.stringify(from);
      return from === to ? to : `${key} as ${to}`;
    });
  const list = [...whole, ...(named.length > 0 ? [`{ ${named.join(", ")} }`] : [])].join(", ");
  return [`import ${list} from ${text.slice(source.start, source.end)};`];
}
