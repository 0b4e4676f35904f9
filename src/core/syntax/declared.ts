import type { EnumDeclaration, Expression } from "#core/syntax/ast.ts";
import { isNode, nodesOf, type Node } from "#core/syntax/node.ts";
import type { Binding, ImportBinding, Scope } from "#core/syntax/scope.ts";

/** Bindings are made before the scope that holds them; here they learn which it is. */
export function linkScope(scope: Scope): void {
  for (const binding of scope.names.values())
    if (binding.kind !== "unknown" && binding.kind !== "given") (binding as { scope: Scope }).scope = scope;
}

const NO_SCOPE: Scope = { names: new Map(), outer: undefined };

/** What stands for its own name and holds no value that can be known without running it. */
const NAMED = new Set(["TSDeclareFunction", "TSModuleDeclaration", "TSImportEqualsDeclaration"]);

/** The names that the statements of a block or module declare. */
export function declared(body: readonly Node[]): Map<string, Binding> {
  const map = new Map<string, Binding>();
  for (const statement of body) {
    const node =
      (statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration") &&
      isNode(statement["declaration"])
        ? statement["declaration"]
        : statement;
    if (node.type === "VariableDeclaration") {
      for (const declarator of node["declarations"] as Node[]) {
        const id = declarator["id"] as Node;
        const init = declarator["init"];
        if (node["kind"] === "const" && id.type === "Identifier" && isNode(init))
          map.set(String(id["name"]), {
            kind: "const",
            init: init as unknown as Expression,
            scope: NO_SCOPE,
          });
        else {
          bindUnknown(id, map);
          if (node["kind"] === "const" && id.type.endsWith("Pattern") && isNode(init))
            bindParts(id, init, map);
        }
      }
    } else if (node.type === "TSEnumDeclaration") {
      const declaration = node as unknown as EnumDeclaration;
      map.set(declaration.id.name, { kind: "enum", declaration, scope: NO_SCOPE });
    } else if (/^(?:Function|Class)Declaration$/.test(node.type) && isNode(node["id"]))
      map.set(nameOf(node["id"]), { kind: "function", declaration: node, scope: NO_SCOPE });
    else if (NAMED.has(node.type) && isNode(node["id"])) bindUnknown(node["id"], map);
    else if (node.type === "ImportDeclaration")
      for (const [name, binding] of imports(node)) map.set(name, binding);
  }
  return map;
}

/**
 * `const { a, b: [c = 1], ...rest } = object`: each name is that member of the object or list, or what is left of it. What stands under or
 * beside a computed key is not known.
 */
function bindParts(pattern: Node, object: Node, map: Map<string, Binding>): void {
  const isList = pattern.type === "ArrayPattern";
  const parts = (pattern[isList ? "elements" : "properties"] ?? []) as (Node | null)[];
  const keys: string[] = [];
  for (const [i, part] of parts.entries()) {
    if (!part) continue;
    if (part.type === "RestElement") {
      const argument = part["argument"] as Node;
      const isKnown = isList || keys.length === i;
      const { start, end } = argument;
      if (isKnown)
        bindPart(argument, { type: "PatternRest", object, without: isList ? i : keys, start, end }, map);
      continue;
    }
    const key = isList || part["computed"] === true ? undefined : literalOf(part["key"] as Node);
    if (key !== undefined) keys.push(key);
    const name = isList ? i : key;
    if (name !== undefined) bindMember(isList ? part : (part["value"] as Node), object, name, map);
  }
}

function bindMember(pattern: Node, object: Node, key: string | number, map: Map<string, Binding>): void {
  const { start, end } = pattern;
  if (pattern.type === "AssignmentPattern") {
    const left = pattern["left"] as Node;
    const place = { start: left.start, end: left.end };
    bindPart(left, { type: "PatternDefault", object, key, fallback: pattern["right"], ...place }, map);
    return;
  }
  const isList = typeof key === "number";
  const property = isList
    ? { type: "NumericLiteral", value: key, start, end }
    : { type: "Identifier", name: key, start, end };
  bindPart(pattern, { type: "MemberExpression", computed: isList, object, property, start, end }, map);
}

/** Binds what a part of a pattern has to a node that no text says. */
function bindPart(pattern: Node, value: Node, map: Map<string, Binding>): void {
  const init = value as unknown as Expression;
  if (pattern.type === "Identifier") map.set(nameOf(pattern), { kind: "const", init, scope: NO_SCOPE });
  else if (pattern.type === "ObjectPattern" || pattern.type === "ArrayPattern")
    bindParts(pattern, value, map);
}

/** A key as a text; undefined for one that is neither a name nor a text or number. */
const literalOf = (key: Node): string | undefined =>
  /^(?:Identifier|StringLiteral|NumericLiteral)$/.test(key.type) ? nameOf(key) : undefined;

function imports(statement: Node): [string, ImportBinding][] {
  const from = String((statement["source"] as Node)["value"]);
  return (statement["specifiers"] as Node[]).map((node) => {
    const name =
      node.type === "ImportNamespaceSpecifier"
        ? "*"
        : node.type === "ImportDefaultSpecifier"
          ? "default"
          : nameOf(node["imported"] as Node);
    const typeOnly = statement["importKind"] === "type" || node["importKind"] === "type";
    return [nameOf(node["local"] as Node), { kind: "import", from, name, typeOnly, scope: NO_SCOPE }];
  });
}

/** Of an import or export: an identifier or, as the language allows, a string. */
export const nameOf = (node: Node): string => String(node["name"] ?? node["value"]);

/** Which part of a pattern binds names: of `a = value` the value does not. */
const BINDS: Readonly<Record<string, string>> = {
  AssignmentPattern: "left",
  RestElement: "argument",
  TSParameterProperty: "parameter",
};

/** A parameter or pattern hides outer names but has no value of its own here. */
export function bindUnknown(pattern: Node, map: Map<string, Binding>): void {
  if (pattern.type === "Identifier") {
    map.set(String(pattern["name"]), { kind: "unknown" });
    return;
  }
  const inner = pattern[BINDS[pattern.type] ?? "value"];
  if (isNode(inner)) bindUnknown(inner, map);
  for (const item of nodesOf(pattern["elements"] ?? pattern["properties"])) bindUnknown(item, map);
}
