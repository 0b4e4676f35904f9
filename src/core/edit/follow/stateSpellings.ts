import type { StateNode } from "#core/chart/chart.ts";
import { absolute, places } from "#core/chart/places.ts";
import { samePath } from "#core/chart/targetText.ts";
import { resolveTarget, splitStatePath } from "#core/chart/targets.ts";
import type { Draft } from "#core/edit/draft.ts";
import { ChangedIds, followIds } from "#core/edit/follow/defaultIds.ts";
import type { ChangedNames } from "#core/edit/follow/followUnread.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";
import { isGone, isIn, isOfOthers, machineSpans } from "#core/edit/follow/sharedCode.ts";
import { exists } from "#core/edit/follow/stateMentions.ts";
import { readTargets } from "#core/edit/follow/targetSites.ts";
import { usesOf, type Use } from "#core/symbol/uses.ts";
import { child, literalText, nameOf, spanOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import { lookup } from "#core/syntax/scope.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { calleeOf, type Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

/** What is called otherwise in the new tree. */
export function changedNames({ chart, pathMap }: Draft, tree: NewTree): ChangedNames {
  const { root } = chart;
  const keys = new Set(Object.keys(pathMap).map((id) => id.slice(id.lastIndexOf(".") + 1)));
  // A key that some state still has is taken for that one.
  const visit = (node: StateNode): void => {
    for (const one of node.children) {
      keys.delete(one.key);
      visit(one);
    }
  };
  if (keys.size > 0) visit(tree.root);
  const path = (text: string): boolean => {
    if (text.startsWith(".")) return path(text.slice(1));
    const named = text.startsWith("#") ? resolveTarget(root, [], text) : splitStatePath(text);
    return named !== null && exists(root, named) && !samePath(tree.follow(named), named);
  };
  const isPath = (text: string) => /^[.#]|\../.test(text) && path(text);
  return { path, key: (text) => keys.has(text.replace(/^\./, "")) || isPath(text) };
}

/**
 * Code of the file that spells a state which is called otherwise now, or its id: perhaps meant, perhaps chance, so that it is only shown.
 * What the machine is read from is none of it.
 * @param known what is seen to already
 */
export function warnOfSpellings(draft: Draft, tree: NewTree, known: ReadonlySet<Node>): void {
  const names = changedNames(draft, tree);
  const ids = new ChangedIds(draft.chart.root, tree);
  const tell = (node: Node, text: string) =>
    isGone(draft, tree, node) ? undefined : draft.warnOfSpelling(spanOf(node), text);
  const made = followIds(draft, (text) => ids.eventOf(text), tell);
  const isChanged = (node: Node) => draft.edits.some(({ from, to }) => from < node.end && node.start < to);
  const read = new ReadCode(draft, (node) => known.has(node) || isChanged(node));
  walk(draft.tree.program, (node) => {
    if (known.has(node) || made.has(node) || isNoCode(node.type)) return false;
    const spelling = spellingAt(draft, node);
    if (!spelling) return;
    const { text, at, isKey } = spelling;
    if (!names.key(text) && (isKey || !ids.has(text))) return;
    if (!read.has(node, isKey) && !isChanged(at)) tell(at, text);
  });
}

/** Names of modules, and types: what is no longer right in them the compiler tells. */
const isNoCode = (type: string): boolean =>
  type === "ImportDeclaration" || type === "ExportAllDeclaration" || type === "TSLiteralType";

/** A word of code: a text, the key of an object, `value.draw` or `states.draw`. */
function spellingAt(
  { tree }: Draft,
  node: Node,
): { readonly text: string; readonly at: Node; readonly isKey: boolean } | undefined {
  const parent = tree.parentOf(node);
  if (/^(?:String|Template)Literal$/.test(node.type)) {
    const text = literalText(node);
    const isKey = parent?.["key"] === node && parent["computed"] !== true;
    return text === undefined ? undefined : { text, at: node, isKey };
  }
  if (node.type !== "Identifier") return undefined;
  const isPlain = parent?.["computed"] !== true;
  const isKey = isPlain && parent?.type === "ObjectProperty" && parent["key"] === node;
  const isMember = isPlain && parent?.type.endsWith("MemberExpression") && parent["property"] === node;
  const object = parent && isMember ? child(parent, "object") : undefined;
  const ofStates = object && /^(?:value|states)$/.test(nameOf(unwrap(object)["property"]));
  return isKey || ofStates ? { text: nameOf(node), at: node, isKey } : undefined;
}

/** The code that a machine of the file is read from, as against code that speaks of the machine. */
class ReadCode {
  private readonly draft: Draft;
  private readonly own: readonly Span[];
  private readonly opaque: readonly Span[];
  private readonly followed: ReadonlySet<number>;
  private readonly isMet: (node: Node) => boolean;
  /** @param isMet whether a place in a machine is seen to already */
  constructor(draft: Draft, isMet: (node: Node) => boolean) {
    const { chart } = draft;
    this.draft = draft;
    this.isMet = isMet;
    this.own = machineSpans(draft);
    this.opaque = [...places(chart).values()].flatMap((place) =>
      place.node.opaque.flatMap((part) => (part.what === "value" ? [] : [absolute(place, part.at)])),
    );
    this.followed = readTargets(draft);
  }

  has(node: Node, isKey: boolean): boolean {
    if (this.followed.has(node.start)) return true;
    if (isIn(node, this.own)) return !this.isRun(node, isKey) && (isKey || !isIn(node, this.opaque));
    const { uses } = usesOf(this.draft.tree, spanOf(node));
    const isRead = ({ machine, certain, as, at }: Use) =>
      machine && ((certain && (isKey || as !== "setup")) || this.isMet(at));
    return (uses.length > 0 && uses.every(isRead)) || isOfOthers(this.draft, node);
  }

  /** Whether code of a config is given to a function that is none of XState, or, if it is no key, is in a function. */
  private isRun(node: Node, isKey: boolean): boolean {
    const { tree, chart } = this.draft;
    let inner = node;
    const isWithin = (at: Node) => at.start !== chart.configAt?.from && isIn(at, this.own);
    for (let at = tree.parentOf(node); at && isWithin(at); at = tree.parentOf(at)) {
      if (FUNCTION.test(at.type)) return !isKey;
      const isGiven = at.type === "CallExpression" && at["callee"] !== inner && passThrough(at) === at;
      if (isGiven && !isXStateCall(tree, at)) return true;
      inner = at;
    }
    return false;
  }
}

/** Whether a call is of what XState brings, or of the machine's `setup`. */
function isXStateCall(tree: Tree, call: Node): boolean {
  const callee = unwrap(child(call, "callee") as Node);
  if (callee.type !== "Identifier") return /^(?:createMachine|extend|provide)$/.test(calleeOf(call));
  const binding = lookup(tree.scopeAt(callee.start), nameOf(callee));
  return !binding || (binding.kind === "import" && binding.from.startsWith("xstate"));
}
