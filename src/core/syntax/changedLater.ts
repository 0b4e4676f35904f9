import { child, isNode, nameOf, nodesOf, unwrap, type Node } from "#core/syntax/node.ts";
import { lookup, type Binding, type Scope } from "#core/syntax/scope.ts";
import { scopeOf } from "#core/syntax/scopeOf.ts";
import { sourceOf } from "#core/syntax/source.ts";

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
  // Nearly no module has such a word; the tree is asked for those that do.
  return changedWords(text).has(name) && changedConsts(text).has(init.start ?? -1);
}

const CHANGES = "push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin";
const CHANGING_CALL = new RegExp(`^(?:${CHANGES})$`);
const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const MEMBERS = String.raw`(?:\s*[!?]?\.\s*${NAME}|\s*\.?\[[^\]]*\])`;
const CAST = String.raw`\(?\s*(${NAME})(?:\s+as\s+[^()]*\))?`;
/** The head of what is assigned to or filled, and what `Object.assign` and `delete` are given first. */
const CHANGED = new RegExp(
  `${CAST}${MEMBERS}+\\s*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\\+\\+|--)|${CAST}${MEMBERS}*\\s*\\.\\s*(?:${CHANGES})\\s*\\(|\\bObject\\s*\\.\\s*(?:assign|define\\w+)\\s*\\(\\s*${CAST}|\\bdelete\\s+${CAST}`,
  "gu",
);

let lastWords: { readonly text: string; readonly words: ReadonlySet<string> } | undefined;

/** Words that may be names of consts that are changed. */
export function changedWords(text: string): ReadonlySet<string> {
  if (lastWords?.text !== text) {
    const words = new Set<string>();
    for (const [, ...heads] of text.matchAll(CHANGED)) for (const one of heads) if (one) words.add(one);
    lastWords = { text, words };
  }
  return lastWords.words;
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
      for (const one of Array.isArray(part) ? part : [part])
        if (isNode(one)) open.push({ node: one, outer: scope });
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
