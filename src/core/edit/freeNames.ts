import { walk } from "#core/edit/sourceTree.ts";
import { child, nodesOf, type Node } from "#core/syntax/node.ts";

/** Names and the ones around them, innermost first. */
interface Bound {
  readonly names: ReadonlySet<string>;
  readonly outer: Bound | undefined;
}

const FUNCTION =
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|ObjectMethod|Class(?:Private)?Method)$/;
const WRAPPER = /^TS(?:As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$/;

/**
 * The values that a piece of code uses and does not declare itself; types and names of properties are none.
 * @param atOnce leaves out what only functions in it use: they are not called yet
 */
export function freeNames(root: Node, atOnce = false): Set<string> {
  const free = new Set<string>();
  collect(root, undefined, free, atOnce);
  return free;
}

/** The names that code at an offset of a module may use: those of the module and of the functions and blocks around it. */
export function visibleNames(program: Node, offset: number): Set<string> {
  const names = new Set<string>();
  walk(program, (node) => {
    if (offset < node.start || offset > node.end) return false;
    for (const name of declaredBy(node)) names.add(name);
  });
  return names;
}

/** How often each name is declared in a module, in whatever function or block. */
export function declarations(program: Node): Map<string, number> {
  const counts = new Map<string, number>();
  walk(program, (node) => {
    // A function's own name was counted where it stands.
    const own = node.type === "FunctionDeclaration" ? nameOf(child(node, "id"))[0] : undefined;
    for (const name of declaredBy(node)) if (name !== own) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
}

function collect(node: Node, bound: Bound | undefined, free: Set<string>, atOnce: boolean): void {
  const { type } = node;
  if (type === "Identifier") {
    const name = node["name"] as string;
    if (!isBound(bound, name)) free.add(name);
    return;
  }
  if (type === "ImportDeclaration" || (type.startsWith("TS") && !WRAPPER.test(type))) return;
  if (atOnce && FUNCTION.test(type)) return;
  const declared = declaredBy(node);
  const inner = declared.length > 0 ? { names: new Set(declared), outer: bound } : bound;
  for (const [field, value] of Object.entries(node)) {
    if (field === "loc" || field === "extra" || isNoReference(node, field)) continue;
    for (const one of Array.isArray(value) ? nodesOf(value) : nodesOf([value]))
      collect(one, inner, free, atOnce);
  }
}

function isBound(bound: Bound | undefined, name: string): boolean {
  for (let at = bound; at; at = at.outer) if (at.names.has(name)) return true;
  return false;
}

/** Is the field a name that stands for itself: of a property, a label? */
function isNoReference(node: Node, field: string): boolean {
  if (field === "property") return node.type.endsWith("MemberExpression") && node["computed"] !== true;
  if (field === "key") return node["computed"] !== true;
  return ["label", "typeAnnotation", "meta", "exported"].includes(field);
}

/** The names that a module, a function, a block or a loop declares for what is inside it. */
function declaredBy(node: Node): string[] {
  const { type } = node;
  if (type === "Program" || type === "BlockStatement" || type === "StaticBlock")
    return nodesOf(node["body"]).flatMap(declaredByStatement);
  if (FUNCTION.test(type)) return [...nameOf(child(node, "id")), ...nodesOf(node["params"]).flatMap(namesIn)];
  if (type === "ClassExpression") return nameOf(child(node, "id"));
  if (type === "CatchClause") return namesIn(child(node, "param"));
  if (/^For(?:In|Of)?Statement$/.test(type)) {
    const head = child(node, "init") ?? child(node, "left");
    return head ? declaredByStatement(head) : [];
  }
  return [];
}

function declaredByStatement(statement: Node): string[] {
  const { type } = statement;
  if (type === "ExportNamedDeclaration" || type === "ExportDefaultDeclaration") {
    const inner = child(statement, "declaration");
    return inner ? declaredByStatement(inner) : [];
  }
  if (type === "ImportDeclaration") {
    const values = nodesOf(statement["specifiers"]).filter((one) => one["importKind"] !== "type");
    return statement["importKind"] === "type" ? [] : values.flatMap((one) => nameOf(child(one, "local")));
  }
  if (type === "VariableDeclaration")
    return nodesOf(statement["declarations"]).flatMap((one) => namesIn(child(one, "id")));
  if (["FunctionDeclaration", "ClassDeclaration", "TSEnumDeclaration", "TSDeclareFunction"].includes(type))
    return nameOf(child(statement, "id"));
  return [];
}

const nameOf = (id: Node | undefined): string[] => (id?.type === "Identifier" ? [id["name"] as string] : []);

/** The names that a pattern binds. */
function namesIn(pattern: Node | undefined): string[] {
  if (!pattern) return [];
  switch (pattern.type) {
    case "ObjectPattern":
      return nodesOf(pattern["properties"]).flatMap((one) => namesIn(child(one, "value") ?? one));
    case "ArrayPattern":
      return nodesOf(pattern["elements"]).flatMap(namesIn);
    case "AssignmentPattern":
      return namesIn(child(pattern, "left"));
    case "RestElement":
      return namesIn(child(pattern, "argument"));
    case "TSParameterProperty":
      return namesIn(child(pattern, "parameter"));
    default:
      return nameOf(pattern);
  }
}
