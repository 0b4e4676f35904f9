import { keyName } from "#core/syntax/property.ts";
import { treeOf } from "#core/syntax/tree.ts";
import type { TextEdit } from "#core/text/textEdit.ts";
import { commaList, insertItems, type NewItem } from "#core/edit/pen/commaList.ts";
import { fileStyle, type FileStyle } from "#core/edit/pen/fileStyle.ts";
import { child, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { lookup, MAX_CONST_HOPS, type Scope } from "#core/syntax/scope.ts";

/** What makes actions, guards and actors: two that are made alike do alike. */
export const XSTATE_MAKERS: ReadonlySet<string> = new Set([
  "and",
  "assign",
  "cancel",
  "emit",
  "enqueueActions",
  "forwardTo",
  "fromCallback",
  "fromEventObservable",
  "fromObservable",
  "fromPromise",
  "fromTransition",
  "log",
  "not",
  "or",
  "raise",
  "sendParent",
  "sendTo",
  "spawnChild",
  "stateIn",
  "stop",
  "stopChild",
]);
/** What code of a machine may take from `xstate`. */
export const XSTATE_NAMES: ReadonlySet<string> = new Set([
  ...XSTATE_MAKERS,
  "assertEvent",
  "createActor",
  "createMachine",
  "matchesState",
  "setup",
  "toPromise",
  "waitFor",
]);

/**
 * What of XState an expression is in the eyes of a place: `assign` of `assign`, of `set` after `import { assign as set }`, of `xs.assign`
 * and of `setup(...).assign`. Undefined for what is the module's own or of another package, whatever its name. A name that nothing declares
 * there is XState's: code that is typed may take it, and the import comes along.
 */
export function xstateName(expression: Node, scope: Scope, steps = MAX_CONST_HOPS): string | undefined {
  const node = unwrap(expression);
  if (node.type === "MemberExpression" && node["computed"] !== true) {
    const object = child(node, "object");
    return object && holdsXState(object, scope, steps - 1) ? nameOf(node["property"]) : undefined;
  }
  if (node.type !== "Identifier" || steps <= 0) return undefined;
  const name = nameOf(node);
  const binding = lookup(scope, name);
  if (!binding) return XSTATE_NAMES.has(name) ? name : undefined;
  if (binding.kind === "import")
    return isOfXState(binding.from) && !binding.typeOnly && binding.name !== "*" ? binding.name : undefined;
  return binding.kind === "const"
    ? xstateName(binding.init as unknown as Node, binding.scope, steps - 1)
    : undefined;
}

const isOfXState = (source: string): boolean => /^xstate(?:\/|$)/.test(source);

/** The whole of `xstate`, or what a `setup` gives. */
function holdsXState(expression: Node, scope: Scope, steps: number): boolean {
  const node = unwrap(expression);
  if (steps <= 0) return false;
  if (node.type === "CallExpression") {
    const callee = child(node, "callee");
    const called = callee && xstateName(callee, scope, steps - 1);
    return isRequire(node, "xstate") || called === "setup" || called === "extend";
  }
  const binding = node.type === "Identifier" ? lookup(scope, nameOf(node)) : undefined;
  if (binding?.kind === "import")
    return isOfXState(binding.from) && !binding.typeOnly && binding.name === "*";
  return binding?.kind === "const"
    ? holdsXState(binding.init as unknown as Node, binding.scope, steps - 1)
    : false;
}

/** How a module takes values from `xstate`, so far as it does. */
interface Brought {
  /** `{ setup, assign as set }` of an import or a `require`, to which names can be added. */
  readonly list?: { readonly node: Node; readonly items: readonly Node[]; readonly require: boolean };
  /** `xstate` of `import * as xstate` or `const xstate = require(...)`. */
  readonly namespace?: string;
  /** Statements that name the package, types included; a new line goes after the last. */
  readonly statements: readonly Node[];
}

/**
 * Edits that bring names of `xstate` into a module: into the list that is there, or as a line of its own beside the other
 * imports. `undefined` when the text cannot be parsed. Whether a name is there already is for the caller to ask.
 */
export function addXStateImports(text: string, names: readonly string[]): TextEdit[] | undefined {
  const tree = treeOf(text);
  return tree && importEdits(text, tree.program, names, fileStyle(text));
}

/**
 * The same for a text that is parsed, in the style of the file.
 * @param aliases what some of them are called here, where the module has something else under the name
 */
export function importEdits(
  text: string,
  program: Node,
  names: readonly string[],
  style: FileStyle,
  aliases: ReadonlyMap<string, string> = new Map(),
): TextEdit[] {
  if (names.length === 0) return [];
  const sorted = [...new Set(names)].toSorted();
  const brought = readBrought(text, program);
  const code: PartOf = (name, byRequire) => {
    const alias = aliases.get(name);
    return alias === undefined ? name : `${name}${byRequire ? ":" : " as"} ${alias}`;
  };
  if (brought.list) return addToList(text, brought.list, sorted, style, code);
  return [newLine(text, program, brought, sorted, style, code)];
}

/** `assign`, or `assign as set`, as it stands between the braces. */
type PartOf = (name: string, byRequire: boolean) => string;

/** The name that stands for the whole of `xstate` in this module, if there is one. */
export const namespaceOf = (text: string, program: Node): string | undefined =>
  readBrought(text, program).namespace;

/** What a value of `xstate` is called in this module: `not`, the name it was given, `xstate.not`. Undefined: not brought yet. */
export function nameInModule(text: string, program: Node, name: string): string | undefined {
  const { list, namespace } = readBrought(text, program);
  for (const item of list?.items ?? []) {
    const imported = item.type === "ImportSpecifier" ? textOf(child(item, "imported")) : keyName(item);
    const local = child(item, "local") ?? child(item, "value");
    if (imported === name && item["importKind"] !== "type" && local?.type === "Identifier")
      return textOf(local);
  }
  return namespace === undefined ? undefined : `${namespace}.${name}`;
}

const textOf = (node: Node | undefined): string | undefined =>
  (node?.["name"] ?? node?.["value"]) as string | undefined;

function readBrought(text: string, program: Node): Brought {
  const statements: Node[] = [];
  let list: Brought["list"];
  let namespace: string | undefined;
  for (const statement of nodesOf(program["body"])) {
    if (statement.type === "ImportDeclaration" && child(statement, "source")?.["value"] === "xstate") {
      statements.push(statement);
      if (statement["importKind"] === "type") continue;
      list ??= importedList(text, statement);
      const whole = nodesOf(statement["specifiers"]).find((node) => node.type === "ImportNamespaceSpecifier");
      namespace ??= textOf(whole && child(whole, "local"));
    }
    if (statement.type !== "VariableDeclaration") continue;
    for (const declarator of nodesOf(statement["declarations"])) {
      if (!isRequire(child(declarator, "init"), "xstate")) continue;
      statements.push(statement);
      const id = child(declarator, "id");
      if (id?.type === "Identifier") namespace ??= textOf(id);
      else if (id?.type === "ObjectPattern")
        list ??= {
          node: { ...id, type: "ObjectExpression" },
          items: nodesOf(id["properties"]),
          require: true,
        };
    }
  }
  return { ...(list ? { list } : {}), ...(namespace === undefined ? {} : { namespace }), statements };
}

/** The braces of an import as a list; undefined when it has none and cannot get any. */
export function importedList(text: string, statement: Node): Brought["list"] {
  const all = nodesOf(statement["specifiers"]);
  const items = all.filter((node) => node.type === "ImportSpecifier");
  const source = child(statement, "source");
  const first = items[0];
  const start = first
    ? text.lastIndexOf("{", first.start)
    : text.indexOf("{", all.at(-1)?.end ?? statement.start);
  const end = text.indexOf("}", items.at(-1)?.end ?? start) + 1;
  if (start < statement.start || end <= start || end > (source?.start ?? 0)) return undefined;
  return { node: { type: "ObjectExpression", start, end, properties: items }, items, require: false };
}

/** `require('name')` */
function isRequire(node: Node | undefined, name?: string): boolean {
  const call = node && unwrap(node);
  if (call?.type !== "CallExpression" || child(call, "callee")?.["name"] !== "require") return false;
  const argument = nodesOf(call["arguments"])[0];
  return argument?.type === "StringLiteral" && (name === undefined || argument["value"] === name);
}

function addToList(
  text: string,
  { node, items, require }: NonNullable<Brought["list"]>,
  names: readonly string[],
  style: FileStyle,
  code: PartOf,
): TextEdit[] {
  const list = commaList(text, node);
  if (!list) return [];
  const keys = items.map((item) => textOf(child(item, "imported") ?? child(item, "key")) ?? "");
  const inOrder = keys.every((key, i) => i === 0 || (keys[i - 1] ?? "").toLowerCase() <= key.toLowerCase());
  const rest = items.findIndex((item) => item.type === "RestElement");
  const last = rest < 0 ? items.length : rest;
  const groups = new Map<number, NewItem[]>();
  for (const name of names) {
    const before = inOrder ? keys.findIndex((key) => key.toLowerCase() > name.toLowerCase()) : -1;
    const index = before < 0 ? last : Math.min(before, last);
    groups.set(index, [...(groups.get(index) ?? []), { code: () => code(name, require) }]);
  }
  return [...groups].flatMap(([index, added]) => insertItems(text, list, index, added, style));
}

/** An import of its own: after what there is of `xstate`, else after the other imports, else at the top. */
function newLine(
  text: string,
  program: Node,
  { statements }: Brought,
  names: readonly string[],
  { eol, quote, pad }: FileStyle,
  code: PartOf,
): TextEdit {
  const body = nodesOf(program["body"]);
  const imports = body.filter((node) => node.type === "ImportDeclaration");
  const requires = body.filter(
    (node) =>
      node.type === "VariableDeclaration" &&
      nodesOf(node["declarations"]).some((declarator) => isRequire(child(declarator, "init"))),
  );
  const after = statements.at(-1) ?? imports.at(-1) ?? requires.at(-1);
  const byRequire = after !== undefined && after.type !== "ImportDeclaration";
  const ends = (statement: Node) => text[statement.end - 1] === ";";
  const semicolon = (after ? ends(after) : body.length === 0 || body.some(ends)) ? ";" : "";
  const braces = `{${pad}${names.map((name) => code(name, byRequire)).join(", ")}${pad}}`;
  const source = `${quote}xstate${quote}`;
  const line = byRequire
    ? `const ${braces} = require(${source})${semicolon}`
    : `import ${braces} from ${source}${semicolon}`;
  if (after) return { from: after.end, to: after.end, insert: eol + line };
  const top = topOf(text, program);
  return { from: top, to: top, insert: line + eol };
}

/** After a `#!` line, directives and comments that speak of the whole file: those with an empty line below, and pragmas. */
function topOf(text: string, program: Node): number {
  const first = nodesOf(program["body"])[0]?.start ?? text.length;
  const before = [child(program, "interpreter"), ...nodesOf(program["directives"])].filter(
    (node) => node !== undefined,
  );
  let top = lineAfter(text, before.at(-1)?.end);
  const comment = /^(?:\s*\n)?[ \t]*(\/\/[^\n]*|\/\*[\s\S]*?\*\/)[ \t]*\r?\n/;
  for (
    let match = comment.exec(text.slice(top, first));
    match;
    match = comment.exec(text.slice(top, first))
  ) {
    const next = top + match[0].length;
    const blank = /^[ \t]*\r?\n/.exec(text.slice(next));
    if (!blank && !/@ts-|eslint|@license|@jest|^\/\*!/.test(match[1] ?? "")) break;
    top = next + (blank?.[0].length ?? 0);
  }
  return top;
}

function lineAfter(text: string, offset: number | undefined): number {
  if (offset === undefined) return 0;
  const newline = text.indexOf("\n", offset);
  return newline < 0 ? text.length : newline + 1;
}
