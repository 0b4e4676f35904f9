import type { Action, Chart, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, placeOf, places, type PlacedState } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { about, childrenOf, isPartlyOpaque, nameAt, sayState, upFrom } from "#core/analyze/subject.ts";

/** What can be told of a machine's runs without running it: loops without end, dead transitions, states never reached or left. */
export function checkFlow(chart: Chart): Diagnostic[] {
  return [
    ...checkShadowed(chart),
    ...checkAlways(chart),
    ...checkUnreachable(chart),
    ...checkStuck(chart),
    ...checkHistory(chart),
  ];
}

/** Candidates are tried in order: what stands behind one without a guard is never taken. */
function checkShadowed(chart: Chart): Diagnostic[] {
  return [...places(chart).values()].flatMap((place) => {
    const certain = new Set<string>();
    return place.node.transitions.flatMap((transition) => {
      const key = `${transition.slot}|${transition.event ?? ""}`;
      const dead = certain.has(key);
      if (!transition.guard && transition.form !== "other") certain.add(key);
      return dead
        ? [
            about(place, "transition-shadowed", "warning", transition.at, {
              event: transition.event ?? transition.slot,
            }),
          ]
        : [];
    });
  });
}

const firstAlways = (place: PlacedState): Transition | undefined =>
  place.node.transitions.find((transition) => transition.slot === "always");

/** An `always` that cannot change anything is dead; a ring of them without guards never stops. */
function checkAlways(chart: Chart): Diagnostic[] {
  const found: Diagnostic[] = [];
  const told = new Set<string>();
  for (const place of places(chart).values()) {
    for (const transition of place.node.transitions)
      if (
        transition.slot === "always" &&
        staysPut(place, transition) &&
        changes(chart, rerun(place, place, transition)) === false
      )
        found.push(about(place, "always-dead", "warning", transition.at, { state: sayState(place) }));
    const ring = ringFrom(chart, place);
    const key = ring
      ?.map((one) => pathId(one.path))
      .toSorted()
      .join(" ");
    if (!ring || key === undefined || told.has(key)) continue;
    told.add(key);
    const transition = firstAlways(place)!;
    found.push(about(place, "always-loop", "error", transition.at, { states: ring.map(sayState) }));
  }
  return found;
}

/** No target, or only the state itself. */
const staysPut = (place: PlacedState, { targets }: Transition): boolean =>
  targets.every(
    ({ resolved }) =>
      resolved !== null && pathId(resolved) === pathId(place.path) && place.node.children.length === 0,
  );

/**
 * What runs each time that a transition leads back into the same states, `leaf` the innermost of them. XState goes on as long as
 * something in it changes the snapshot, be it to an equal one.
 */
function rerun(place: PlacedState, leaf: PlacedState, { actions, targets, reenter }: Transition): Action[] {
  const target = targets[0]?.resolved;
  if (!target) return [...actions];
  const source = place.path;
  let shared = 0;
  while (shared < source.length && source[shared] === target[shared]) shared++;
  // Within itself a state stays; otherwise all below the nearest ancestor of both is left and entered again.
  const stays = !reenter && shared === source.length;
  const depth = stays ? source.length : Math.min(shared, source.length - 1, target.length - 1);
  const entered = upFrom(leaf).filter(({ path }) => path.length > depth);
  return [...actions, ...entered.flatMap(({ node }) => [...node.entry, ...node.exit])];
}

/** Whether actions change the snapshot; undefined when only running would tell. */
function changes(chart: Chart, actions: readonly Action[]): boolean | undefined {
  let known: boolean | undefined = false;
  for (const action of actions) {
    const text =
      action.kind === "named"
        ? chart.setup?.actions.find((one) => one.name === action.name)?.text
        : action.text;
    if (text === undefined) known = undefined;
    else if (/\b(assign|enqueueActions|raise|sendTo|spawnChild|stopChild|cancel)\b/.test(text)) return true;
  }
  return known;
}

