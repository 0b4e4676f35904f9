import type { Opaque, StatePath } from "#core/chart/chart.ts";
import { absolute, pathId, places, stateAt, type PlacedState } from "#core/chart/places.ts";
import { isUnder, samePath } from "#core/chart/targetText.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import type { Draft } from "#core/edit/draft.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";
import { isChangedLater } from "#core/syntax/changedLater.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import { child, literalText, nodesOf, spanOf, type Located, type Node } from "#core/syntax/node.ts";
import { enumMembers } from "#core/syntax/scopeOf.ts";
import { lookup, type Binding } from "#core/syntax/scope.ts";
import { isWritten, type Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";
import { addAll } from "#core/text/addAll.ts";

/** What code that was not read may hold besides targets: nothing is said of it. */
const NO_TARGETS = new Set<Opaque["what"]>(["value", "overwritten"]);

/**
 * Warns of targets in code that cannot be read and so cannot follow: of the texts in it, and in the helpers of the file that it
 * calls, that would lead elsewhere; where it goes on out of the file, of the state as soon as anything near it moves.
 */
export function warnOfUnread(draft: Draft, tree: NewTree): void {
  const tell = (at: Span, place: PlacedState, text: string) => {
    if (!draft.isWarnedOf(at)) warnOfCode(draft, at, place.path, text);
  };
  for (const place of places(draft.chart).values())
    for (const part of place.node.opaque) {
      if (NO_TARGETS.has(part.what) || tree.follow(place.path) === null) continue;
      const at = absolute(place, part.at);
      if (isRead(place, at)) continue;
      const { texts, beyond } = reached(draft, at);
      for (const node of texts)
        if (breaks(draft, tree, place.path, literalText(node) ?? ""))
          tell({ from: node.start, to: node.end }, place, part.text);
      if (beyond && nearChanges(draft, tree, place.path)) tell(at, place, part.text);
    }
}

/** Warns of targets in a stretch of code of a state that cannot be read and mean something else once it stands in another state. */
export function warnOfUnreadIn(draft: Draft, place: PlacedState, stretch: Span, goal: StatePath): void {
  const { root } = draft.chart;
  for (const part of place.node.opaque) {
    const at = absolute(place, part.at);
    const isInside = stretch.from <= at.from && at.to <= stretch.to;
    if (!isInside || NO_TARGETS.has(part.what) || isRead(place, at)) continue;
    const { texts, beyond } = reached(draft, at);
    const leads = (from: StatePath, node: Node) => resolveTarget(root, from, literalText(node) ?? "");
    const targets = texts.filter((node) => leads(place.path, node));
    const isSame = (node: Node) => samePath(leads(place.path, node), leads(goal, node));
    // Where no text is a target, what is one is put together when it runs.
    if (beyond || targets.length === 0 || !targets.every(isSame)) warnOfCode(draft, at, goal, part.text);
  }
}

/** Warns of one piece of code that may hold targets which do not follow. */
export function warnOfCode(draft: Draft, at: Span | undefined, state: StatePath, text: string): void {
  draft.warn("targets-unread", at, {
    state: pathId(state) || draft.chart.root.key,
    code: inShort(text),
  });
}

/** Code in one line, cut where it is long. */
export function inShort(text: string): string {
  const code = text.replaceAll(/\s+/g, " ");
  return code.length > 40 ? `${code.slice(0, 39)}…` : code;
}

/**
 * The same of what `stateIn` asks: of code that says no text, when a text in it, or in what it uses of this file, names a state that has
 * another path; where it goes on out of the file, when any state has one. What a parameter is given in this file is told where it is
 * spelled, unless the state only moves, or another has its key.
 */
export function warnOfUnreadStateIn(draft: Draft, node: Node, changes: ChangedNames): void {
  const { texts, beyond, hasObjects } = reached(draft, spanOf(node));
  const isParameter =
    node.type === "Identifier" &&
    lookup(draft.tree.scopeAt(node.start), String(node["name"]))?.kind === "unknown";
  const moves = Object.entries(draft.pathMap).filter(([from, to]) => {
    const keys = from.split(".");
    if (Object.hasOwn(draft.pathMap, keys.slice(0, -1).join("."))) return false;
    return !isParameter || !changes.key(keys.at(-1) ?? "") || to?.split(".").length !== keys.length;
  });
  const isChanged =
    ((beyond || hasObjects) && moves.length > 0) ||
    texts.some((text) => changes.path(literalText(text) ?? ""));
  // What hundreds of guards ask in the same words is told once.
  const isTold = draft.warnings.some(
    ({ code, facts }) => code === "targets-unread" && facts?.["code"] === inShort(draft.slice(node)),
  );
  if (!isChanged || isTold) return;
  const place = stateAt(draft.chart, node.start);
  warnOfCode(draft, spanOf(node), place?.path ?? [], draft.slice(node));
}

/** Whether a text names a state that is called otherwise, as a target or `stateIn` has it; and as a single word of code has it. */
export interface ChangedNames {
  readonly path: (text: string) => boolean;
  readonly key: (text: string) => boolean;
}

/** Of an event whose name comes from elsewhere the transitions are read, and follow. */
const isRead = (place: PlacedState, at: Span): boolean =>
  (place.node.unnamed ?? []).some((transition) => {
    const written = absolute(place, transition.propAt ?? transition.at);
    return at.from <= written.from && written.to <= at.to;
  });

/** Would a target written in a state lead elsewhere, or nowhere? */
function breaks(draft: Draft, tree: NewTree, source: StatePath, text: string): boolean {
  const goal = resolveTarget(draft.chart.root, source, text);
  const now = tree.follow(source);
  if (!goal || !now) return false;
  const wanted = tree.follow(goal);
  return !wanted || !samePath(resolveTarget(tree.root, now, text), wanted);
}

/** Does a state that can be named from there without an id get another relative name? */
function nearChanges(draft: Draft, tree: NewTree, source: StatePath): boolean {
  const around = source.slice(0, -1);
  const aroundNow = tree.follow(source)?.slice(0, -1) ?? [];
  return [...places(draft.chart).values()].some(({ path }) => {
    if (path.length === 0 || !isUnder(path, around)) return false;
    const now = tree.follow(path);
    return (
      !now || !isUnder(now, aroundNow) || !samePath(now.slice(aroundNow.length), path.slice(around.length))
    );
  });
}

interface Reached {
  readonly texts: readonly Node[];
  /** It uses what is not of this file, or is known only when it runs. */
  readonly beyond: boolean;
  /** It has objects: their keys may be those of states. */
  readonly hasObjects: boolean;
  /** It puts texts together. */
  readonly isComposed: boolean;
}

/**
 * The texts in a stretch of code and in the consts and functions of the file that it uses.
 * @param isSearched whether what a module exports is searched by itself, and counts for nothing here
 */
export function reached(
  { tree }: Draft,
  at: Span,
  isSearched: (from: string) => boolean = () => false,
): Reached {
  const texts: Node[] = [];
  let beyond = false;
  let hasObjects = false;
  let isComposed = false;
  const visited = new Set<Node>();
  const visit = (from: number, to: number): void => {
    const inside = tree.nodes.filter((node) => from <= node.start && node.end <= to);
    addAll(
      texts,
      inside.filter((node) => literalText(node) !== undefined && node.type.endsWith("Literal")),
    );
    hasObjects ||= inside.some(({ type }) => type === "ObjectExpression");
    isComposed ||= inside.some(isJoined);
    beyond ||= inside.some(({ type }) => type === "ThisExpression" || type === "Super");
    const outer = inside.filter((node, i) => i === 0 || node.start >= (inside[0] as Node).end);
    for (const used of outer.flatMap((node) => freeNames(node))) {
      const name = String(used["name"]);
      const binding = lookup(tree.scopeAt(used.start), name);
      const from = binding?.kind === "import" ? binding.from : undefined;
      if (!binding || (from !== undefined && (from.startsWith("xstate") || isSearched(from)))) continue;
      const meant =
        binding.kind === "const"
          ? (binding.init as unknown as Node)
          : binding.kind === "enum"
            ? memberOf(tree, binding.declaration as unknown as Node, used)
            : binding.kind === "function"
              ? binding.declaration
              : undefined;
      // What is put into it later is not written there.
      beyond ||= valuesOf(binding).some((value) => isChangedLater(tree.text, value));
      if (!meant) beyond ||= binding.kind !== "enum";
      for (const node of meant ? writtenParts(tree, meant) : [])
        if (!visited.has(node)) {
          visited.add(node);
          visit(node.start, node.end);
        }
    }
  };
  visit(at.from, at.to);
  return { texts, beyond, hasObjects, isComposed };
}

/** A text of several parts. */
const isJoined = (node: Node): boolean =>
  (node.type === "BinaryExpression" && node["operator"] === "+") ||
  (node.type === "TemplateLiteral" && nodesOf(node["expressions"]).length > 0);

/** A node of the text, or what a name of a pattern takes its value from. */
const writtenParts = (tree: Tree, node: Node): readonly Node[] =>
  isWritten(tree, node)
    ? [node]
    : nodesOf([node["object"], node["fallback"]]).flatMap((part) => writtenParts(tree, part));

/** The values that a const or the members of a class are declared with. */
function valuesOf(binding: Binding): readonly Located[] {
  if (binding.kind === "const") return [binding.init];
  const members = binding.kind === "function" ? nodesOf(child(binding.declaration, "body")?.["body"]) : [];
  return members.flatMap((member) => child(member, "value") ?? []);
}

/** The member of an enum that is taken, or all of it. */
function memberOf(tree: Tree, declaration: Node, used: Node): Node {
  const taken = tree.parentOf(used);
  const property = taken?.["object"] === used ? child(taken, "property") : undefined;
  const key = property && (taken?.["computed"] === true ? literalText(property) : property["name"]);
  const id = (member: Node) => child(member, "id");
  return (
    enumMembers(declaration).find((node) => (id(node)?.["name"] ?? id(node)?.["value"]) === key) ??
    declaration
  );
}
