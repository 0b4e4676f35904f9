import type { Chart, StateType } from "#core/chart/chart.ts";
import { places, type PlacedState } from "#core/chart/places.ts";
import { isUnder } from "#core/chart/targetText.ts";
import { areTogether } from "#core/semantics/together.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { matches } from "#core/analyze/eventNames.ts";
import { isUnread } from "#core/analyze/microsteps.ts";
import { about, childrenOf, isPartlyOpaque, nameAt, sayState, upFrom } from "#core/analyze/subject.ts";
import { addAll } from "#core/text/addAll.ts";

/** What a state holds although a state of its kind has no use for it, or lacks although it needs it. */
export function checkKinds(chart: Chart): Diagnostic[] {
  const each = [...places(chart).values()].flatMap((place) => [
    ...checkChildren(place),
    ...checkInitial(place),
    ...checkFinal(place),
    ...checkDone(chart, place),
    ...checkHistory(place),
    ...checkOthers(place),
  ]);
  return [...each, ...checkInvokeIds(chart)];
}

const LEAVES: ReadonlySet<StateType> = new Set(["atomic", "final", "history"]);
/** Whether XState never enters states within a state of this type. */
export const isLeaf = (type: StateType): boolean => LEAVES.has(type);

/** Where a property is written, else the state's name. */
const propAt = (place: PlacedState, name: string) =>
  place.node.props.find((prop) => prop.name === name)?.keyAt ?? nameAt(place);

function checkChildren(place: PlacedState): Diagnostic[] {
  const { node } = place;
  const state = sayState(place);
  if (isLeaf(node.type) && node.children.length > 0)
    return [about(place, "states-ignored", "error", propAt(place, "states"), { state, type: node.type })];
  const none = node.children.length === 0 && !isPartlyOpaque(place);
  if (node.type === "compound" && none)
    return [about(place, "states-missing", "error", propAt(place, "type"), { state })];
  return [];
}

/** XState follows `initial` wherever it is written, and fails when there is nothing to follow it to. */
function checkInitial(place: PlacedState): Diagnostic[] {
  const { initial, children, type } = place.node;
  if (!initial || type === "parallel" || isPartlyOpaque(place)) return [];
  const state = sayState(place);
  if (children.length === 0)
    return type === "compound"
      ? []
      : [about(place, "initial-without-states", "error", initial.at, { state, initial: initial.value })];
  const first = children.find((child) => child.key === initial.value);
  if (first?.type !== "history" || (first.historyTargets ?? []).length > 0) return [];
  if (first.opaque.length > 0) return [];
  const others = children.filter((child) => child.type !== "history").map((child) => child.key);
  return [
    about(place, "initial-is-history", "error", initial.valueAt, {
      state,
      initial: initial.value,
      near: others.slice(0, 1),
    }),
  ];
}

/** A final state directly below the machine ends it; elsewhere XState still takes its transitions. */
function checkFinal(place: PlacedState): Diagnostic[] {
  const { node } = place;
  const taken = node.transitions.filter(({ form }) => form !== "null");
  if (node.type !== "final" || taken.length === 0) return [];
  const code = endsMachine(place) ? "final-has-transitions" : "final-goes-on";
  return [about(place, code, "warning", nameAt(place), { state: sayState(place) })];
}

/** A final state directly below a machine without regions. */
export const endsMachine = ({ node, parent }: PlacedState): boolean =>
  node.type === "final" &&
  parent !== undefined &&
  parent.parent === undefined &&
  parent.node.type !== "parallel";

/** `onDone` of a state that is never done, or whose machine is over by then. */
function checkDone(chart: Chart, place: PlacedState): Diagnostic[] {
  const done = place.node.transitions.find(({ slot }) => slot === "onDone");
  if (!done) return [];
  if (!place.parent) return [about(place, "done-of-machine", "warning", done.keyAt, {})];
  return mayBeDone(chart, place)
    ? []
    : [about(place, "done-never", "warning", done.keyAt, { state: sayState(place) })];
}

/** Whether a state can be done: a final child, or in a parallel state one in each region. */
export function mayBeDone(chart: Chart, place: PlacedState): boolean {
  if (isPartlyOpaque(place)) return true;
  const children = childrenOf(chart, place);
  if (place.node.type === "compound") return children.some(({ node }) => node.type === "final");
  if (place.node.type !== "parallel") return false;
  return children.every(({ node }, i) => {
    if (node.type === "final" || node.type === "history") return true;
    const region = children[i];
    return region !== undefined && mayBeDone(chart, region);
  });
}

