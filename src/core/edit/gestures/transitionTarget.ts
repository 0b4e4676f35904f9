import { propertyOf } from "#core/syntax/property.ts";
import type { StatePath } from "#core/chart/chart.ts";
import { pathId, type PlacedState } from "#core/chart/places.ts";
import { areTogether } from "#core/semantics/together.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import { printCode, type Code, targetLike } from "#core/edit/pen/codeText.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { setProperty } from "#core/edit/pen/properties.ts";
import { literalText, spanOf, type Node } from "#core/syntax/node.ts";
import { textAt } from "#core/syntax/textUses.ts";
import { bestTarget } from "#core/chart/targetText.ts";
import { nameOfKey } from "#core/edit/gestures/initial.ts";
import { isNothing, isText } from "#core/edit/gestures/transitionConfig.ts";
import { objectForm, type TransitionSite } from "#core/edit/gestures/transitionSite.ts";

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

/** What a transition may be given to lead to: a path, or a text taken as it is. */
export type Goal = StatePath | string;

/** The targets that `target` or `targets` say; undefined when neither or both are given. */
export function goalsOf(
  target: Goal | null | undefined,
  targets: readonly Goal[] | undefined,
): readonly Goal[] | undefined {
  if (targets !== undefined) return target === undefined ? targets : undefined;
  if (target === undefined) return undefined;
  return target === null ? [] : [target];
}

/**
 * The texts of several targets, for a transition that enters several regions at once. Targets that XState cannot enter
 * together are written with a warning.
 */
export function targetTexts(draft: Draft, source: PlacedState, goals: readonly Goal[]): string[] {
  const { root } = draft.chart;
  const texts = goals.map((goal) => targetTextFor(draft, source, goal));
  const resolved = texts.map((text) => resolveTarget(root, source.path, text));
  for (const [i, target] of resolved.entries())
    for (const other of resolved.slice(i + 1))
      if (target && other && !areTogether(draft.chart, target, other))
        draft.warn("targets-clash", draft.nameSpan(source), { state: pathId(target), other: pathId(other) });
  return texts;
}

/** The code of a target that stands for another by the name of its key, `Phase.Play` where `Phase.Draw` was. */
function namedGoal(draft: Draft, source: PlacedState, text: string, old: Node): string | undefined {
  const path = resolveTarget(draft.chart.root, source.path, text);
  const isKey = path !== null && path.at(-1) === text && textAt(draft.tree, old) !== undefined;
  return isKey ? nameOfKey(draft, path, old) : undefined;
}

/** Writes the targets of a candidate; none takes them away. */
export function writeTargets(draft: Draft, site: TransitionSite, texts: readonly string[]): void {
  const object = objectForm(site);
  const { value } = site;
  const { style } = draft;
  const like = (old: string, named?: Node): Code => {
    const items = texts.map(
      (text) => (named && namedGoal(draft, site.place, text, named)) ?? targetLike(old, text, style),
    );
    return items.length === 1 ? (items[0] ?? "") : { array: items };
  };
  const print = (code: Code) => printCode(code, style, { indent: "", oneLine: true });
  if (object) {
    const written = propertyOf(object, "target")?.["value"] as Node | undefined;
    const isLiteral = written && literalText(written) !== undefined;
    const code = isLiteral ? like(draft.slice(written)) : like("", written);
    return setProperty(draft, object, "transition", "target", texts.length === 0 ? undefined : code);
  }
  const isNamed = literalText(value) === undefined && !isNothing(value);
  if (isNamed && !isText(site.transition)) refuse("not-written-here", spanOf(value));
  const code = isNamed ? like("", value) : like(draft.slice(value));
  const whole: Code = texts.length === 1 ? code : { object: texts.length === 0 ? [] : [["target", code]] };
  draft.replaceValue(spanOf(value), print(whole));
}
