import type { Chart } from "#core/chart/chart.ts";
import { placeOf, places } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { isLeaf } from "#core/analyze/checkKinds.ts";
import { checkUnreachable } from "#core/analyze/checkReach.ts";
import { behindOthers } from "#core/analyze/behindOthers.ts";
import { checkLoops } from "#core/analyze/checkLoops.ts";
import { doNothing, firstAlways, rerun, staysPut } from "#core/analyze/microsteps.ts";
import { about, isPartlyOpaque, nameAt, sayState, upFrom } from "#core/analyze/subject.ts";

/** What can be known of a machine's runs without running it: loops without end, dead transitions, states never reached or left. */
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

function checkShadowed(chart: Chart): Diagnostic[] {
  return [...places(chart).values()].flatMap((place) =>
    behindOthers(chart, place).map(({ transition, guard }) =>
      about(place, "transition-shadowed", "warning", transition.at, {
        event: transition.event ?? transition.slot,
        ...(guard === undefined ? {} : { of: guard }),
      }),
    ),
  );
}

/** An `always` that can neither change anything nor keep another one from being tried. */
function checkAlways(chart: Chart): Diagnostic[] {
  return [...places(chart).values()].flatMap((place) => {
    const all = place.node.transitions.filter(({ slot }) => slot === "always");
    const behind = new Set(behindOthers(chart, place).map(({ transition }) => transition));
    return all.flatMap((transition, index) => {
      const dead = staysPut(place, transition) && doNothing(chart, rerun(place, place, transition));
      // Taking it stops the others: those after it, and those of the states around.
      const stops =
        (transition.guard !== undefined && index < all.length - 1) ||
        upFrom(place).some((up) => up !== place && firstAlways(up));
      return dead && !stops && !behind.has(transition)
        ? [about(place, "always-dead", "warning", transition.at, { state: sayState(place) })]
        : [];
    });
  });
}

/** A state that nothing leads out of: play ends there without the machine being done. */
function checkStuck(chart: Chart): Diagnostic[] {
  const all = [...places(chart).values()];
  // A route is a way from anywhere into the state that has it.
  const routed = all.filter(({ node }) => node.transitions.some(({ slot }) => slot === "route"));
  return all.flatMap((place) => {
    if (routed.some((target) => target !== place)) return [];
    if (place.node.type !== "atomic" || !place.parent || isPartlyOpaque(place)) return [];
    // It is reported already that nothing goes on in there.
    if (isLeaf(place.parent.node.type)) return [];
    const way = upFrom(place);
    const out = way.some(
      (state) =>
        isPartlyOpaque(state) ||
        state.node.invoke.length > 0 ||
        state.node.transitions.some(({ slot, form }) => form !== "null" && slot !== "onDone") ||
        // Another region may take the whole parallel state along.
        state.parent?.node.type === "parallel",
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