/** The states of a ring of certain `always` transitions that starts and ends at this state. */
function ringFrom(chart: Chart, start: PlacedState): PlacedState[] | undefined {
  const ring: PlacedState[] = [];
  let here: PlacedState | undefined = start;
  while (here && !ring.includes(here)) {
    ring.push(here);
    const always = firstAlways(here);
    if (!always || always.guard || always.form === "other" || always.form === "null") return undefined;
    const leaves = always.targets.map(({ resolved }) => resolved && leafAt(chart, resolved));
    // Regions side by side may stop one another: not certain, so not told.
    if (leaves.length > 1 || (leaves.length === 1 && !leaves[0])) return undefined;
    const leaf: PlacedState = leaves[0] ?? here;
    if (leaf.node.type === "final" && leaf.path.length === 1) return undefined;
    const next: PlacedState | undefined = upFrom(leaf).find((one) => firstAlways(one));
    if (next === start && ring.length === 1)
      return changes(chart, rerun(start, leaf, always)) === true ? ring : undefined;
    here = next;
  }
  return here === start ? ring : undefined;
}

/** The one leaf that entering a state ends in; undefined with regions, history or what could not be read. */
function leafAt(chart: Chart, path: StatePath): PlacedState | undefined {
  let place = placeOf(chart, path);
  while (place && place.node.type === "compound") {
    const initial: string | undefined = place.node.initial?.value;
    place = initial === undefined ? undefined : placeOf(chart, [...place.path, initial]);
  }
  return place?.node.type === "atomic" || place?.node.type === "final" ? place : undefined;
}

/** States that can be entered, by path id. */
export function reachable(chart: Chart): ReadonlySet<string> {
  const all = places(chart);
  const active = new Set<string>();
  const queue: PlacedState[] = [];
  const enter = (place: PlacedState | undefined) => {
    if (!place || active.has(pathId(place.path))) return;
    active.add(pathId(place.path));
    queue.push(place);
  };
  const enterAt = (path: StatePath) => {
    for (let i = 0; i <= path.length; i++) {
      const place = placeOf(chart, path.slice(0, i));
      enter(place);
      if (place?.node.type === "parallel") for (const region of childrenOf(chart, place)) enter(region);
    }
  };
  enter(all.get(""));
  for (let place = queue.pop(); place; place = queue.pop()) {
    const { node, path } = place;
    if (node.type === "compound" && node.initial) enterAt([...path, node.initial.value]);
    if (node.type === "parallel") for (const region of childrenOf(chart, place)) enter(region);
    for (const target of [...node.transitions.flatMap((one) => one.targets), ...(node.historyTargets ?? [])])
      if (target.resolved) enterAt(target.resolved);
  }
  return active;
}

function checkUnreachable(chart: Chart): Diagnostic[] {
  const all = [...places(chart).values()];
  // Code that was not read may lead anywhere.
  if (all.some((place) => isPartlyOpaque(place) || place.node.opaque.some(({ what }) => what === "target")))
    return [];
  const active = reachable(chart);
  return all
    .filter(
      (place) => place.parent && !active.has(pathId(place.path)) && active.has(pathId(place.parent.path)),
    )
    .filter((place) => !place.node.transitions.some(({ slot }) => slot === "route"))
    .map((place) => about(place, "state-unreachable", "warning", nameAt(place), { state: sayState(place) }));
}

/** A state that nothing leads out of: play ends there without the machine being done. */
function checkStuck(chart: Chart): Diagnostic[] {
  return [...places(chart).values()].flatMap((place) => {
    if (place.node.type !== "atomic" || !place.parent || isPartlyOpaque(place)) return [];
    const way = upFrom(place);
    const out = way.some(
      (one) =>
        isPartlyOpaque(one) ||
        one.node.invoke.length > 0 ||
        one.node.transitions.some(({ slot, form }) => form !== "null" && slot !== "onDone") ||
        // Another region may take the whole parallel state along.
        one.parent?.node.type === "parallel",
    );
    return out ? [] : [about(place, "state-stuck", "warning", nameAt(place), { state: sayState(place) })];
  });
}

/** XState 5.33 enters a state a second time, without leaving it, when it goes to its own history from inside. */
function checkHistory(chart: Chart): Diagnostic[] {
  return [...places(chart).values()].flatMap((place) =>
    place.node.transitions.flatMap((transition) =>
      transition.targets.flatMap(({ resolved, at }) => {
        const history = resolved && placeOf(chart, resolved);
        if (history?.node.type !== "history" || !history.parent || transition.reenter) return [];
        const inside = upFrom(place).includes(history.parent);
        return inside
          ? [about(place, "history-from-inside", "warning", at, { state: sayState(history.parent) })]
          : [];
      }),
    ),
  );
}
