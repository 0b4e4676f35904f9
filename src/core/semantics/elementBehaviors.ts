import type { ActionBehavior, Behaviors, GuardBehavior } from "#core/semantics/behavior.ts";
import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
import { type ChartElement, pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import { beginsIn } from "#core/semantics/arrivalsOf.ts";
import type { FirstValue, StartNeed } from "#core/semantics/startBehavior.ts";

/** The transitions that a state takes without an event of the game: at once, after a delay, when it or an actor is done or fails. */
export const automaticTransitions = ({ transitions }: StateNode): readonly Transition[] =>
  transitions.filter(({ slot }) => slot !== "on" && slot !== "route");

/** The conditions of a transition, or of what a state goes on by. */
export function guardsOf(
  chart: Chart,
  { kind, id }: ChartElement,
  behaviors: Behaviors,
): readonly GuardBehavior[] {
  const ref = kind === "transition" ? transitionRef(id) : undefined;
  const site = ref && transitionOf(chart, ref);
  const node = kind === "state" ? placeOf(chart, pathOf(id))?.node : undefined;
  return [...(site ? [site.transition] : []), ...(node ? automaticTransitions(node) : [])].flatMap(
    ({ guard, slot, event }) => (guard ? [behaviors.guard(guard, slot === "on" ? event : undefined)] : []),
  );
}

/** Everything that a state (entry, exit, what it goes on by) or a transition does. Nothing for an id that the chart lacks. */
export function behaviorsOf(
  chart: Chart,
  { kind, id }: ChartElement,
  behaviors: Behaviors,
): readonly (GuardBehavior | ActionBehavior)[] {
  const of = ({ guard, actions, slot, event }: Transition) => {
    const type = slot === "on" ? event : undefined;
    return [
      ...(guard ? [behaviors.guard(guard, type)] : []),
      ...actions.map((action) => behaviors.action(action, type)),
    ];
  };
  if (kind === "transition") {
    const ref = transitionRef(id);
    const site = ref && transitionOf(chart, ref);
    return site ? of(site.transition) : [];
  }
  const node = placeOf(chart, pathOf(id))?.node;
  if (!node) return [];
  return [
    ...[...node.entry, ...node.exit].map((action) => behaviors.action(action)),
    ...automaticTransitions(node).flatMap(of),
  ];
}

/** What is given back where an element ends: by the state itself, and by the machine where it is its end or the machine. */
export function outputsOf(
  chart: Chart,
  { kind, id }: ChartElement,
  behaviors: Behaviors,
): readonly ActionBehavior[] {
  const place = kind === "state" ? placeOf(chart, pathOf(id)) : undefined;
  if (!place) return [];
  const { node, path } = place;
  const endsAll = path.length === 1 && node.type === "final";
  return [
    ...(node.output ? [behaviors.output(node.output.text)] : []),
    ...(endsAll && chart.root.output ? [behaviors.output(chart.root.output.text)] : []),
  ];
}

/**
 * What the fields that these elements look at hold when the game begins. A phase that the game begins with and that does nothing itself,
 * such as the setting up, stands for all of them.
 */
export function firstValuesOf(
  chart: Chart,
  elements: readonly ChartElement[],
  behaviors: Behaviors,
): readonly FirstValue[] {
  if (standForTheStart(chart, elements, behaviors)) return behaviors.start.values();
  const does = elements.flatMap((element) => behaviorsOf(chart, element, behaviors));
  return behaviors.start.values(behaviors.fieldsRead(does));
}

/** What must be so that the game begins, where one of these elements stands for its beginning. */
export const startNeedsOf = (
  chart: Chart,
  elements: readonly ChartElement[],
  behaviors: Behaviors,
): readonly StartNeed[] => (standForTheStart(chart, elements, behaviors) ? behaviors.start.needs() : []);

/** Whether one of these is the machine, or a phase with steps of its own that it begins with and that does nothing itself. */
export function standForTheStart(
  chart: Chart,
  elements: readonly ChartElement[],
  behaviors: Behaviors,
): boolean {
  const first = new Set(["", ...beginsIn(chart, "")]);
  return elements.some(
    (element) =>
      element.kind === "state" &&
      first.has(element.id) &&
      behaviorsOf(chart, element, behaviors).length === 0 &&
      (placeOf(chart, pathOf(element.id))?.node.children.length ?? 0) > 0,
  );
}
