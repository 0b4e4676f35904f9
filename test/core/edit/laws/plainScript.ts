import { applyEdits, sortEdits, type TextEdit } from "#core/text/textEdit.ts";
import type { File } from "#core/syntax/ast.ts";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/**
 * A module as a script that returns its `machine`: types cut out, imports as `require`. Only for what these modules are made
 * of; undefined for any other syntax of types, imports or exports.
 */
export function plainScript(text: string, file: File): string | undefined {
  const edits: TextEdit[] = [];
  const put = (from: number, to: number, insert = "") => edits.push({ from, to, insert });
  if (!visit(file.program as unknown as Node, put)) return undefined;
  return `"use strict";${applyEdits(text, sortEdits(edits))}\nreturn machine;`;
}

type Put = (from: number, to: number, insert?: string) => void;

/** False when there is something it does not know how to cut. */
function visit(node: Node, put: Put): boolean {
  switch (node.type) {
    case "TSAsExpression": {
      const inner = node["expression"] as Node & { extra?: { parenthesized?: boolean } };
      if (inner.extra?.parenthesized) return false;
      put(inner.end, node.end);
      return visit(inner, put);
    }
    case "TSTypeAnnotation":
      put(node.start, node.end);
      return true;
    // Nothing that the machine is made of.
    case "ClassDeclaration":
      put(node.start, node.end);
      return true;
    case "TSEnumDeclaration":
      return visitEnum(node, put);
    case "ImportDeclaration":
      return visitImport(node, put);
    case "ExportNamedDeclaration": {
      const inner = node["declaration"];
      if (!isNode(inner) || inner.type !== "VariableDeclaration") return false;
      put(node.start, inner.start);
      return visit(inner, put);
    }
  }
  if (node.type.startsWith("TS") || node.type.startsWith("Export")) return false;
  for (const field in node) {
    if (field === "loc" || field === "extra") continue;
    const value = node[field];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item) && !visit(item, put)) return false;
    } else if (isNode(value) && !visit(value, put)) return false;
  }
  return true;
}

/** An enum of texts is an object of them. */
function visitEnum(node: Node, put: Put): boolean {
  const id = node["id"] as Node;
  const members = ((node["body"] ?? node) as Node)["members"] as Node[];
  put(node.start, id.start, "const ");
  put(id.end, id.end, " =");
  return members.every((member) => {
    const value = member["initializer"];
    if (!isNode(value)) return false;
    put((member["id"] as Node).end, value.start, ": ");
    return true;
  });
}

function visitImport(node: Node, put: Put): boolean {
  const from = (node["source"] as Node)["value"] as string;
  const parts = node["specifiers"] as Node[];
  if (node["importKind"] === "type") {
    put(node.start, node.end);
    return true;
  }
  const [first] = parts;
  const name = (part: Node, field: string) => (part[field] as { name?: string }).name;
  if (first?.type === "ImportNamespaceSpecifier")
    put(node.start, node.end, `const ${name(first, "local")} = require(${JSON.stringify(from)});`);
  else if (parts.every((part) => part.type === "ImportSpecifier" && part["importKind"] !== "type"))
    put(
      node.start,
      node.end,
      `const { ${parts.map((part) => `${name(part, "imported")}: ${name(part, "local")}`).join(", ")} } = require(${JSON.stringify(from)});`,
    );
  else return false;
  return true;
}
