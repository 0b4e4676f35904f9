import type { EnumDeclaration, Expression } from "#core/syntax/ast.ts";
import type { Binding, ImportBinding, Scope } from "#core/syntax/scope.ts";

/** A node of a syntax tree of which only the type is known. */
export interface AnyNode {
  readonly type: string;
  readonly start?: number | null;
  readonly end?: number | null;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** Bindings are made before the scope that holds them; here they learn which it is. */
export function linkScope(scope: Scope): void {
  for (const binding of scope.names.values())
    if (binding.kind !== "unknown") (binding as { scope: Scope }).scope = scope;
}

const NO_SCOPE: Scope = { names: new Map(), outer: undefined };

/** The names that the statements of a block or module declare. */
export function declared(body: readonly AnyNode[]): Map<string, Binding> {
  const map = new Map<string, Binding>();
  for (const statement of body) {
    const node =
      (statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration") &&
      isNode(statement["declaration"])
        ? statement["declaration"]
        : statement;
    if (node.type === "VariableDeclaration") {
      for (const declarator of node["declarations"] as AnyNode[]) {
        const id = declarator["id"] as AnyNode;
        const init = declarator["init"];
        if (node["kind"] === "const" && id.type === "Identifier" && isNode(init))
          map.set(String(id["name"]), {
            kind: "const",
            init: init as unknown as Expression,
            scope: NO_SCOPE,
          });
        else {
          bindUnknown(id, map);
          if (node["kind"] === "const" && id.type === "ObjectPattern" && isNode(init))
            bindParts(id, init, map);
        }
      }
    } else if (node.type === "TSEnumDeclaration") {
      const declaration = node as unknown as EnumDeclaration;
      map.set(declaration.id.name, { kind: "enum", declaration, scope: NO_SCOPE });
    } else if (
      (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") &&
      isNode(node["id"])
    )
      bindUnknown(node["id"], map);
    else if (node.type === "ImportDeclaration")
      for (const [name, binding] of imports(node)) map.set(name, binding);
  }
  return map;
}

/** `const { a, b: c } = object`: each name is that member of the object. Defaults and the rest are not known. */
function bindParts(pattern: AnyNode, object: AnyNode, map: Map<string, Binding>): void {
  for (const part of pattern["properties"] as AnyNode[]) {
    const { key, value } = part as { key?: AnyNode; value?: AnyNode };
    if (part.type !== "ObjectProperty" || part["computed"] === true) continue;
    if (key?.type !== "Identifier" || value?.type !== "Identifier") continue;
    const { start, end } = value;
    const member = { type: "MemberExpression", computed: false, object, property: key, start, end };
    const init = member as unknown as Expression;
    map.set(nameOf(value), { kind: "const", init, scope: NO_SCOPE });
  }
}

function imports(statement: AnyNode): [string, ImportBinding][] {
  const from = String((statement["source"] as AnyNode)["value"]);
  return (statement["specifiers"] as AnyNode[]).map((one) => {
    const name =
      one.type === "ImportNamespaceSpecifier"
        ? "*"
        : one.type === "ImportDefaultSpecifier"
          ? "default"
          : nameOf(one["imported"] as AnyNode);
    const typeOnly = statement["importKind"] === "type" || one["importKind"] === "type";
    return [nameOf(one["local"] as AnyNode), { kind: "import", from, name, typeOnly, scope: NO_SCOPE }];
  });
}

/** Of an import or export: an identifier or, as the language allows, a string. */
export const nameOf = (node: AnyNode): string => String(node["name"] ?? node["value"]);

/** A parameter or pattern hides outer names but has no value of its own here. */
export function bindUnknown(pattern: AnyNode, map: Map<string, Binding>): void {
  if (pattern.type === "Identifier") {
    map.set(String(pattern["name"]), { kind: "unknown" });
    return;
  }
  for (const key of ["left", "argument", "value", "parameter"]) {
    const inner = pattern[key];
    if (isNode(inner)) bindUnknown(inner, map);
  }
  for (const key of ["elements", "properties"]) {
    const inner = pattern[key];
    if (Array.isArray(inner)) for (const item of inner) if (isNode(item)) bindUnknown(item, map);
  }
}
