import { child, isNode, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { lookup, type Binding, type Scope } from "#core/syntax/scope.ts";
import { scopeOf } from "#core/syntax/scopeOf.ts";
import { sourceOf } from "#core/syntax/source.ts";
import type { TextEdit } from "#core/text/textEdit.ts";

/**
 * Whether a const of a module is changed after it was made: `config.states.a = {}`, `list.push(x)`, `Object.assign(config, more)`. What is
 * written where it is declared is then half of what it holds, and says nothing.
 * @param text of the module
 */
export function isChangedLater(
  text: string,
  name: string,
  { init }: Extract<Binding, { kind: "const" }>,
): boolean {
  // Nearly no module has such a word; only for those that do the tree is searched.
  return changedWords(text).has(name) && changedConsts(text).has(init.start ?? -1);
}

const CHANGES = "push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin";
const CHANGING_CALL = new RegExp(`^(?:${CHANGES})$`);
const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const MEMBER = String.raw`(?:\s*[!?]?\.\s*${NAME}|\s*\.?\[[^\]]*\])`;
/** The end of what is assigned to or filled, and the beginning of what `Object.assign` and `delete` are given. */
const END = new RegExp(
  `(?:\\.\\s*(?:${CHANGES})\\s*\\(|(?:\\.\\s*${NAME}|\\])\\s*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\\+\\+|--))|(?:\\bObject\\s*\\.\\s*(?:assign|define\\w+)\\s*\\(|\\bdelete\\s)\\s*\\(*\\s*(${NAME})`,
  "gu",
);
/** The name at the head of members, where these end. */
const HEAD = new RegExp(`(${NAME})(?:\\s+as\\s+[^()]*\\))?${MEMBER}*\\s*$`, "u");
/** Longest member chain (`a.b[0].c`) that is looked for; nobody writes longer ones. */
const MAX_MEMBER_CHAIN_CHARACTERS = 160;

let lastWords: { readonly text: string; readonly words: ReadonlySet<string> } | undefined;

function changedWords(text: string): ReadonlySet<string> {
  if (lastWords?.text !== text) lastWords = { text, words: wordsIn(text) };
  return lastWords.words;
}

/** Words in a stretch of code that may be names of consts that are changed. */
function wordsIn(code: string): Set<string> {
  const words = new Set<string>();
  for (const { 0: end, 1: given, index } of code.matchAll(END)) {
    const to = index + (end.startsWith("]") ? 1 : 0);
    const head = given ?? HEAD.exec(code.slice(Math.max(0, to - MAX_MEMBER_CHAIN_CHARACTERS), to))?.[1];
    if (head !== undefined) words.add(head);
  }
  return words;
}

/** Whether an edit may have begun or ceased to change a const. */
export function mayChangeOthers(before: string, after: string, { from, to, insert }: TextEdit): boolean {
  const near = (text: string, end: number) =>
    wordsIn(text.slice(Math.max(0, from - MAX_MEMBER_CHAIN_CHARACTERS), end + MAX_MEMBER_CHAIN_CHARACTERS));
  const [was, is] = [near(before, to), near(after, from + insert.length)];
  return was.size !== is.size || [...was].some((word) => !is.has(word));
}

let lastConsts: { readonly text: string; readonly starts: ReadonlySet<number> } | undefined;

/** Where the values of changed consts begin. */
function changedConsts(text: string): ReadonlySet<number> {
  if (lastConsts?.text !== text) {
    const program = sourceOf(text).parsed.tree?.program as unknown as Node | undefined;
    const starts = new Set<number>();
    if (program) visit(program, { names: new Map(), outer: undefined }, starts);
    lastConsts = { text, starts };
  }
  return lastConsts.starts;
}

function visit(root: Node, outermost: Scope, starts: Set<number>): void {
  const open: { node: Node; outer: Scope }[] = [{ node: root, outer: outermost }];
  for (let top = open.pop(); top; top = open.pop()) {
    const { node, outer } = top;
    const head = headOf(changedBy(node));
    const binding = head && lookup(outer, nameOf(head));
    if (binding?.kind === "const") starts.add(binding.init.start ?? -1);
    const scope = scopeOf(node, outer);
    for (const field in node) {
      if (field === "loc" || field === "extra" || field === "errors") continue;
      const part = node[field];
      for (const item of Array.isArray(part) ? part : [part])
        if (isNode(item)) open.push({ node: item, outer: scope });
    }
  }
}

/** What a node changes in its place, other than a name as such. */
function changedBy(node: Node): Node | undefined {
  const member = (part: string) => {
    const target = child(node, part);
    return target && unwrap(target).type.endsWith("MemberExpression") ? target : undefined;
  };
  if (node.type === "AssignmentExpression") return member("left");
  if (node.type === "UpdateExpression") return member("argument");
  if (node.type === "UnaryExpression") return node["operator"] === "delete" ? member("argument") : undefined;
  const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
  const object = callee?.type.endsWith("MemberExpression") ? child(callee, "object") : undefined;
  const method = nameOf(callee?.["property"]);
  if (object && nameOf(object) === "Object" && /^(?:assign|define\w+)$/.test(method))
    return nodesOf(node["arguments"])[0];
  return CHANGING_CALL.test(method) ? object : undefined;
}

/** The name at the head of an expression of members. */
function headOf(target: Node | undefined): Node | undefined {
  let at = target && unwrap(target);
  while (at?.type.endsWith("MemberExpression")) at = unwrap(child(at, "object") as Node);
  return at?.type === "Identifier" ? at : undefined;
}
