import type { StatePath } from "#core/chart/chart.ts";
import { pathId, stateSpan } from "#core/chart/places.ts";
import { isUnder, joinKeys, sameForm, samePath } from "#core/chart/targetText.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import type { Draft } from "#core/edit/draft.ts";
import { warnOfUnreadStateIn } from "#core/edit/follow/followUnread.ts";
import { givenValues } from "#core/edit/follow/givenTexts.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";
import { isGone, isIn, isOfOthers, machineSpans } from "#core/edit/follow/sharedCode.ts";
import { changedNames } from "#core/edit/follow/stateSpellings.ts";
import { partAround } from "#core/edit/follow/otherMachines.ts";
import { writeKey, type Spellings } from "#core/edit/follow/spellings.ts";
import {
  importedFrom,
  isSingle,
  readMentions,
  stateArgument,
  stateInCode,
  unreadParts,
  type FarText,
  type Mention,
} from "#core/edit/follow/stateMentions.ts";
import { readTargets } from "#core/edit/follow/targetSites.ts";
import { keyLike, quoteLike } from "#core/edit/pen/codeText.ts";
import { refuse } from "#core/edit/refuse.ts";
import { warnOfFarGuards } from "#core/edit/follow/farGuards.ts";
import { machinesWithin } from "#core/symbol/machineCode.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { usesOf, type Use } from "#core/symbol/uses.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import { child, nodesOf, spanOf, stringOf, unwrap, walk, type Node } from "#core/syntax/node.ts";
import { lookup } from "#core/syntax/scope.ts";
import { textAt } from "#core/syntax/textUses.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

/** An expression that `stateIn` or `matches` is given, or a function of another file that may do the same with it. */
interface StateArgument {
  readonly name: "stateIn" | "matches";
  readonly node: Node;
  /** Where it is given: the expression itself, or the name of a const. */
  readonly at: Node;
  /** Whether another may be written in its place: nothing else is taken from it. */
  readonly alone: boolean;
  /** Texts in the types of parameters that it is given to. */
  readonly types: readonly Node[];
  /** What is called is of another file: whether it asks this machine is not known. */
  readonly isOther: boolean;
}

/**
 * Rewrites what `stateIn(...)` is given in the machine and its setup; what it takes from another file is changed there, and what cannot be
 * read is told.
 * @param within only what is written in this state
 * @returns the nodes that are seen to by this
 */
export function followStateIn(
  draft: Draft,
  tree: NewTree,
  spellings: Spellings,
  within: StatePath = [],
): ReadonlySet<Node> {
  const top = within.length > 0 ? stateSpan(draft.anyState(within)) : undefined;
  if (top) refuseStateInConsts(draft, tree, top);
  const isInside = top ? (node: Node) => top.from <= node.start && node.end <= top.to : chartCodeTest(draft);
  const known = new Set<Node>();
  const { stateArguments, rest } = stateArgumentsOf(draft);
  const far = farTexts(draft, [...stateArguments.map(({ node }) => node), ...rest]);
  for (const one of stateArguments) {
    if (top && !isInside(one.node)) continue;
    const isChanged = followArgument(draft, tree, spellings, isInside(one.at), one, far);
    if (isChanged || !one.isOther) walk(one.node, (inner) => void known.add(inner));
  }
  if (top) return known;
  const changes = changedNames(draft, tree);
  const given = stateArguments.filter(({ name }) => name === "stateIn");
  for (const node of [...given.flatMap((one) => unreadParts(draft.tree, one.node)), ...rest])
    if (!far.has(node) && !isOfOthers(draft, node)) warnOfUnreadStateIn(draft, node, changes);
  warnOfFarGuards(draft, changes);
  return known;
}

