import type { Chart } from "#core/chart/chart.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import type { Behaviors } from "#core/semantics/behavior.ts";
import { standForTheStart, startNeedsOf } from "#core/semantics/elementBehaviors.ts";
import type { StartNeed } from "#core/semantics/startBehavior.ts";

/** A list of which the first items stand open. */
export interface Foldable<T> {
  readonly open: readonly T[];
  readonly folded: readonly T[];
}

/** All of a short list, nothing of a long one: half a list would have to be read with the rest. */
export const foldable = <T>(items: readonly T[], max: number): Foldable<T> =>
  items.length > max ? { open: [], folded: items } : { open: items, folded: [] };

/** What must be so that the game begins: open where the clause is about the beginning alone. */
export function foldedStartNeeds(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
): Foldable<StartNeed> {
  const needs = startNeedsOf(chart, carriers, behaviors);
  return isAboutStart(chart, carriers, behaviors) ? { open: needs, folded: [] } : { open: [], folded: needs };
}

/** Whether a clause is about how the game begins alone. */
export const isAboutStart = (chart: Chart, carriers: readonly Carrier[], behaviors: Behaviors): boolean =>
  carriers.length > 0 && carriers.every((carrier) => standForTheStart(chart, [carrier], behaviors));
