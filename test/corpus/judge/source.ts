import { parseSync } from "oxc-parser";

/*
 * The judge of the corpus reads machines by itself, with another parser and without any code of `src/`, so that a mistake of
 * the reader or of a command is not repeated in what it is compared with.
 */

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}
export interface Source {
  readonly text: string;
  readonly program: Node;
  readonly comments: readonly Comment[];
  /** What each name stands for that is a `const` or an `enum` and is declared once in the whole file. */
  readonly names: ReadonlyMap<string, Node>;
  /** Calls of `createMachine` in order, an outer one before those inside it. */
  readonly calls: readonly Node[];
  /** Strings and parts of templates: white space in them counts. */
  readonly literals: readonly Node[];
}

/** The tree of a module, or undefined when it cannot be parsed. */
export function parseSource(text: string, lang: "ts" | "js"): Source | undefined {
  const tries = lang === "ts" ? ["module.ts", "module.tsx"] : ["module.jsx"];
  for (const file of tries) {
    const { program, comments, errors } = parseSync(file, text, { preserveParens: false });
    if (errors.length > 0) continue;
    return { text, comments, ...walkAll(program as unknown as Node) };
  }
  return undefined;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** The child node of a field, or undefined. */
export function child(node: Node | undefined, field: string): Node | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}

/** The child nodes of a list field. */
export const list = (node: Node | undefined, field: string): Node[] => {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** Visits a node and all below it; false leaves out what is below. */
export function walk(node: Node, visit: (node: Node) => boolean | void): void {
  if (visit(node) === false) return;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) walk(item, visit);
    } else if (isNode(value)) walk(value, visit);
  }
}

/** The last name of what is called. */
export function callName(node: Node): string | undefined {
  if (node.type !== "CallExpression") return undefined;
  const callee = bare(child(node, "callee") ?? node);
  const name = callee.type === "MemberExpression" ? child(callee, "property") : callee;
  return name?.type === "Identifier" && callee["computed"] !== true ? String(name["name"]) : undefined;
}

const WRAPPERS = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
  "ParenthesizedExpression",
  "ChainExpression",
]);

/** Without `as T`, `satisfies T`, `!` and brackets. */
export function bare(node: Node): Node {
  let inner = node;
  while (WRAPPERS.has(inner.type)) inner = child(inner, "expression") ?? inner;
  return inner;
}

function walkAll(program: Node): Pick<Source, "program" | "names" | "calls" | "literals"> {
  const names = new Map<string, Node>();
  const taken = new Set<string>();
  const calls: Node[] = [];
  const literals: Node[] = [];
  const bind = (pattern: Node | undefined, value?: Node) => {
    if (!pattern) return;
    if (pattern.type === "Identifier") {
      const name = String(pattern["name"]);
      if (value && !taken.has(name)) names.set(name, value);
      else names.delete(name);
      taken.add(name);
    } else
      for (const inner of [...list(pattern, "elements"), ...list(pattern, "properties")])
        bind(child(inner, "value") ?? child(inner, "left") ?? child(inner, "argument") ?? inner);
  };
  walk(program, (node) => {
    if (callName(node) === "createMachine") calls.push(node);
    if (node.type === "TemplateElement" || (node.type === "Literal" && typeof node["value"] === "string"))
      literals.push(node);
    if (node.type === "VariableDeclaration")
      for (const one of list(node, "declarations"))
        bind(child(one, "id"), node["kind"] === "const" ? child(one, "init") : undefined);
    if (node.type === "TSEnumDeclaration") bind(child(node, "id"), node);
    for (const param of [...list(node, "params"), child(node, "param")])
      if (param && /Function|CatchClause/.test(node.type)) bind(child(param, "left") ?? param);
  });
  calls.sort((a, b) => a.start - b.start || b.end - a.end);
  return { program, names, calls, literals };
}
