import type { Opaque, StatePath } from "#core/chart/chart.ts";
import { absolute, pathId, places, type PlacedState } from "#core/chart/places.ts";
import { isUnder, samePath } from "#core/chart/targetText.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import type { Draft } from "#core/edit/draft.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";
import { freeNames } from "#core/syntax/freeNames.ts";
import { child, literalText, type Node } from "#core/syntax/node.ts";
import { enumMembers } from "#core/syntax/scopeOf.ts";
import { lookup } from "#core/syntax/scope.ts";
import type { Tree } from "#core/syntax/tree.ts";
import type { Span } from "#core/text/textEdit.ts";

/** What code that was not read may hold besides targets: nothing is said of it. */
const NO_TARGETS = new Set<Opaque["what"]>(["value", "overwritten"]);

/**
 * Warns of targets in code that cannot be read and so cannot follow: of the texts in it, and in the helpers of the file that it
 * calls, that would lead elsewhere; where it goes on out of the file, of the state as soon as anything near it moves.
 */
export function warnOfUnread(draft: Draft, tree: NewTree): void {
  const reported = new Set(draft.warnings.map(({ at }) => at?.from));
  const tell = (at: Span, place: PlacedState, text: string) => {
    if (reported.has(at.from)) return;
    reported.add(at.from);
    const code = text.replaceAll(/\s+/g, " ");
    draft.warn("targets-unread", at, {
      state: pathId(place.path) || draft.chart.root.key,
      code: code.length > 40 ? `${code.slice(0, 39)}…` : code,
    });
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
}

/** The texts in a stretch of code and in the consts and functions of the file that it uses. */
function reached({ tree }: Draft, at: Span): Reached {
  const texts: Node[] = [];
  let beyond = false;
  const visited = new Set<Node>();
  const visit = (from: number, to: number): void => {
    const inside = tree.nodes.filter((node) => from <= node.start && node.end <= to);
    texts.push(...inside.filter((node) => literalText(node) !== undefined && node.type.endsWith("Literal")));
    const outer = inside.filter((node, i) => i === 0 || node.start >= (inside[0] as Node).end);
    for (const used of outer.flatMap((node) => freeNames(node))) {
      const name = String(used["name"]);
      const binding = lookup(tree.scopeAt(used.start), name);
      if (!binding || (binding.kind === "import" && binding.from.startsWith("xstate"))) continue;
      const meant =
        binding.kind === "const"
          ? (binding.init as unknown as Node)
          : binding.kind === "enum"
            ? memberOf(tree, binding.declaration as unknown as Node, used)
            : binding.kind === "function"
              ? binding.declaration
              : undefined;
      if (!meant) beyond ||= binding.kind !== "enum";
      else if (!visited.has(meant)) {
        visited.add(meant);
        visit(meant.start, meant.end);
      }
    }
  };
  visit(at.from, at.to);
  return { texts, beyond };
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
