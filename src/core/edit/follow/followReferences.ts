import type { StateNode, StatePath, Target } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { targetLike } from "#core/edit/pen/codeText.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { followStateIn } from "#core/edit/follow/followStateIn.ts";
import { warnOfSpellings } from "#core/edit/follow/stateSpellings.ts";
import { warnOfUnread } from "#core/edit/follow/followUnread.ts";
import { CommonTargets } from "#core/edit/follow/CommonTargets.ts";
import { Spellings } from "#core/edit/follow/spellings.ts";
import { knowsMachine, refuseTarget, targetSites, type TargetSite } from "#core/edit/follow/targetSites.ts";
import { bestTarget, isUnder, resolveAs, sameForm, samePath } from "#core/chart/targetText.ts";
import type { NewTree } from "#core/edit/follow/newTree.ts";

/**
 * Rewrites every target and `stateIn` that would name another state, or none, in the new tree. What still fits stays as it is.
 * @param within only what is written in this state
 * @param renamed what a rename changes beside these: then also the consts that names stand in may be changed
 */
export function followReferences(
  draft: Draft,
  tree: NewTree,
  within: StatePath = [],
  renamed?: Spellings,
): void {
  const before = draft.chart.root;
  const spellings = renamed ?? new Spellings(draft);
  const common = renamed ? new CommonTargets(draft) : undefined;
  for (const site of targetSites(draft)) {
    if (!isUnder(site.place.path, within)) continue;
    const text = newTargetText(before, tree, site);
    if (common?.take(site, text)) continue;
    const node = site.named && !site.shared ? draft.tree.nodeAt(site.at) : undefined;
    if (node) spellings.want(node, site.target.text, text ?? site.target.text);
    if (text === undefined || node) continue;
    if (site.shared || site.named || !knowsMachine(draft, text, site.at)) refuseTarget(site);
    draft.replace(
      site.at,
      targetLike(draft.text.slice(site.at.from, site.at.to), text, draft.style, site.target.text),
    );
  }
  common?.settle();
  const known = followStateIn(draft, tree, spellings, within);
  spellings.settle(renamed !== undefined);
  if (within.length > 0) return;
  warnOfSpellings(draft, tree, known);
  warnOfUnread(draft, tree);
}

function newTargetText(before: StateNode, tree: NewTree, site: TargetSite): string | undefined {
  const { target, place, history } = site;
  const source = tree.follow(place.path);
  const goal = target.resolved && tree.follow(target.resolved);
  if (!source || !goal || !target.resolved) return undefined;
  if (samePath(resolveAs(history)(tree.root, source, target.text), goal)) return undefined;
  const roots = { before, after: tree.root };
  const sources = { before: place.path, after: source };
  const goals = { text: target.text, before: target.resolved, after: goal };
  const same = sameForm(roots, sources, goals, tree.follow, history);
  // A relative text of another length than before has lost its reason: the best one is taken.
  const asBefore = goal.length - source.length === target.resolved.length - place.path.length;
  if (same !== undefined && (asBefore || target.text.startsWith("#"))) return same;
  return (
    bestTarget(tree.root, source, goal, history) ??
    same ??
    refuse("target-needs-id", site.at, { state: pathId(target.resolved) })
  );
}

/** Does the target lead to the state or below it? */
export const leadsUnder = (target: Target, top: StatePath): boolean =>
  target.resolved !== null && top.every((key, i) => target.resolved?.[i] === key);
