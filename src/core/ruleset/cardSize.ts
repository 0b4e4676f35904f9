import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionId, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import type { ActionBehavior, Behaviors, GuardBehavior } from "#core/semantics/behavior.ts";
import { automaticTransitions } from "#core/semantics/elementBehaviors.ts";

/** How much stands at the cards of a clause, counted so that it is the same in every language, and which of them are folded for it. */

/** Terms of the formulas of one clause that stand open: about 250 words of English. The first card with any is open in any case. */
const MAX_OPEN_TERMS = 50;

/** A state, or a transition with the state that it is of. */
interface Element {
  readonly at: string;
  readonly node: StateNode;
  readonly transition?: Transition;
}

export function elementOf(chart: Chart, { kind, id }: Carrier): Element | undefined {
  const ref = kind === "transition" ? transitionRef(id) : undefined;
  const node = placeOf(chart, ref?.source ?? pathOf(id))?.node;
  if (!node || kind === "state") return node && { at: id, node };
  const site = ref && transitionOf(chart, ref);
  return site && { at: pathId(ref.source), node, transition: site.transition };
}

const clausesOf = (chart: Chart, carrier: Carrier): readonly string[] => {
  const element = elementOf(chart, carrier);
  return (element?.transition ?? element?.node)?.meta.clauses ?? [];
};

/** The conditions and changes at a card. */
interface CardBehaviors {
  readonly guards: readonly GuardBehavior[];
  readonly actions: readonly ActionBehavior[];
}

/**
 * What the card of an element says: of a transition its condition and changes; of a state entry, exit and its automatic transitions,
 * without those that have cards or clauses of their own.
 * @param own the ids of the elements that have cards at the clause
 */
export function cardBehaviors(
  chart: Chart,
  carrier: Carrier,
  own: ReadonlySet<string>,
  behaviors: Behaviors,
): CardBehaviors {
  const element = elementOf(chart, carrier);
  if (!element) return { guards: [], actions: [] };
  const { at, node } = element;
  const transitions = element.transition
    ? [element.transition]
    : automaticTransitions(node).filter(
        (transition) => transition.meta.clauses.length === 0 && !own.has(transitionIdAt(at, transition)),
      );
  return {
    guards: transitions.flatMap((transition) =>
      transition.guard ? [behaviors.guard(transition.guard, eventOf(transition))] : [],
    ),
    actions: [
      ...(element.transition ? [] : [...node.entry, ...node.exit].map((action) => behaviors.action(action))),
      ...transitions.flatMap((transition) =>
        transition.actions.map((action) => behaviors.action(action, eventOf(transition))),
      ),
    ],
  };
}

/** Terms of the formulas at a card. */
function sizeOf(chart: Chart, carrier: Carrier, own: ReadonlySet<string>, behaviors: Behaviors): number {
  const { guards, actions } = cardBehaviors(chart, carrier, own, behaviors);
  return (
    guards.reduce((sum, guard) => sum + termsOf(guard), 0) +
    actions.reduce((sum, { lines }) => sum + termsIn(lines), 0)
  );
}

export const eventOf = ({ slot, event }: Transition): string | undefined =>
  slot === "on" ? event : undefined;

export const termsOf = (guard: GuardBehavior): number =>
  guard.of.reduce((sum, part) => sum + termsOf(part), termsIn(guard.text === undefined ? [] : [guard.text]));

/** Signs of formulas, the same in every language, and one for each formula itself. */
export const termsIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + 1 + (text.replaceAll(LABELS, "").match(SIGNS)?.length ?? 0), 0);
/** Names by their labels, in which anything may stand. */
const LABELS = /⟪[^⟪⟫]*⟫/g;
const SIGNS = /:=|[∧∨¬∀∃∈∉=≠<>≤≥+−·|{[(]/g;

/** A guard apart from what it is called. */
export const keyOf = (guard: GuardBehavior): string =>
  guard.sign === "formula"
    ? (guard.text ?? guard.name ?? "")
    : `${guard.sign}(${guard.of.map(keyOf).join("; ")})`;

/** The id of a transition of the state with the path id `at`. */
export const transitionIdAt = (at: string, { slot, event, index }: Transition): string =>
  transitionId({ source: pathOf(at), slot, index, ...(event === undefined ? {} : { event }) });

/** Terms of the formulas at all cards of a clause, as far as its cards are told in full. */
export function termsOfClause(chart: Chart, carriers: readonly Carrier[], behaviors: Behaviors): number {
  const own = new Set(carriers.map(({ id }) => id));
  const brief = briefCarriers(chart, carriers, behaviors);
  return carriers
    .filter(({ id }) => !brief.has(id))
    .reduce((sum, carrier) => sum + sizeOf(chart, carrier, own, behaviors), 0);
}

/** The carriers whose cards are brief, as the others are more about the clause and fill it. */
export function briefCarriers(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
): ReadonlySet<string> {
  const own = new Set(carriers.map(({ id }) => id));
  const sized = carriers
    .map((carrier) => ({
      id: carrier.id,
      clauses: clausesOf(chart, carrier).length,
      terms: sizeOf(chart, carrier, own, behaviors),
    }))
    .toSorted((a, b) => a.clauses - b.clauses);
  let terms = 0;
  const brief = new Set<string>();
  for (const carrier of sized) {
    // Something that decides stands open, however long it is.
    if (terms > 0 && terms + carrier.terms > MAX_OPEN_TERMS) brief.add(carrier.id);
    else terms += carrier.terms;
  }
  return brief;
}
