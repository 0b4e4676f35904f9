import type { Chart, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { placeOf, places } from "#core/chart/places.ts";
import { isUnder } from "#core/chart/targetText.ts";
import { largest } from "#core/text/addAll.ts";

/**
 * The chart with its outer `levels` of states only, for a picture that fits on a page. A transition from a deeper state starts at
 * the outer state around it and loses guard and actions, which speak of what is not shown; one that stays within its state is left out.
 * One to a state around its own is drawn to where that state begins again, and more than two between the same states are one
 * arrow without words.
 */
export function outerChart(chart: Chart, levels: number): Chart {
  const begin = (path: StatePath): StatePath => {
    const initial = placeOf(chart, path)?.node.initial?.value;
    return initial === undefined || path.length >= levels ? path : [...path, initial];
  };
  /** The transition with the targets that are outside `from`, as far as they are shown; none when it leads to none. */
  const leaving = (transition: Transition, from: StatePath): Transition[] => {
    const targets = transition.targets.flatMap((target) => {
      const shown = target.resolved?.slice(0, levels);
      if (!shown || isUnder(shown, from)) return [];
      return [{ ...target, resolved: isUnder(from, shown) ? begin(shown) : shown }];
    });
    return targets.length > 0 ? [{ ...transition, targets }] : [];
  };
  const cut = (node: StateNode, path: StatePath): StateNode => {
    const transitions = node.transitions.flatMap((transition) => leaving(transition, path));
    if (path.length < levels)
      return {
        ...node,
        transitions: fewer(transitions),
        children: node.children.map((child) => cut(child, [...path, child.key])),
      };
    const inner = insideOf(node).flatMap((transition) => leaving(outsideView(transition), path));
    // A place of their own, before all others: they are nobody's "otherwise".
    const lifted = distinct(inner).map((transition, i) => ({ ...transition, index: -1 - i }));
    return {
      ...node,
      type: node.children.length > 0 ? "atomic" : node.type,
      transitions: fewer([...transitions, ...lifted]),
      children: [],
    };
  };
  return { ...chart, root: cut(chart.root, []) };
}

/** How many levels of states a chart has. */
export const depthOf = (chart: Chart): number =>
  largest(
    [...places(chart).values()].map(({ path }) => path.length),
    0,
  );

/** With so many states Mermaid draws a diagram about as wide as a page; with more it becomes too small to read there. */
const MAX_DIAGRAM_STATES = 25;

/** With more transitions it is too wide even then: those that stay in their state, or lead where others lead, are left out. */
const MAX_DIAGRAM_TRANSITIONS = 40;

/** Whether all of a chart can be read when a diagram is as wide as a page. */
export function isLegible(chart: Chart): boolean {
  const all = [...places(chart).values()];
  const transitions = all.reduce((sum, { node }) => sum + node.transitions.length, 0);
  return all.length - 1 <= MAX_DIAGRAM_STATES && transitions <= MAX_DIAGRAM_TRANSITIONS;
}

/** The most levels of states that can be read when a diagram is as wide as a page, one at least. */
export function legibleLevels(chart: Chart): number {
  const deep = [...places(chart).values()].map(({ path }) => path.length);
  let levels = depthOf(chart);
  while (levels > 1 && deep.filter((depth) => depth > 0 && depth <= levels).length > MAX_DIAGRAM_STATES)
    levels--;
  return levels;
}

/** How many states a chart has, its root not counted. */
export const countStates = (node: StateNode): number =>
  node.children.reduce((sum, child) => sum + 1 + countStates(child), 0);

const insideOf = (node: StateNode): Transition[] =>
  node.children.flatMap((child) => [...child.transitions, ...insideOf(child)]);

/** Only an event still means something when the state that waits for it is not shown. */
const outsideView = ({ guard: _, event, ...transition }: Transition): Transition => ({
  ...transition,
  actions: [],
  ...(transition.slot !== "on" ? { slot: "always" } : event === undefined ? {} : { event }),
});

const goal = (transition: Transition): string =>
  JSON.stringify(transition.targets.map((target) => target.resolved));

function distinct(all: readonly Transition[]): Transition[] {
  const byLook = new Map<string, Transition>();
  for (const transition of all) {
    const look = `${transition.slot} ${transition.event ?? ""} ${goal(transition)}`;
    if (!byLook.has(look)) byLook.set(look, transition);
  }
  return [...byLook.values()];
}

function fewer(all: readonly Transition[]): Transition[] {
  const lowest = -largest(
    all.map((transition) => -transition.index),
    0,
  );
  let joined = 0;
  const byGoal = new Map<string, Transition[]>();
  for (const one of all) byGoal.set(goal(one), [...(byGoal.get(goal(one)) ?? []), one]);
  return [...byGoal.values()].flatMap((some) => {
    const [first] = some;
    if (some.length <= 2 || !first) return some;
    const { event: _event, guard: _guard, ...bare } = first;
    return [{ ...bare, slot: "always" as const, actions: [], index: lowest - ++joined }];
  });
}
