import type { Chart, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, places, type PlacedState } from "#core/chart/places.ts";
import { addAll } from "#core/text/addAll.ts";

/**
 * How a state is reached, where it begins and what it accepts: what the machine does around a state that its own guards and actions do
 * not tell. A rule that sends the game to a wrong step, or lets an event in where there is none, is seen here.
 */

/** One way into a state. */
export type Arrival =
  /** The whole machine begins. */
  | { readonly by: "start" }
  /** It is where the state around it begins; `of` is that state. */
  | { readonly by: "initial"; readonly of: string }
  /** It is active whenever the parallel state around it is. */
  | { readonly by: "region"; readonly of: string }
  /** It is where a history state leads that remembers nothing yet; `of` is that history. */
  | { readonly by: "history"; readonly of: string; readonly into?: string }
  | {
      readonly by: "transition";
      readonly from: string;
      readonly slot: Transition["slot"];
      readonly event?: string;
      /** Leaves the state and enters it again, though it is in it. */
      readonly reentry: boolean;
      /** A state inside that is entered at once, past where it begins. */
      readonly into?: string;
    };

/** Every way into a state, those of the state around it left out, in the order of the machine. */
export function arrivalsOf(chart: Chart, id: string): readonly Arrival[] {
  const place = placeOf(chart, pathOf(id));
  if (!place) return [];
  const { parent } = place;
  if (!parent) return [{ by: "start" }];
  const arrivals: Arrival[] = [];
  const of = pathId(parent.path);
  if (parent.node.type === "parallel") arrivals.push({ by: "region", of });
  else if (parent.node.initial?.value === place.node.key) arrivals.push({ by: "initial", of });
  for (const source of places(chart).values()) {
    for (const transition of waysOf(source.node)) addAll(arrivals, arrivalBy(transition, source, place));
    for (const { resolved } of source.node.historyTargets ?? [])
      if (resolved && isWithin(resolved, place.path) && !isWithin(source.path, place.path))
        arrivals.push({ by: "history", of: pathId(source.path), ...intoPast(place, resolved) });
  }
  return arrivals;
}

/** Whether every way of a machine is known: no target leads nowhere, and no part that was not read may hold one. */
export function areWaysKnown(chart: Chart): boolean {
  return [...places(chart).values()].every(
    ({ node }) =>
      node.opaque.every(({ what }) => what === "value" || what === "overwritten") &&
      [...waysOf(node).flatMap(({ targets }) => targets), ...(node.historyTargets ?? [])].every(
        ({ resolved }) => resolved !== null,
      ),
  );
}

/** The transitions of a state, those too whose event nobody can say. */
const waysOf = ({ transitions, unnamed = [] }: StateNode): readonly Transition[] => [
  ...transitions,
  ...unnamed,
];

/** The state inside that is entered at once. */
const intoPast = ({ path }: PlacedState, target: StatePath): { readonly into?: string } =>
  target.length > path.length ? { into: pathId(target) } : {};

/** The way in that a transition is, if it is one: it leads there, or from outside to a state inside. */
function arrivalBy(transition: Transition, source: PlacedState, place: PlacedState): readonly Arrival[] {
  const within = isWithin(source.path, place.path);
  return transition.targets.flatMap(({ resolved }): Arrival[] => {
    if (!resolved || !isWithin(resolved, place.path)) return [];
    const deeper = resolved.length > place.path.length;
    if (deeper && within && !(transition.reenter && source.path.length === place.path.length)) return [];
    return [
      {
        by: "transition",
        from: pathId(source.path),
        slot: transition.slot,
        ...(transition.event === undefined ? {} : { event: transition.event }),
        reentry: reenters(transition, source.path, place.path),
        ...intoPast(place, resolved),
      },
    ];
  });
}

/**
 * Whether a transition leaves a state that it starts in and enters it again: with `reenter` where it leads to that state or into it, and
 * always where it leads from inside to a state around it. Left out, the state is the one that its targets name.
 */
export const reenters = (transition: Transition, source: StatePath, state?: StatePath): boolean =>
  transition.targets.some(({ resolved }) => {
    if (!resolved || (state && !isWithin(resolved, state))) return false;
    if (transition.reenter && isWithin(resolved, source) && (!state || state.length === source.length))
      return true;
    return (
      resolved.length < source.length && isWithin(source, resolved) && isWithin(state ?? resolved, resolved)
    );
  });

/** The states that a state begins in, from the outermost: where its `initial` leads, and that of the next, as far as it goes. */
export function beginsIn(chart: Chart, id: string): readonly string[] {
  const ids: string[] = [];
  let place = placeOf(chart, pathOf(id));
  while (place && place.node.type !== "parallel" && place.node.initial) {
    const path: StatePath = [...place.path, place.node.initial.value];
    place = placeOf(chart, path);
    if (place) ids.push(pathId(path));
  }
  return ids;
}

/** The events that may do something while a state is active, each once, in the order of the machine. */
export interface Acceptance {
  /** Handled by the state itself. */
  readonly stateEvents: readonly string[];
  /** Handled by a state around it, the nearest first. */
  readonly around: readonly { readonly state: string; readonly events: readonly string[] }[];
  /** Handled by a state inside, in some of its steps. */
  readonly inside: readonly string[];
}

/** What a state accepts, by who handles it. An event that a nearer state handles already is not reported again. */
export function acceptedIn(chart: Chart, id: string): Acceptance {
  const place = placeOf(chart, pathOf(id));
  if (!place) return { stateEvents: [], around: [], inside: [] };
  const accepted = new Set<string>();
  const news = (events: readonly string[]): readonly string[] => {
    const fresh = [...new Set(events)].filter((event) => !accepted.has(event));
    for (const event of fresh) accepted.add(event);
    return fresh;
  };
  const stateEvents = news(eventsOf(place));
  for (const event of forbiddenIn(place)) accepted.add(event);
  const around: { state: string; events: readonly string[] }[] = [];
  for (let at = place.parent; at; at = at.parent) {
    const events = news(eventsOf(at));
    if (events.length > 0) around.push({ state: pathId(at.path), events });
    for (const event of forbiddenIn(at)) accepted.add(event);
  }
  const inner = [...places(chart).values()].filter(
    (state) => state.path.length > place.path.length && isWithin(state.path, place.path),
  );
  const inside = [...new Set(inner.flatMap(eventsOf))].filter((event) => !stateEvents.includes(event));
  return { stateEvents, around, inside };
}

/** The events that a state answers; one that it forbids is none. */
const eventsOf = ({ node }: PlacedState): readonly string[] =>
  node.transitions.flatMap(({ slot, event, form }) =>
    slot === "on" && event !== undefined && form !== "null" ? [event] : [],
  );

/** The events that a state keeps from the states around it: `EVENT: undefined`. */
const forbiddenIn = ({ node }: PlacedState): readonly string[] =>
  node.transitions.flatMap(({ slot, event, form }) =>
    slot === "on" && event !== undefined && form === "null" ? [event] : [],
  );

/** Whether a path is that of a state or of one inside of it. */
const isWithin = (path: StatePath, outer: StatePath): boolean =>
  path.length >= outer.length && outer.every((key, i) => path[i] === key);