const NOT_FOR_HISTORY = ["on", "always", "after", "onDone", "entry", "exit", "invoke", "initial", "output"];

function checkHistory(place: PlacedState): Diagnostic[] {
  if (place.node.type !== "history") return [];
  return place.node.props
    .filter(({ name }) => NOT_FOR_HISTORY.includes(name))
    .map(({ name, keyAt }) =>
      about(place, "history-ignores", "warning", keyAt, { state: sayState(place), key: name }),
    );
}

function checkOthers(place: PlacedState): Diagnostic[] {
  const { node, parent } = place;
  const diagnostics: Diagnostic[] = [];
  const state = sayState(place);
  if (node.output && parent && node.type !== "final")
    diagnostics.push(about(place, "output-ignored", "warning", propAt(place, "output"), { state }));
  for (const transition of node.transitions) {
    if (transition.slot === "route" && node.id === undefined)
      diagnostics.push(about(place, "route-without-id", "warning", transition.keyAt, { state }));
    if (transition.reenter && transition.targets.length === 0 && !isUnread(transition))
      diagnostics.push(about(place, "reenter-without-target", "warning", transition.at, { state }));
  }
  return diagnostics;
}

/** Two actors of one id at the same time are taken for one: the answer of either counts as that of both. */
function checkInvokeIds(chart: Chart): Diagnostic[] {
  const known = new Map<string, PlacedState[]>();
  const diagnostics: Diagnostic[] = [];
  for (const place of places(chart).values())
    for (const { id, at } of place.node.invoke) {
      if (id === undefined) continue;
      const before = known.get(id) ?? [];
      const other = before.findLast(
        ({ path }) => isUnder(place.path, path) || areTogether(chart, path, place.path),
      );
      if (other)
        diagnostics.push(about(place, "invoke-id-twice", "error", at, { id, state: sayState(other) }));
      known.set(id, [...before, place]);
    }
  return diagnostics;
}

/**
 * Regions that take the same event although one of them leaves the parallel state: XState takes only the transition that stands
 * first in the text, because the states that both would leave are the same.
 */
export function checkRegions(chart: Chart): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const parallel of places(chart).values()) {
    if (parallel.node.type !== "parallel") continue;
    const first = new Map<
      string,
      { readonly region: number; readonly leaves: boolean; readonly place: PlacedState }
    >();
    for (const [index, region] of childrenOf(chart, parallel).entries())
      for (const place of below(chart, region))
        for (const transition of place.node.transitions) {
          if (transition.slot !== "on" || transition.targets.length === 0) continue;
          const event = transition.event ?? "";
          const leaves = transition.targets.some(
            ({ resolved }) => resolved && !isWithin(resolved, region.path),
          );
          const before = first.get(event);
          if (before && before.region !== index && (leaves || before.leaves))
            diagnostics.push(
              about(place, "regions-conflict", "warning", transition.at, {
                event,
                state: sayState(before.place),
              }),
            );
          // One with a guard may leave the event to the other region.
          else if (!before && !transition.guard) first.set(event, { region: index, leaves, place });
        }
  }
  return diagnostics;
}

const isWithin = (path: readonly string[], above: readonly string[]): boolean =>
  above.every((key, i) => path[i] === key) && path.length > above.length;

function below(chart: Chart, region: PlacedState): PlacedState[] {
  const all: PlacedState[] = [region];
  for (const place of all) addAll(all, childrenOf(chart, place));
  return all;
}

/** Events above a state that a wildcard without a guard takes first. */
export function checkWildcards(chart: Chart): Diagnostic[] {
  return [...places(chart).values()].flatMap((place) => {
    const { transitions } = place.node;
    const patterns = new Set(transitions.flatMap(({ slot, event }) => (slot === "on" ? [event] : [])));
    const above = upFrom(place)
      .slice(1)
      .flatMap((up) => up.node.transitions)
      .flatMap(({ slot, event }) =>
        slot === "on" && event !== undefined && !patterns.has(event) ? [event] : [],
      );
    return transitions.flatMap(({ slot, event, guard, form, keyAt }) => {
      if (slot !== "on" || !event?.endsWith("*") || guard || form === "other") return [];
      const hidden = [...new Set(above)].filter((other) => matches(event, other));
      const facts = { state: sayState(place), star: event, events: hidden.slice(0, 5) };
      return hidden.length === 0 ? [] : [about(place, "wildcard-hides", "info", keyAt, facts)];
    });
  });
}
