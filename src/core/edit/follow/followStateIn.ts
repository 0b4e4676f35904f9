import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { absolute, pathId, places, stateSpan } from "#core/chart/places.ts";
import { resolveTarget, splitStatePath } from "#core/chart/targets.ts";
import type { Span } from "#core/text/textEdit.ts";
import { keyLike, quoteLike } from "#core/edit/pen/codeText.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";
import { partAround } from "#core/edit/follow/otherMachines.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { usesOf, type Use } from "#core/symbol/uses.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import { child, literalText, spanOf, type Node, walk } from "#core/syntax/node.ts";
import { lookup } from "#core/syntax/scope.ts";
import { writeKey, type Spellings } from "#core/edit/follow/spellings.ts";
import { targetSites } from "#core/edit/follow/targetSites.ts";
import {
  exists,
  isSingle,
  readMentions,
  stateArgument,
  stateInCode,
  type Mention,
} from "#core/edit/follow/stateMentions.ts";
import { isUnder, joinKeys, sameForm, samePath } from "#core/chart/targetText.ts";

/**
 * Rewrites `stateIn(...)` in the machine and its setup; where else a changed state is spelled, a warning says so.
 * @param within only what is written in this state
 */
export function followStateIn(
  draft: Draft,
  tree: NewTree,
  spellings: Spellings,
  within: StatePath = [],
): void {
  const top = within.length > 0 ? stateSpan(draft.anyState(within)) : undefined;
  if (top) refuseStateInConsts(draft, tree, top);
  const isInside = top ? (node: Node) => top.from <= node.start && node.end <= top.to : chartCodeTest(draft);
  const known = new Set<Node>();
  walk(draft.tree.program, (node) => {
    const argument = stateArgument(node);
    if (!argument || (top && !isInside(node))) return;
    walk(argument.node, (inner) => void known.add(inner));
    const mentions = readMentions(draft.tree, draft.chart.root, argument.node);
    const changed = mentions.filter((mention) => !stillSays(tree, mention));
    if (isInside(node))
      for (const { node: mention, text, named } of mentions) if (named) spellings.want(mention, text, text);
    if (changed.length === 0) return;
    const rewritten =
      argument.name === "stateIn" &&
      isInside(node) &&
      rewrite(draft, tree, spellings, argument.node, mentions);
    const state = pathId(changed.at(-1)?.path ?? []);
    const warn = () => draft.warn("state-spelled", spanOf(argument.node), { state });
    // `matches` follows where it takes the name that is changed.
    if (argument.name === "matches" && isInside(node) && wantKeys(tree, spellings, mentions, warn)) return;
    const gone =
      argument.name === "stateIn" && isInside(node) && changed.some(({ path }) => !tree.follow(path));
    if (gone) {
      draft.warn("state-in-gone", spanOf(argument.node), { state });
      return;
    }
    if (!rewritten) warn();
  });
  if (!top) warnOfTexts(draft, tree, known, isInside);
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
        const argument = stateArgument(node);
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
function chartCodeTest({ tree, chart, text }: Draft): (node: Node) => boolean {
  const { callAt, configAt, setup } = chart;
  const spans = [callAt, configAt, setup?.at].filter((at) => at !== undefined);
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
  return (node) => {
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
      spellings.want(node, text, joinKeys(after.slice(now?.length ?? 0)), otherwise);
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

/** Texts inside functions that spell a changed state: perhaps meant, perhaps chance, so they are only shown. */
function warnOfTexts(
  draft: Draft,
  tree: NewTree,
  known: ReadonlySet<Node>,
  isInside: (node: Node) => boolean,
): void {
  const { root } = draft.chart;
  const keys = new Set(Object.keys(draft.pathMap).map((id) => id.slice(id.lastIndexOf(".") + 1)));
  const changes = (path: StatePath | null) => path !== null && !samePath(tree.follow(path), path);
  const spells = (text: string): boolean => {
    if (text.startsWith("#")) return changes(resolveTarget(root, [], text));
    if (text.startsWith(".")) return spells(text.slice(1));
    if (!text.includes(".")) return keys.has(text) && keyGone(tree, text);
    const path = splitStatePath(text);
    return exists(root, path) && changes(path);
  };
  const opaque = [...places(draft.chart).values()].flatMap((place) =>
    place.node.opaque.flatMap((part) => (part.what === "value" ? [] : [absolute(place, part.at)])),
  );
  const followed = new Set(
    targetSites(draft).flatMap(({ target, at }) => (target.resolved ? [at.from] : [])),
  );
  const inOpaque = (node: Node) => opaque.some(({ from, to }) => from <= node.start && node.end <= to);
  const visit = (node: Node, inFunction: boolean): void => {
    const inside = inFunction || /Function|ObjectMethod/.test(node.type);
    walk(node, (inner) => {
      if (inner === node) return;
      if (known.has(inner)) return false;
      // A machine that a function makes is no code of that function.
      if (inside && inner.type === "ObjectExpression" && inner.start === draft.chart.configAt?.from) {
        visit(inner, false);
        return false;
      }
      if (!inside && /Function|ObjectMethod/.test(inner.type)) {
        if (isInside(inner)) visit(inner, true);
        return false;
      }
      const text = inside || inOpaque(inner) ? literalText(inner) : undefined;
      if (text !== undefined && !followed.has(inner.start) && isInside(inner) && spells(text))
        draft.warn("state-spelled", spanOf(inner), { state: text });
    });
  };
  visit(draft.tree.program, false);
}

/** No state of the new tree has the key any more. */
function keyGone(tree: NewTree, key: string): boolean {
  const has = (node: StateNode): boolean => node.children.some((state) => state.key === key || has(state));
  return !has(tree.root);
}
