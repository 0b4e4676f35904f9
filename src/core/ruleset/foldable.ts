import type { Chart } from "#core/chart/chart.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import { clauseKey, openPlaces } from "#core/ruleset/openPlaces.ts";
import type { Behaviors, GuardBehavior } from "#core/semantics/behavior.ts";
import { firstValuesOf, guardsOf, standForTheStart, startNeedsOf } from "#core/semantics/elementBehaviors.ts";
import type { FirstValue, StartNeed } from "#core/semantics/startBehavior.ts";

/** A list of which the first items stand open. */
export interface Foldable<T> {
  readonly open: readonly T[];
  readonly folded: readonly T[];
}

/** All of a short list, nothing of a long one: half a list would have to be read with the rest. */
export const foldable = <T>(items: readonly T[], max: number): Foldable<T> =>
  items.length > max ? { open: [], folded: items } : { open: items, folded: [] };

/** Helpers that stand open at any clause; with more of them only those that are at home there. */
const MAX_OPEN_DEFINITIONS = 1;

/**
 * What the fields that a clause looks at begin with. Open are fixed values that are not empty: numbers, such as limits, that its conditions
 * look at in any way, and what a condition names itself; where the clause is about the beginning alone, all of them.
 */
export function foldedFirstValues(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
): Foldable<FirstValue> {
  const values = firstValuesOf(chart, carriers, behaviors);
  const guards = carriers.flatMap((carrier) => guardsOf(chart, carrier, behaviors));
  const isStart = isAboutStart(chart, carriers, behaviors);
  const numbers = behaviors.start.values(behaviors.fieldsRead(guards)).filter(isNumber);
  const named = behaviors.start.values(new Set(guards.flatMap(readsOf)));
  const decisive = new Set(isStart ? values : [...numbers, ...named]);
  const isOpen = (value: FirstValue) => !value.blank && isFixed(value) && decisive.has(value);
  return { open: values.filter(isOpen), folded: values.filter((value) => !isOpen(value)) };
}

const readsOf = (guard: GuardBehavior): readonly string[] => [...guard.reads, ...guard.of.flatMap(readsOf)];
const isNumber = ({ text }: FirstValue): boolean => /:= −?[\d.]+$/.test(text);
/** A number or a text, not what is computed from how the game is set up. */
const isFixed = ({ text }: FirstValue): boolean => /:= (?:−?[\d.]+|“[^“”]*”)$/.test(text);

/** What must be so that the game begins: open where the clause is about the beginning alone. */
export function foldedStartNeeds(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
): Foldable<StartNeed> {
  const needs = startNeedsOf(chart, carriers, behaviors);
  return isAboutStart(chart, carriers, behaviors) ? { open: needs, folded: [] } : { open: [], folded: needs };
}

const isAboutStart = (chart: Chart, carriers: readonly Carrier[], behaviors: Behaviors): boolean =>
  carriers.length > 0 && carriers.every((carrier) => standForTheStart(chart, [carrier], behaviors));

/** Of the helpers of a clause those that are at home there, or the only one. @param definitions in any form, such as a line each */
export function foldedDefinitions<T extends { readonly name: string }>(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
  definitions: readonly T[],
): Foldable<T> {
  const { homes } = openPlaces(chart, behaviors);
  const key = clauseKey(carriers);
  const isOpen = ({ name }: T) => definitions.length <= MAX_OPEN_DEFINITIONS || homes.get(name) === key;
  return {
    open: definitions.filter(isOpen),
    folded: definitions.filter((definition) => !isOpen(definition)),
  };
}
