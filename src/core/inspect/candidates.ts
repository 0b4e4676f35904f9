import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
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

/**
 * Whether an active state has a transition that takes an event of this type. It is asked for each event that an app sends, so it goes through the
 * active states only, and not through the whole chart. @param value the state value
 */
export function isTaken(chart: Chart, type: string, value: Json): boolean {
  const all = places(chart);
  return ["", ...activePaths(value)].some((id) => {
    const node = all.get(id)?.node;
    if (!node) return false;
    const { exact, wildcards } = descriptorsOf(node);
    return exact.has(type) || wildcards.some((descriptor) => matches(descriptor, type));
  });
}

interface Descriptors {
  readonly exact: ReadonlySet<string>;
  readonly wildcards: readonly string[];
}
const known = new WeakMap<StateNode, Descriptors>();

function descriptorsOf(node: StateNode): Descriptors {
  const before = known.get(node);
  if (before) return before;
  const exact = new Set(node.transitions.flatMap(({ slot, event = "" }) => (slot === "on" ? [event] : [])));
  const descriptors = { exact, wildcards: [...exact].filter((event) => event.endsWith("*")) };
  known.set(node, descriptors);
  return descriptors;
}