/** What is given to `stateIn` and `matches`, by whatever ways, and the parts of which it is not seen what they come to. */
function stateArgumentsOf(draft: Draft): { stateArguments: readonly StateArgument[]; rest: readonly Node[] } {
  const { tree } = draft;
  const targets = readTargets(draft);
  const machine = machineSpans(draft);
  const found = new Map<Node, StateArgument>();
  const rest = new Set<Node>();
  const isKnown = (node: Node) =>
    tree.resolve(node).type === "ObjectExpression" ||
    textAt(tree, node) !== undefined ||
    takesFar(tree, node);
  for (const call of tree.nodes) {
    if (!/^(?:Optional)?CallExpression$/.test(call.type)) continue;
    const argument = stateArgument(call, tree);
    if (!argument) {
      const called = unwrap(child(call, "callee") as Node);
      const isGiven = isIn(call, machine) && isOfAnotherFile(tree, called);
      for (const node of isGiven ? nodesOf(call["arguments"]) : [])
        if (!targets.has(node.start))
          found.set(node, { name: "matches", node, at: node, alone: true, types: [], isOther: true });
      continue;
    }
    const { name, node, callee } = argument;
    if (name === "matches") {
      const isOther = isOfAnotherFile(tree, callee);
      found.set(node, { name, node, at: node, alone: true, types: [], isOther });
      continue;
    }
    const given = givenValues(tree, node, isKnown);
    for (const value of given.values) {
      const object = tree.resolve(value.node);
      const isObject = object.type === "ObjectExpression";
      const isShared = isObject && object !== value.node && !isUsedOnce(tree, object);
      const one = isObject ? object : value.node;
      const alone = value.alone && !isShared && found.get(one)?.alone !== false;
      found.set(one, { name, node: one, at: value.node, alone, types: value.types, isOther: false });
    }
    for (const one of given.rest) rest.add(one);
  }
  return { stateArguments: [...found.values()], rest: [...rest] };
}

/** Whether what stands in a const is taken from there once, by code of this file. */
function isUsedOnce(tree: Tree, node: Node): boolean {
  const { uses, exported } = usesOf(tree, spanOf(node));
  return uses.length === 1 && !exported;
}

/** Whether code takes a name from another file. */
const takesFar = (tree: Tree, node: Node): boolean =>
  freeNames(node).some((name) => importedFrom(tree, name) !== undefined);

/** Whether a call is of a method of what another file has: it is of no snapshot of this machine that is known here. */
function isOfAnotherFile(tree: Tree, callee: Node): boolean {
  let at: Node | undefined = callee;
  while (at && /MemberExpression$|CallExpression$/.test(at.type)) {
    const inner: Node | undefined = child(at, at.type.endsWith("CallExpression") ? "callee" : "object");
    at = inner && unwrap(inner);
  }
  return at?.type === "Identifier" && importedFrom(tree, at) !== undefined;
}

/** What parts of arguments come to that are said by other files. */
function farTexts(draft: Draft, nodes: readonly Node[]): ReadonlyMap<Node, FarText> {
  const { tree } = draft;
  const parts = nodes.flatMap((node) => unreadParts(tree, node)).filter((node) => takesFar(tree, node));
  const texts = draft.farTexts(parts);
  return new Map(
    parts.flatMap((node, i) => {
      const text = texts[i];
      const from = freeNames(node).flatMap((name) => importedFrom(tree, name) ?? [])[0] ?? "";
      return text === undefined ? [] : [[node, { text, from }] as const];
    }),
  );
}

/** @returns whether it names a state that is called otherwise */
function followArgument(
  draft: Draft,
  tree: NewTree,
  spellings: Spellings,
  isOwn: boolean,
  given: StateArgument,
  far: ReadonlyMap<Node, FarText>,
): boolean {
  const { name, node, isOther } = given;
  if (isGone(draft, tree, node)) return false;
  const mentions = readMentions(draft.tree, draft.chart.root, node, far);
  const changed = mentions.filter((mention) => !stillSays(tree, mention));
  const isStateIn = name === "stateIn";
  if (isOwn && !isOther)
    for (const { node: wording, text, named, from } of mentions)
      if (named && from === undefined) spellings.want(wording, text, text, undefined, !isStateIn);
  const last = changed.at(-1);
  if (!last) return false;
  const state = pathId(last.path);
  const tell = () => void (isOfOthers(draft, node) || draft.warnOfSpelling(spanOf(node), state));
  if (!isOwn || isOther) tell();
  // `matches` follows where it takes the name that is changed.
  else if (!isStateIn) {
    if (!wantKeys(tree, spellings, mentions, tell)) tell();
  } else if (changed.some(({ path }) => !tree.follow(path)))
    draft.warn("state-in-gone", spanOf(node), { state });
  else {
    const farMention = changed.find(({ from }) => from !== undefined);
    if (farMention?.from !== undefined)
      refuse("target-elsewhere", spanOf(farMention.node), { target: farMention.text, file: farMention.from });
    if (given.alone && rewrite(draft, tree, spellings, node, mentions))
      followTypes(draft, tree, given, mentions);
    else tell();
  }
  return true;
}

