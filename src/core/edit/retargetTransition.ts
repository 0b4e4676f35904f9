import type { StatePath } from "#core/chart/chart.ts";
import { absolute, pathId, type PlacedState, type TransitionRef } from "#core/chart/places.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import { args, nullable, statePath, target, transition } from "#core/edit/argShape.ts";
import { quoteLike } from "#core/edit/codeText.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { putTransition, requireSource, type NewCandidate } from "#core/edit/putTransition.ts";
import { movedItem } from "#core/edit/reindent.ts";
import { literalText } from "#core/edit/sourceTree.ts";
import { bestTarget, samePath } from "#core/chart/targetText.ts";
import { targetTextFor, writeTarget } from "#core/edit/transitionTarget.ts";
import { transitionSite, type TransitionSite } from "#core/edit/transitionSite.ts";

/** What `transition.retarget` is given; `target: null` takes the target away. */
export interface RetargetTransition {
  readonly transition: TransitionRef;
  readonly target?: StatePath | string | null;
  readonly source?: StatePath;
}

/** Leads a transition elsewhere, or has it start elsewhere. Guard, actions and comments go with it. */
export const retargetTransition = defineCommand<RetargetTransition>(
  "transition.retarget",
  args({ transition, "target?": nullable(target), "source?": statePath }),
  (draft, { transition: ref, target: to, source }) => {
    const site = transitionSite(draft, ref);
    const from = source === undefined ? site.place : draft.state(source);
    const moves = !samePath(from.path, site.place.path);
    if (moves) requireSource(draft, from);
    if (to !== undefined) retarget(draft, site, from, to);
    else if (moves) keepTargets(draft, site, from);
    if (!moves) return;
    if (to === null) refuse("bad-arguments", absolute(site.place, site.transition.at), { at: "target" });
    resource(draft, site, from);
  },
);

function retarget(
  draft: Draft,
  site: TransitionSite,
  from: PlacedState,
  to: StatePath | string | null,
): void {
  if (to === null) return writeTarget(draft, site, null);
  const { targets } = site.transition;
  const same = Array.isArray(to) && targets.length === 1 && samePath(targets[0]?.resolved, to);
  // What names the state already is left as it is written.
  if (same && samePath(resolveTarget(draft.chart.root, from.path, targets[0]?.text ?? ""), to as StatePath))
    return;
  writeTarget(draft, site, targetTextFor(draft, from, to));
}

/** The targets as seen from another source. */
function keepTargets(draft: Draft, site: TransitionSite, from: PlacedState): void {
  const { root } = draft.chart;
  for (const { text, resolved, shared, at } of site.transition.targets) {
    if (!resolved || samePath(resolveTarget(root, from.path, text), resolved)) continue;
    const span = absolute(site.place, at);
    if (shared) refuse("target-shared", span, { target: text });
    const next =
      bestTarget(root, from.path, resolved) ?? refuse("target-needs-id", span, { state: pathId(resolved) });
    draft.replace(span, quoteLike(draft.text.slice(span.from, span.to), next, draft.style));
  }
}

/** Takes the candidate out of its source and puts it last of the same event in the other one. */
function resource(draft: Draft, site: TransitionSite, from: PlacedState): void {
  const { slot, event } = site.transition;
  if (slot.startsWith("invoke.") || slot === "route")
    refuse("slot-stays", absolute(site.place, site.transition.at), { slot });
  putTransition(draft, from, { slot, event }, movedCandidate(draft, site));
  draft.remove(site.removal);
}

/** A candidate with its comments: those of the array item, or of the whole property when it stands alone. */
export function movedCandidate(draft: Draft, site: TransitionSite): NewCandidate {
  const body = { from: site.item.start, to: site.item.end };
  const item = site.array
    ? { list: site.array, item: site.item }
    : { list: site.holder, item: site.property, body };
  return { ...movedItem(draft, item), bare: literalText(site.value) !== undefined };
}
