import type { StatePath } from "#core/chart/chart.ts";
import { pathId, type PlacedState } from "#core/chart/places.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import { quoteLike } from "#core/edit/codeText.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { setProperty } from "#core/edit/properties.ts";
import { literalText, propertyOf, spanOf, type Node } from "#core/edit/sourceTree.ts";
import { bestTarget } from "#core/chart/targetText.ts";
import { isNothing } from "#core/edit/transitionConfig.ts";
import { objectForm, type TransitionSite } from "#core/edit/transitionSite.ts";

/** The text of a target given as a path; a given text is taken as it is, with a warning when it leads nowhere. */
export function targetTextFor(draft: Draft, source: PlacedState, target: StatePath | string): string {
  const { root } = draft.chart;
  if (typeof target === "string") {
    if (!resolveTarget(root, source.path, target))
      draft.warn("target-not-found", draft.nameSpan(source), { target });
    return target;
  }
  const goal = draft.anyState(target);
  return (
    bestTarget(root, source.path, goal.path) ??
    refuse("target-needs-id", draft.nameSpan(goal), { state: pathId(target) })
  );
}

/** Writes the target of a candidate, or with null takes it away. */
export function writeTarget(draft: Draft, site: TransitionSite, text: string | null): void {
  const object = objectForm(site);
  const { value } = site;
  if (!object) {
    if (literalText(value) === undefined && !isNothing(value)) refuse("not-written-here", spanOf(value));
    draft.replace(spanOf(value), text === null ? "{}" : quoteLike(draft.slice(value), text, draft.style));
    return;
  }
  const old = propertyOf(object, "target");
  const written = old?.["value"] as Node | undefined;
  const code = text === null ? undefined : quoteLike(written ? draft.slice(written) : "", text, draft.style);
  setProperty(draft, object, "transition", "target", code);
}