/** Types of parameters that have the text which is given to them. */
function followTypes(
  draft: Draft,
  tree: NewTree,
  { types }: StateArgument,
  mentions: readonly Mention[],
): void {
  const [only] = mentions;
  if (!only || mentions.length > 1 || only.kind !== "text") return;
  const now = tree.follow(only.path);
  for (const type of now ? types : [])
    if (stringOf(type) === only.text)
      draft.replace(spanOf(type), quoteLike(draft.slice(type), joinKeys(now ?? []), draft.style));
}

/**
 * A guard that stands in a const or a helper is asked by the copy as it is by the original: it cannot speak of both, so that it is refused
 * when it asks about a state that has another place in the new tree.
 */
function refuseStateInConsts({ tree, chart }: Draft, after: NewTree, top: Span): void {
  const visitedNodes = new Set<Node>();
  const inside = tree.nodes.filter(({ start, end }) => top.from <= start && end <= top.to);
  const open = inside.filter((node, i) => i === 0 || node.start >= (inside[0] as Node).end);
  for (let code = open.pop(); code; code = open.pop()) {
    if (visitedNodes.has(code)) continue;
    visitedNodes.add(code);
    if (code.start < top.from || top.to < code.end)
      walk(code, (node) => {
        const argument = stateArgument(node, tree);
        const mentions = argument?.name === "stateIn" ? readMentions(tree, chart.root, argument.node) : [];
        if (argument && mentions.some((mention) => !stillSays(after, mention)))
          refuse("not-written-here", spanOf(argument.node));
      });
    for (const used of freeNames(code)) {
      const binding = lookup(tree.scopeAt(used.start), String(used["name"]));
      const value = binding?.kind === "const" ? (binding.init as unknown as Node) : undefined;
      const definition = binding?.kind === "function" ? binding.declaration : value;
      // What holds the copied state itself is not asked by the copy.
      if (definition && !(definition.start <= top.from && top.to <= definition.end)) open.push(definition);
    }
  }
}

/**
 * Is a node code of this machine? What the machine itself reads is, shared or not: an edit of what is shared is refused. What no machine
 * reads, such as a function that asks a snapshot, is where the file has no other machine. Of a setup that several share it is what this
 * one says the name of.
 */
function chartCodeTest(draft: Draft): (node: Node) => boolean {
  const { tree, chart, text } = draft;
  const { callAt } = chart;
  const spans = machineSpans(draft);
  const isInside = (node: Node) => spans.some((at) => at.from <= node.start && node.end <= at.to);
  let alone = true;
  walk(tree.program, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = child(node, "callee");
    const name = (callee && child(callee, "property"))?.["name"] ?? callee?.["name"];
    const outside = !isInside(node) && !spans.some((at) => node.start <= at.from && at.to <= node.end);
    if ((name === "createMachine" || name === "setup") && outside) alone = false;
  });
  const isSaid = (node: Node): boolean => {
    const name = partAround(tree, spanOf(node));
    return symbolTable(text, chart).sites.some((site) => site.role === "reference" && site.name === name);
  };
  const inner = machinesWithin(tree, tree.nodeAt(callAt), spans);
  return (node) => {
    if (isIn(node, inner)) return false;
    const inSpans = isInside(node);
    if (alone && inSpans) return true;
    const uses = usesOf(tree, spanOf(node)).uses.filter(({ machine }) => machine !== undefined);
    if (uses.length === 0) return alone || inSpans;
    const isOwn = ({ machine }: Use) => machine?.start === callAt.from && machine.end === callAt.to;
    const isShared = !uses.every(isOwn);
    return uses.some((use) => isOwn(use) && (!isShared || use.as !== "setup" || isSaid(node)));
  };
}

