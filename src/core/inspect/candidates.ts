import type { Chart, Transition } from "#core/chart/chart.ts";
import { matches } from "#core/chart/descriptor.ts";
import { pathId, places } from "#core/chart/places.ts";
import { activePaths } from "#core/inspect/activePaths.ts";
import type { Json } from "#core/text/json.ts";

/** A transition that an event may take, with the path id of the state that it leaves. */
export interface Candidate {
  readonly state: string;
  readonly transition: Transition;
}

/** The transitions of a chart that take an event of this type, wildcards among them, in the order of the text. */
export const candidatesFor = (chart: Chart, type: string): readonly Candidate[] =>
  [...places(chart).values()].flatMap(({ path, node }) =>
    node.transitions.flatMap((transition) =>
      transition.slot === "on" && matches(transition.event ?? "", type)
        ? [{ state: pathId(path), transition }]
        : [],
    ),
  );

/** Those of them that leave an active state, innermost first. @param value the state value */
export function activeCandidates(candidates: readonly Candidate[], value: Json): readonly Candidate[] {
  const active = new Set(["", ...activePaths(value)]);
  return candidates
    .filter(({ state }) => active.has(state))
    .toSorted((a, b) => b.state.length - a.state.length);
}
