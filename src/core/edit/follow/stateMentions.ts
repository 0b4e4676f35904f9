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
import { child, literalText, nodesOf, unwrap, type Node, walk } from "#core/syntax/node.ts";

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
}

/** The argument of `stateIn(x)` or `something.matches(x)`. */
export function stateArgument(node: Node): { name: "stateIn" | "matches"; node: Node } | undefined {
  if (node.type !== "CallExpression" && node.type !== "OptionalCallExpression") return undefined;
  const called = child(node, "callee");
  // Also behind a cast: `(stateIn as any)(...)`.
  const callee = called && unwrap(called);
  const member = callee && child(callee, "property");
  const name = (member ?? callee)?.["name"];
  const argument = nodesOf(node["arguments"])[0];
  if (!argument || !(name === "stateIn" || (member && name === "matches"))) return undefined;
  return { name, node: unwrap(argument) };
}

export function readMentions(tree: Tree, root: StateNode, node: Node, base: StatePath = []): Mention[] {
  const text = node.type === "ObjectExpression" ? undefined : textAt(tree, node);
  const named = literalText(node) === undefined;
  if (text?.startsWith("#") && base.length === 0) {
    const path = resolveTarget(root, [], text);
    return path ? [{ path, base, node, kind: "id", text, named }] : [];
  }
  if (text !== undefined) {
    const path = [...base, ...splitStatePath(text)];
    return exists(root, path) ? [{ path, base, node, kind: "text", text, named }] : [];
  }
  if (node.type !== "ObjectExpression") return [];
  return nodesOf(node["properties"]).flatMap((property) => {
    const key = child(property, "key");
    const value = child(property, "value");
    const says = property["computed"] === true && key ? textAt(tree, key) : keyName(property);
    if (says === undefined || !key || !value || !exists(root, [...base, says])) return [];
    const path = [...base, says];
    const isNamed = property["computed"] === true && literalText(key) === undefined;
    const mention = { path, base, node: key, kind: "key" as const, text: says, named: isNamed, property };
    return [mention, ...readMentions(tree, root, unwrap(value), path)];
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
    const argument = stateArgument(node);
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
