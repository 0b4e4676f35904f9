import type { Action, Chart, Guard, Transition } from "#core/chart/chart.ts";
import { pathId, places, transitionId, type PlacedState } from "#core/chart/places.ts";

/** A state by number, with what is looked up of it over and over. */
export interface GraphState {
  readonly id: string;
  readonly place: PlacedState;
  readonly parent: number;
  readonly children: readonly number[];
  /** One past the last of its descendants, which follow it. */
  readonly end: number;
}

export interface GraphTransition {
  readonly source: number;
  readonly transition: Transition;
  /** Targets that exist. */
  readonly targets: readonly number[];
}

/** The chart as numbered states in document order and what leads from one to another. */
export interface StateGraph {
  readonly states: readonly GraphState[];
  readonly transitions: readonly GraphTransition[];
  /** Transitions by their source. */
  readonly outOf: readonly (readonly GraphTransition[])[];
  /** The same, by source and event: candidates of which the first one that may is taken. */
  readonly choices: readonly (readonly (readonly GraphTransition[])[])[];
}

/** Numbers the states of a chart. */
export function stateGraph(chart: Chart): StateGraph {
  const all = [...places(chart)];
  const numbers = new Map(all.map(([id], i) => [id, i]));
  const ends = all.map((_, i) => i + 1);
  const children = all.map((): number[] => []);
  const parents = all.map(([, { parent }]) => (parent ? (numbers.get(pathId(parent.path)) ?? -1) : -1));
  for (let i = 1; i < all.length; i++) children[parents[i]!]?.push(i);
  for (let i = all.length - 1; i > 0; i--) {
    const parent = parents[i]!;
    ends[parent] = Math.max(ends[parent]!, ends[i]!);
  }
  const states = all.map(([id, place], i) => ({
    id,
    place,
    parent: parents[i]!,
    children: children[i]!,
    end: ends[i]!,
  }));
  const outOf = states.map((_, source) => transitionsOf(states, source, numbers));
  return { states, transitions: outOf.flat(), outOf, choices: outOf.map(byEvent) };
}

function transitionsOf(
  states: readonly GraphState[],
  source: number,
  numbers: ReadonlyMap<string, number>,
): GraphTransition[] {
  const { node } = states[source]!.place;
  return node.transitions.map((transition) => {
    const targets = transition.targets.flatMap(({ resolved }) => {
      const number = resolved && numbers.get(pathId(resolved));
      return typeof number === "number" ? [number] : [];
    });
    return { source, transition, targets };
  });
}

/** The id of a transition, as links name it. */
export function idOf({ states }: StateGraph, { source, transition }: GraphTransition): string {
  const { slot, event, index } = transition;
  const { path } = states[source]!.place;
  return transitionId({ source: path, slot, ...(event === undefined ? {} : { event }), index });
}

function byEvent(transitions: readonly GraphTransition[]): GraphTransition[][] {
  if (transitions.length < 2) return transitions.length === 0 ? [] : [[...transitions]];
  const lists = new Map<string, GraphTransition[]>();
  for (const transition of transitions) {
    const key = `${transition.transition.slot}|${transition.transition.event ?? ""}`;
    const list = lists.get(key);
    if (list) list.push(transition);
    else lists.set(key, [transition]);
  }
  return [...lists.values()];
}

export const isInside = (states: readonly GraphState[], state: number, outer: number): boolean =>
  outer <= state && state < states[outer]!.end;

/** Whether something of a state is written in another file, where names mean something else. */
export const isLocalState = ({ place }: GraphState): boolean => !place.node.elsewhere;

/** The state within which a transition happens: what is active inside it is left. -1 for the root itself. */
export function domainOf({ states }: StateGraph, { source, targets, transition }: GraphTransition): number {
  if (!transition.reenter && targets.every((target) => isInside(states, target, source))) return source;
  let at = states[targets[0]!]!.parent;
  while (at > 0 && ![source, ...targets].every((state) => state !== at && isInside(states, state, at)))
    at = states[at]!.parent;
  return at;
}

/** A state that is left as soon as it is entered: nobody waits in it, and no event reaches its ancestors meanwhile. */
export const isPassing = ({ outOf, states }: StateGraph, state: number): boolean =>
  states[state]!.children.length === 0 &&
  outOf[state]!.some(
    ({ transition, targets }) => transition.slot === "always" && !transition.guard && targets.length > 0,
  );

type Visit<T> = (item: T, isLocal: boolean) => void;

/** Every action of a state: on the way in and out, of its initial and of its transitions. `here`: names mean what they mean in this file. */
export function eachAction({ node }: Pick<PlacedState, "node">, visit: Visit<Action>): void {
  const isLocal = !node.elsewhere;
  for (const action of node.entry) visit(action, isLocal);
  for (const action of node.exit) visit(action, isLocal);
  for (const action of node.initial?.actions ?? []) visit(action, isLocal);
  for (const { actions, elsewhere } of node.transitions)
    for (const action of actions) visit(action, isLocal && !elsewhere);
}

/** Every guard of a state. */
export function eachGuard({ node }: Pick<PlacedState, "node">, visit: Visit<Guard>): void {
  for (const { guard, elsewhere } of node.transitions) if (guard) visit(guard, !node.elsewhere && !elsewhere);
}
