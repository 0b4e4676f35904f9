import { isNode, type Node } from "#core/syntax/node.ts";

/** Names that a stretch of code declares, and the stretch around it. */
interface Scope {
  readonly names: ReadonlySet<string>;
  readonly outer: Scope | undefined;
}

/** An import that brings a value; what it does not bring counts as undeclared. */
export type Brings = (source: string, imported: string) => boolean;

const FUNCTION =
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|ObjectMethod|Class(?:Private)?Method)$/;
const TYPE_WRAPPER = /^TS(?:As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$/;
/** Parts of TypeScript that run: what is in them is code, not types. */
const TYPE_CODE =
  /^TS(?:EnumDeclaration|EnumBody|EnumMember|ModuleDeclaration|ModuleBlock|ExportAssignment)$/;

/**
 * The identifiers of a module that stand for a value and that nothing in the module declares or imports, in order. Types, names of
 * properties and what is asked for with `typeof` alone are none; what is imported as a type is no value.
 * @throws RangeError when the code is nested deeper than the stack
 */
export function freeNames(program: Node, brings: Brings = () => true): Node[] {
  const free: Node[] = [];
  const imported = list(program["body"]).flatMap((statement) => importedBy(statement, brings));
  visit(program, { names: new Set(imported), outer: undefined }, free);
  return free;
}

function importedBy(statement: Node, brings: Brings): string[] {
  if (statement.type !== "ImportDeclaration" || statement["importKind"] === "type") return [];
  const source = isNode(statement["source"]) ? String(statement["source"]["value"]) : "";
  return list(statement["specifiers"]).flatMap((one) => {
    if (one["importKind"] === "type") return [];
    return one.type === "ImportSpecifier" && !brings(source, importedName(one)) ? [] : bound(one["local"]);
  });
}

/** What an import specifier takes: `a` of `{ a as b }`. */
export const importedName = (specifier: Node): string => {
  const { imported } = specifier;
  return isNode(imported) ? String(imported["name"] ?? imported["value"]) : "";
};

function visit(node: Node, scope: Scope, free: Node[]): void {
  const { type } = node;
  if (type === "Identifier") {
    if (!isDeclared(scope, String(node["name"]))) free.push(node);
    return;
  }
  // What is exported by name may be a type; the parser tells a name that is nothing.
  if (type === "ImportDeclaration" || type === "ExportSpecifier" || type === "MetaProperty") return;
  const named = type === "ExportDefaultDeclaration" ? node["declaration"] : undefined;
  if (isNode(named) && named.type === "Identifier") return;
  if (type.startsWith("TS") && !TYPE_WRAPPER.test(type) && !TYPE_CODE.test(type)) return;
  if (node["declare"] === true) return;
  if (type === "UnaryExpression" && node["operator"] === "typeof") {
    const argument = node["argument"];
    if (isNode(argument) && argument.type !== "Identifier") visit(argument, scope, free);
    return;
  }
  const names = declaredFor(node);
  const inner: Scope = names.length > 0 ? { names: new Set(names), outer: scope } : scope;
  for (const field in node) {
    if (NO_VALUE.has(field) || isName(node, field)) continue;
    const part = node[field];
    if (isNode(part)) visit(part, inner, free);
    else if (Array.isArray(part)) for (const item of part) if (isNode(item)) visit(item, inner, free);
  }
}

const NO_VALUE = new Set([
  "loc",
  "extra",
  "errors",
  "comments",
  "label",
  "meta",
  "exported",
  "typeAnnotation",
]);

/** Whether a field holds a name that stands for itself. */
function isName(node: Node, field: string): boolean {
  if (field === "property") return node.type.endsWith("MemberExpression") && node["computed"] !== true;
  if (field === "key") return node["computed"] !== true;
  return field === "id" && (node.type === "TSEnumMember" || node.type === "TSModuleDeclaration");
}

function isDeclared(scope: Scope, name: string): boolean {
  for (let at: Scope | undefined = scope; at; at = at.outer) if (at.names.has(name)) return true;
  return false;
}

/** What a module, function, block or loop declares for the code in it. */
function declaredFor(node: Node): string[] {
  const { type } = node;
  if (type === "Program") return [...statements(node["body"]), ...vars(node)];
  if (type === "BlockStatement" || type === "StaticBlock" || type === "TSModuleBlock")
    return statements(node["body"]);
  if (type === "SwitchStatement") return list(node["cases"]).flatMap((one) => statements(one["consequent"]));
  if (FUNCTION.test(type))
    return [
      ...idOf(node),
      ...list(node["params"]).flatMap(bound),
      ...vars(node["body"]),
      ...(type === "ArrowFunctionExpression" ? [] : ["arguments"]),
    ];
  if (type === "ClassExpression" || type === "ClassDeclaration") return idOf(node);
  if (type === "CatchClause") return bound(node["param"]);
  if (type === "TSEnumDeclaration") return enumMembers(node);
  if (/^For(?:In|Of)?Statement$/.test(type))
    return [...statements([node["init"]]), ...statements([node["left"]])];
  return [];
}

const enumMembers = (node: Node): string[] =>
  list((isNode(node["body"]) ? node["body"] : node)["members"]).flatMap((member) =>
    isNode(member["id"]) ? String(member["id"]["name"] ?? member["id"]["value"]) : [],
  );

const list = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const statements = (body: unknown): string[] => list(body).flatMap(declaredBy);

function declaredBy(statement: Node): string[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
      return isNode(statement["declaration"]) ? declaredBy(statement["declaration"]) : [];
    case "VariableDeclaration":
      return list(statement["declarations"]).flatMap((one) => bound(one["id"]));
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "TSDeclareFunction":
    case "TSEnumDeclaration":
    case "TSModuleDeclaration":
    case "TSImportEqualsDeclaration":
      return idOf(statement);
    default:
      return [];
  }
}

const idOf = (node: Node): string[] => bound(node["id"]);

/** `var` of a function or module stands for the whole of it, however deep it is written. */
function vars(root: unknown): string[] {
  const found: string[] = [];
  const look = (node: Node) => {
    if (node !== root && (FUNCTION.test(node.type) || node.type.startsWith("Class"))) return;
    if (/Expression$|^TS/.test(node.type)) return;
    if (node.type === "VariableDeclaration" && node["kind"] === "var") found.push(...declaredBy(node));
    for (const field of [
      "body",
      "consequent",
      "alternate",
      "block",
      "handler",
      "finalizer",
      "cases",
      "init",
    ]) {
      const part = node[field];
      if (isNode(part)) look(part);
      else for (const item of list(part)) look(item);
    }
    if (isNode(node["left"])) look(node["left"]);
  };
  if (isNode(root)) look(root);
  return found;
}

/** The names that a pattern binds. */
function bound(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case "Identifier":
      return [String(pattern["name"])];
    case "ObjectPattern":
      return list(pattern["properties"]).flatMap((one) => bound(one["value"] ?? one));
    case "ArrayPattern":
      return list(pattern["elements"]).flatMap(bound);
    case "AssignmentPattern":
      return bound(pattern["left"]);
    case "RestElement":
      return bound(pattern["argument"]);
    case "TSParameterProperty":
      return bound(pattern["parameter"]);
    default:
      return [];
  }
}
