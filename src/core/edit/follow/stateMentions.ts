import { keyName } from "#core/syntax/property.ts";
import type { Span } from "#core/text/textEdit.ts";
import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { isUnder } from "#core/chart/targetText.ts";
import { resolveTarget, splitStatePath } from "#core/chart/targets.ts";
import { printCode, quoteText, type Code } from "#core/edit/pen/codeText.ts";
import type { Draft } from "#core/edit/draft.ts";
import type { FileStyle } from "#core/edit/pen/fileStyle.ts";
import type { Tree } from "#core/syntax/tree.ts";
import { textAt } from "#core/syntax/textUses.ts";
import { child, literalText, nameOf, nodesOf, stringOf, unwrap, type Node, walk } from "#core/syntax/node.ts";
import { lookup, type Binding, type ImportBinding } from "#core/syntax/scope.ts";

/** A state named by a key or a text inside the argument of `stateIn` or `matches`. */
export interface Mention {
  /** Path of the state it names, and of the one it is counted from. */
  readonly path: StatePath;
  readonly base: StatePath;
  readonly node: Node;
  readonly kind: "key" | "text" | "id";
  /** What it says; spelled in place, or by the name of a const. */
  readonly text: string;
  readonly named: boolean;
  /** Of a key the property. */
  readonly property?: Node;
  /** The module, as this one names it, that says the text. */
  readonly from?: string;
}

/** What a piece of code says by a name of another file. */
export interface FarText {
  readonly text: string;
  readonly from: string;
}

/**
 * The argument of `stateIn(x)` or `something.matches(x)`. Without a tree, as in a piece of code by itself, `stateIn` is what has the name.
 */
export function stateArgument(
  node: Node,
  tree?: Tree,
): { name: "stateIn" | "matches"; node: Node; callee: Node } | undefined {
  if (node.type !== "CallExpression" && node.type !== "OptionalCallExpression") return undefined;
  const argument = nodesOf(node["arguments"])[0];
  const called = child(node, "callee");
  if (!argument || !called) return undefined;
  // Also behind a cast: `(stateIn as any)(...)`.
  const callee = unwrap(called);
  const name =
    nameOf(child(callee, "property")) === "matches"
      ? "matches"
      : isStateIn(callee, tree)
        ? "stateIn"
        : undefined;
  return name && { name, node: unwrap(argument), callee };
}

/** Consts that stand for consts. */
const MAX_STEPS = 4;

/** Whether an expression is `stateIn` of XState, whatever the module calls it. */
function isStateIn(callee: Node, tree: Tree | undefined, steps = MAX_STEPS): boolean {
  const member = callee.type.endsWith("MemberExpression") ? child(callee, "property") : undefined;
  const name = nameOf(member ?? callee) || (stringOf(member) ?? "");
  if (!tree) return name === "stateIn";
  const object = member && child(callee, "object");
  if (object) return name === "stateIn" && isXState(unwrap(object), tree, steps);
  if (callee.type !== "Identifier") return false;
  const binding = lookup(tree.scopeAt(callee.start), name);
  if (!binding) return name === "stateIn";
  if (binding.kind === "import") return isOfXState(binding) && binding.name === "stateIn";
  return binding.kind === "const" && steps > 0 && isStateIn(unwrap(initOf(binding)), tree, steps - 1);
}

/** Whether an expression is all of XState: `import * as xstate`, `require("xstate")`. */
function isXState(object: Node, tree: Tree, steps: number): boolean {
  if (object.type === "AwaitExpression")
    return isXState(unwrap(child(object, "argument") ?? object), tree, 0);
  if (object.type === "ImportExpression") return isXStateName(stringOf(child(object, "source")));
  if (object.type === "CallExpression") {
    const callee = child(object, "callee");
    const brings = nameOf(callee) === "require" || callee?.type === "Import";
    return brings && isXStateName(stringOf(nodesOf(object["arguments"])[0]));
  }
  const binding =
    object.type === "Identifier" ? lookup(tree.scopeAt(object.start), nameOf(object)) : undefined;
  if (binding?.kind === "import") return isOfXState(binding) && /^(?:\*|default)$/.test(binding.name);
  return binding?.kind === "const" && steps > 0 && isXState(unwrap(initOf(binding)), tree, steps - 1);
}

const isXStateName = (from: string | undefined): boolean => from?.startsWith("xstate") === true;
const isOfXState = ({ from, typeOnly }: ImportBinding): boolean => isXStateName(from) && !typeOnly;
const initOf = (binding: Extract<Binding, { kind: "const" }>): Node => binding.init as unknown as Node;

