import type { StateNode, StatePath } from "#core/chart/chart.ts";
import { absolute, pathId, type PlacedState } from "#core/chart/places.ts";
import { resolveTarget, splitStatePath } from "#core/chart/targets.ts";
import { args, nullable, statePath, target, targets, transition } from "#core/edit/argShape.ts";
import { targetLike } from "#core/edit/pen/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { putTransition, requireSource, type NewCandidate } from "#core/edit/gestures/putTransition.ts";
import { movedItem, type Moved } from "#core/edit/pen/reindent.ts";
import { literalText, spanOf, unwrap } from "#core/syntax/node.ts";
import { keyName } from "#core/syntax/property.ts";
import type { TextEdit } from "#core/text/textEdit.ts";
import { respelling } from "#core/edit/follow/spellings.ts";
import { warnOfUnreadIn } from "#core/edit/follow/followUnread.ts";
import { isWrittenIn } from "#core/edit/follow/sharedCode.ts";
import { bestTarget, isUnder, joinKeys, samePath } from "#core/chart/targetText.ts";
import { goalsOf, targetTexts, writeTargets, type Goal } from "#core/edit/gestures/transitionTarget.ts";
import { requireInForce } from "#core/edit/gestures/transitionConfig.ts";
import { transitionSite, type TransitionSite } from "#core/edit/gestures/transitionSite.ts";

/**
 * Leads a transition elsewhere, or has it start elsewhere. Guard, actions and comments go with it. `target: null` takes the target away,
 * `targets` leads into several regions.
 */
export const retargetTransition = defineCommand(
  "transition.retarget",
  args({ transition, "target?": nullable(target), "targets?": targets, "source?": statePath }),
  (draft, { transition: ref, target: to, targets: several, source }) => {
    const site = transitionSite(draft, ref);
    requireInForce(site);
    const at = absolute(site.place, site.transition.at);
    const from = source === undefined ? site.place : draft.state(source);
    const moves = !samePath(from.path, site.place.path);
    const goals = goalsOf(to, several);
    if (to !== undefined && several !== undefined)
      refuse("bad-arguments", at, { command: "transition.retarget", at: "targets" });
    if (site.transition.slot === "route" && goals && goals.length > 0) refuse("route-has-no-target", at);
    if (moves) requireSource(draft, from);
    if (goals) retarget(draft, site, from, goals);
    else if (moves) keepTargets(draft, site, from);
    if (!moves) return;
    if (to === null) refuse("bad-arguments", at, { command: "transition.retarget", at: "target" });
    resource(draft, site, from);
  },
);

function retarget(draft: Draft, site: TransitionSite, from: PlacedState, goals: readonly Goal[]): void {
  const { targets: old } = site.transition;
  const { root } = draft.chart;
  // What names a state already is left as it is written.
  const written = goals.map((goal) =>
    typeof goal === "string"
      ? undefined
      : old.find(({ text }) => samePath(resolveTarget(root, from.path, text), goal)),
  );
  if (goals.length > 0 && goals.length === old.length && written.every((item, i) => item && item === old[i]))
    return;
  writeTargets(
    draft,
    site,
    targetTexts(
      draft,
      from,
      goals.map((goal, i) => written[i]?.text ?? goal),
    ),
  );
}

/** The targets as seen from another source. */
function keepTargets(draft: Draft, site: TransitionSite, from: PlacedState): void {
  const { root } = draft.chart;
  for (const { text, resolved, shared, at } of site.transition.targets) {
    if (resolved && samePath(resolveTarget(root, from.path, text), resolved)) continue;
    const goal = resolved ?? unreadGoal(site.place.path, text);
    if (!goal) continue;
    const span = absolute(site.place, at);
    const next =
      (resolved ? bestTarget(root, from.path, resolved) : unreadTarget(root, from.path, goal)) ??
      refuse("target-needs-id", span, { state: pathId(goal) });
    if (next === text) continue;
    const node = shared ? draft.tree.nodeAt(span) : undefined;
    if (shared && !(node && isWrittenIn(draft, span))) refuse("target-shared", span, { target: text });
    const code = node
      ? respelling(draft, unwrap(node), next)
      : targetLike(draft.text.slice(span.from, span.to), next, draft.style, text);
    draft.replaceValue(node ? spanOf(unwrap(node)) : span, code);
  }
}

/** The path that a text names where reading found no such state: it may be among states that are made when the machine runs. */
function unreadGoal(source: StatePath, text: string): StatePath | undefined {
  if (text.startsWith("#")) return undefined;
  return text.startsWith(".")
    ? [...source, ...splitStatePath(text.slice(1))]
    : [...source.slice(0, -1), ...splitStatePath(text)];
}

/** A text for a state that is not read: only what stands above it can tell. */
function unreadTarget({ id }: StateNode, source: StatePath, goal: StatePath): string | undefined {
  const around = source.slice(0, -1);
  if (isUnder(goal, source) && goal.length > source.length) return `.${joinKeys(goal.slice(source.length))}`;
  if (source.length > 0 && isUnder(goal, around)) return joinKeys(goal.slice(around.length));
  return id === undefined ? undefined : `#${[id, joinKeys(goal)].join(".")}`;
}

/** Takes the candidate out of its source and puts it last of the same event in the other one. */
function resource(draft: Draft, site: TransitionSite, from: PlacedState): void {
  const { slot, event } = site.transition;
  if (slot.startsWith("invoke.") || slot === "route")
    refuse("slot-stays", absolute(site.place, site.transition.at), { slot });
  putTransition(draft, from, { slot, event }, movedCandidate(draft, site));
  warnOfUnreadIn(draft, site.place, spanOf(site.item), from.path);
  draft.remove(site.removal);
}

/** Where `{ target }` says key and value in one, a new value was given its key: what moves is the value alone. */
function valueEdits(draft: Draft, { property, item }: TransitionSite): Pick<Moved, "edits"> {
  if (property["shorthand"] !== true) return {};
  const key = `${keyName(property)}: `;
  const isWhole = ({ from, to, insert }: TextEdit) =>
    from === item.start && to === item.end && insert.startsWith(key);
  return {
    edits: draft.edits.map((edit) =>
      isWhole(edit) ? { ...edit, insert: edit.insert.slice(key.length) } : edit,
    ),
  };
}

/** A candidate with its comments: those of the array item, or of the whole property when it stands alone. */
export function movedCandidate(draft: Draft, site: TransitionSite): NewCandidate {
  const body = { from: site.item.start, to: site.item.end };
  const item = site.array
    ? { list: site.array, item: site.item }
    : { list: site.holder, item: site.property, body };
  return {
    ...movedItem(draft, { ...item, ...valueEdits(draft, site) }),
    bare: literalText(site.value) !== undefined,
    node: site.item,
  };
}
