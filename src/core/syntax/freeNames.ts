import { child, isNode, type Node } from "#core/syntax/node.ts";
import type { Binding } from "#core/syntax/scope.ts";
import { declaredFor, FUNCTION } from "#core/syntax/scopeOf.ts";

/** Names that a stretch of code declares, and the stretch around it. */
interface Bound {
  readonly names: { has(name: string): boolean };
  readonly outer: Bound | undefined;
}

export interface FreeNamesOptions {
  /** Which imports bring a value; what is not brought counts as undeclared. By default all do but `import type`. */
  readonly brings?: (source: string, imported: string) => boolean;
  /** Leaves out what only functions use: they are not called yet. */
  readonly atOnce?: boolean;
  /** Leaves out names that stand behind `typeof` alone, which is no fault where there is no such name. */
  readonly exceptTypeof?: boolean;
}

const TYPE_WRAPPER = /^TS(?:As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$/;
/** Parts of TypeScript that run: what is in them is code, not types. */
const TYPE_CODE =
  /^TS(?:EnumDeclaration|EnumBody|EnumMember|ModuleDeclaration|ModuleBlock|ExportAssignment|ParameterProperty)$/;

/**
 * The identifiers of a module, or a piece of code, that stand for a value and that nothing in it declares or imports, in order.
 * Types and names of properties are none; what is imported as a type is no value.
 * @throws RangeError when the code is nested deeper than the stack
 */
export function freeNames(root: Node, options: FreeNamesOptions = {}): Node[] {
  const free: Node[] = [];
  visit(root, undefined, free, options);
  return free;
}

/** The names of these identifiers, each once. */
export const namesOf = (identifiers: readonly Node[]): Set<string> =>
  new Set(identifiers.map((node) => String(node["name"])));

/** What an import specifier takes: `a` of `{ a as b }`. */
export const importedName = (specifier: Node): string => {
  const { imported } = specifier;
  return isNode(imported) ? String(imported["name"] ?? imported["value"]) : "";
};

function visit(node: Node, bound: Bound | undefined, free: Node[], options: FreeNamesOptions): void {
  const { type } = node;
  if (type === "Identifier") {
    if (!isBound(bound, String(node["name"]))) free.push(node);
    return;
  }
  // What is exported by name may be a type; the parser tells a name that is nothing.
  if (type === "ImportDeclaration" || type === "ExportSpecifier" || type === "MetaProperty") return;
  const named = type === "ExportDefaultDeclaration" ? node["declaration"] : undefined;
  if (isNode(named) && named.type === "Identifier") return;
  if (type.startsWith("TS") && !TYPE_WRAPPER.test(type) && !TYPE_CODE.test(type)) return;
  if (node["declare"] === true || (options.atOnce && FUNCTION.test(type))) return;
  if (options.exceptTypeof && type === "UnaryExpression" && node["operator"] === "typeof")
    if (child(node, "argument")?.type === "Identifier") return;
  const inner = boundIn(node, bound, options);
  for (const field in node) {
    if (NO_VALUE.has(field) || isName(node, field)) continue;
    const part = node[field];
    if (isNode(part)) visit(part, inner, free, options);
    else if (Array.isArray(part))
      for (const item of part) if (isNode(item)) visit(item, inner, free, options);
  }
}

function boundIn(node: Node, outer: Bound | undefined, { brings }: FreeNamesOptions): Bound | undefined {
  const names = declaredFor(node);
  if (!names) return outer;
  const isValue = (binding: Binding) =>
    binding.kind !== "import" ||
    (!binding.typeOnly && (!brings || isWhole(binding.name) || brings(binding.from, binding.name)));
  if (node.type === "Program") for (const [name, binding] of names) if (!isValue(binding)) names.delete(name);
  if (FUNCTION.test(node.type) && node.type !== "ArrowFunctionExpression")
    names.set("arguments", { kind: "unknown" });
  return names.size > 0 ? { names, outer } : outer;
}

const isWhole = (imported: string): boolean => imported === "*" || imported === "default";

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

function isBound(bound: Bound | undefined, name: string): boolean {
  for (let at = bound; at; at = at.outer) if (at.names.has(name)) return true;
  return false;
}
