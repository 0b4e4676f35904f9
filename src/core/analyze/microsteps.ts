import type { Action, Chart, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, placeOf, type PlacedState } from "#core/chart/places.ts";
import { upFrom } from "#core/analyze/subject.ts";

export const firstAlways = (place: PlacedState): Transition | undefined =>
  place.node.transitions.find((transition) => transition.slot === "always");

/** Whether a transition may lead elsewhere than its targets say: it is code, or its target could not be read. */
export const isUnread = ({ form, targets, props }: Transition): boolean =>
  form === "other" ||
  (targets.length === 0 && props.some(({ name }) => name === "target" || !/^\w+$/.test(name)));

/** No target, or only the state itself. */
export const staysPut = (place: PlacedState, transition: Transition): boolean =>
  !isUnread(transition) &&
  transition.targets.every(
    ({ resolved }) =>
      resolved !== null && pathId(resolved) === pathId(place.path) && place.node.children.length === 0,
  );

/** The states that a transition enters on its way to a leaf, the innermost first. */
export function entered(source: PlacedState, leaf: PlacedState, transition: Transition): PlacedState[] {
  const target = transition.targets[0]?.resolved;
  if (!target) return [];
  const { path } = source;
  let shared = 0;
  while (shared < path.length && path[shared] === target[shared]) shared++;
  // Within itself a state stays; otherwise all below the nearest ancestor of both is left and entered again.
  const stays = !transition.reenter && shared === path.length;
  const depth = stays ? path.length : Math.min(shared, path.length - 1, target.length - 1);
  return upFrom(leaf).filter((state) => state.path.length > depth);
}

/**
 * What runs each time that a transition leads back into the same states, `leaf` the innermost of them. XState goes on as long as
 * something in it changes the snapshot, be it to an equal one.
 */
export const rerun = (place: PlacedState, leaf: PlacedState, transition: Transition): Action[] => [
  ...transition.actions,
  ...entered(place, leaf, transition).flatMap(({ node }) => [...node.entry, ...node.exit]),
];

/** The text of an action: of a named one, what setup says. Undefined when it is not known here. */
export const actionText = (chart: Chart, action: Action): string | undefined =>
  action.kind === "named"
    ? chart.setup?.actions.find((impl) => impl.name === action.name)?.text
    : action.text;

/** Whether actions change the snapshot; undefined when only running would tell. */
export function changes(chart: Chart, actions: readonly Action[]): boolean | undefined {
  let known: boolean | undefined = false;
  for (const action of actions) {
    const text = actionText(chart, action);
    if (text === undefined) known = undefined;
    else if (/\b(assign|enqueueActions|raise|sendTo|spawnChild|stopChild|cancel)\b/.test(text)) return true;
  }
  return known;
}

/** Whether actions are known to be empty functions. */
export const doNothing = (chart: Chart, actions: readonly Action[]): boolean =>
  actions.every((action) => EMPTY.test(actionText(chart, action) ?? ""));
const EMPTY = /^(?:\([\w\s,:{}]*\)|\w+)\s*=>\s*(?:\{\s*\}|undefined|void 0)$/;

/** The one leaf that entering a state ends in; undefined with regions, history or what could not be read. */
export function leafAt(chart: Chart, path: StatePath): PlacedState | undefined {
  let place = placeOf(chart, path);
  while (place && place.node.type === "compound") {
    const initial: string | undefined = place.node.initial?.value;
    place = initial === undefined ? undefined : placeOf(chart, [...place.path, initial]);
  }
  return place?.node.type === "atomic" || place?.node.type === "final" ? place : undefined;
}