function stillSays(tree: NewTree, { path, text, kind }: Mention): boolean {
  if (kind !== "id") return samePath(tree.follow(path), path);
  return samePath(resolveTarget(tree.root, [], text), tree.follow(path));
}

/** True when every mention says the same as before in the new tree. */
function rewrite(
  draft: Draft,
  tree: NewTree,
  spellings: Spellings,
  argument: Node,
  mentions: readonly Mention[],
): boolean {
  const goals = mentions.map((mention) => ({ ...mention, after: tree.follow(mention.path) }));
  if (goals.some(({ after }) => after === null)) return false;
  const isUnchanged = goals.every(
    ({ after, base, kind }) => kind === "id" || (after && stays(after, tree.follow(base), kind)),
  );
  if (!isUnchanged) return rewriteWhole(draft, tree, argument, mentions);
  for (const goal of goals) {
    const { node, kind, path, base, after, named, property, text } = goal;
    if (!after || (kind !== "id" && samePath(path, after))) continue;
    const old = draft.slice(node);
    const from = tree.follow(base)?.length ?? 0;
    const key = after[from] ?? "";
    const to =
      kind === "key" ? key : kind === "text" ? joinKeys(after.slice(from)) : idText(draft, tree, goal, after);
    if (named) spellings.want(node, text, to, property && (() => writeKey(draft, property, to)));
    else
      draft.replace(
        spanOf(node),
        kind === "key" ? keyLike(old, key, draft.style.quote) : quoteLike(old, to, draft.style),
      );
  }
  return true;
}

/** Notes what an argument is to say whose states have other keys now; false when not all of it takes its words from names. */
function wantKeys(
  tree: NewTree,
  spellings: Spellings,
  mentions: readonly Mention[],
  otherwise: () => void,
): boolean {
  const goals = mentions.map((mention) => ({
    ...mention,
    after: tree.follow(mention.path),
    now: tree.follow(mention.base),
  }));
  const follows = goals.every(
    ({ named, kind, path, after, now }) =>
      samePath(path, after) || (named && kind !== "id" && after && now && stays(after, now, kind)),
  );
  if (!follows) return false;
  for (const { node, text, path, after, now } of goals)
    if (after && !samePath(path, after))
      spellings.want(node, text, joinKeys(after.slice(now?.length ?? 0)), otherwise, true);
  return true;
}

/** A key stands for one level, a text for any number of them. */
const stays = (after: StatePath, base: StatePath | null, kind: "key" | "text"): boolean =>
  base !== null &&
  isUnder(after, base) &&
  (kind === "key" ? after.length === base.length + 1 : after.length > base.length);

/** `#id.path` when an id still leads there, else the keys from the root: both ask whether that state is active. */
function idText(draft: Draft, tree: NewTree, { text, path: before }: Mention, after: StatePath): string {
  if (samePath(resolveTarget(tree.root, [], text), after)) return text;
  const roots = { before: draft.chart.root, after: tree.root };
  const same = sameForm(roots, { before: [], after: [] }, { text, before, after }, tree.follow);
  return same ?? joinKeys(after);
}

/** An object that names one state is rewritten for its new place; one that names several is left to the person. */
function rewriteWhole(draft: Draft, tree: NewTree, argument: Node, mentions: readonly Mention[]): boolean {
  const leaf = mentions.at(-1);
  const after = leaf && tree.follow(leaf.path);
  if (!leaf || !after || !isSingle(mentions) || after.length === 0) return false;
  draft.replace(spanOf(argument), stateInCode(after, draft.style, leaf.kind === "key"));
  return true;
}
