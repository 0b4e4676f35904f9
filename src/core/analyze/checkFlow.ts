import type { Chart, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, placeOf, places, type PlacedState } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { checkLoops } from "#core/analyze/checkLoops.ts";
import { doNothing, firstAlways, rerun, staysPut } from "#core/analyze/microsteps.ts";
import { about, childrenOf, isPartlyOpaque, nameAt, sayState, upFrom } from "#core/analyze/subject.ts";

/** What can be told of a machine's runs without running it: loops without end, dead transitions, states never reached or left. */
export function checkFlow(chart: Chart): Diagnostic[] {
  return [
    ...checkShadowed(chart),
    ...checkAlways(chart),
    ...checkLoops(chart),
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

/** An `always` that can neither change anything nor keep another one from being tried. */
function checkAlways(chart: Chart): Diagnostic[] {
  return [...places(chart).values()].flatMap((place) => {
    const all = place.node.transitions.filter(({ slot }) => slot === "always");
    return all.flatMap((transition, index) => {
      const dead = staysPut(place, transition) && doNothing(chart, rerun(place, place, transition));
      // Taking it stops the others: those after it, and those of the states around.
      const stops =
        (transition.guard !== undefined && index < all.length - 1) ||
        upFrom(place).some((up) => up !== place && firstAlways(up));
      return dead && !stops
        ? [about(place, "always-dead", "warning", transition.at, { state: sayState(place) })]
        : [];
    });
  });
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

const hasLostTarget = ({ targets }: Transition): boolean => targets.some(({ resolved }) => resolved === null);

function checkUnreachable(chart: Chart): Diagnostic[] {
  const all = [...places(chart).values()];
  // Code that was not read may lead anywhere, and so may a target that is misspelt.
  if (all.some((place) => isPartlyOpaque(place) || place.node.opaque.some(({ what }) => what === "target")))
    return [];
  if (all.some((place) => place.node.transitions.some(hasLostTarget))) return [];
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