/** The module that an identifier of a file is imported from; undefined for its own names and those of XState. */
export function importedFrom(tree: Tree, identifier: Node): string | undefined {
  const binding = lookup(tree.scopeAt(identifier.start), String(identifier["name"]));
  return binding?.kind === "import" && !isOfXState(binding) ? binding.from : undefined;
}

/** @param far what the parts of it that other files say come to */
export function readMentions(
  tree: Tree,
  root: StateNode,
  node: Node,
  far?: ReadonlyMap<Node, FarText>,
  base: StatePath = [],
): Mention[] {
  const brought = far?.get(node);
  const text = node.type === "ObjectExpression" ? undefined : (textAt(tree, node) ?? brought?.text);
  const named = literalText(node) === undefined;
  const from = brought && { from: brought.from };
  if (text?.startsWith("#") && base.length === 0) {
    const path = resolveTarget(root, [], text);
    return path ? [{ path, base, node, kind: "id", text, named, ...from }] : [];
  }
  if (text !== undefined) {
    const path = [...base, ...splitStatePath(text)];
    return exists(root, path) ? [{ path, base, node, kind: "text", text, named, ...from }] : [];
  }
  if (node.type !== "ObjectExpression") return [];
  return nodesOf(node["properties"]).flatMap((property) => {
    const key = child(property, "key");
    const value = child(property, "value");
    const farKey = key && far?.get(key);
    const says =
      property["computed"] === true && key ? (textAt(tree, key) ?? farKey?.text) : keyName(property);
    if (says === undefined || !key || !value || !exists(root, [...base, says])) return [];
    const path = [...base, says];
    const isNamed = property["computed"] === true && literalText(key) === undefined;
    const mention = {
      path,
      base,
      node: key,
      kind: "key" as const,
      text: says,
      named: isNamed,
      property,
      ...(farKey ? { from: farKey.from } : {}),
    };
    return [mention, ...readMentions(tree, root, unwrap(value), far, path)];
  });
}

/** The parts of an argument that say no text of this file: of an object its computed keys and its values. */
export function unreadParts(tree: Tree, node: Node): Node[] {
  if (node.type !== "ObjectExpression") return textAt(tree, node) === undefined ? [node] : [];
  return nodesOf(node["properties"]).flatMap((property) => {
    const key = property["computed"] === true ? child(property, "key") : undefined;
    const value = child(property, "value");
    if (!value) return [property];
    const isKeyUnread = key && textAt(tree, key) === undefined;
    return [...(isKeyUnread ? [key] : []), ...unreadParts(tree, unwrap(value))];
  });
}

/** Is there a state at the path? */
export function exists(root: StateNode, path: StatePath): boolean {
  let node: StateNode | undefined = root;
  for (const key of path) node = node?.children.find((state) => state.key === key);
  return node !== undefined;
}

/** What `stateIn` names in a stretch of the text: its argument as code, and the path, where it names one state. */
export function stateMentions(draft: Draft, span: Span): [code: string, path: StatePath][] {
  const pairs: [string, StatePath][] = [];
  walk(draft.tree.program, (node) => {
    const argument = stateArgument(node, draft.tree);
    if (argument?.name !== "stateIn" || node.start < span.from || node.end > span.to) return;
    const mentions = readMentions(draft.tree, draft.chart.root, argument.node);
    const leaf = mentions.at(-1);
    if (leaf && isSingle(mentions)) pairs.push([draft.slice(argument.node), leaf.path]);
  });
  return pairs;
}

/** The arguments of `stateIn` in a piece of code. */
export function stateInArguments(code: Node): Node[] {
  const calls: Node[] = [];
  walk(code, (node) => {
    const argument = stateArgument(node);
    if (argument?.name === "stateIn") calls.push(argument.node);
  });
  return calls;
}

/** A state from the root as `stateIn` takes it: keys nested, the last one as text unless it is to stay a key. */
export function stateInCode(path: StatePath, style: FileStyle, asKey = false): string {
  const last = quoteText(path.at(-1) ?? "", style.quote);
  const code = asKey
    ? path.reduceRight<Code>((value, key) => ({ object: [[key, value]] }), "{}")
    : path.slice(0, -1).reduceRight<Code>((value, key) => ({ object: [[key, value]] }), last);
  return printCode(code, style, { indent: "", oneLine: true });
}

/** Do they lead down to one state, and not to several beside each other? */
export const isSingle = (mentions: readonly Mention[]): boolean =>
  mentions.every((mention, i) => i === 0 || isUnder(mention.path, mentions[i - 1]?.path ?? []));
