import type { Chart, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, placeOf, places, type PlacedState } from "#core/chart/places.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { endsMachine, isLeaf, mayBeDone } from "#core/analyze/checkKinds.ts";
import { behindOthers } from "#core/analyze/behindOthers.ts";
import { about, childrenOf, isPartlyOpaque, nameAt, sayState } from "#core/analyze/subject.ts";

/** States that nothing enters. What follows from another fault that is reported is passed over. */
export function checkUnreachable(chart: Chart): Diagnostic[] {
  const all = [...places(chart).values()];
  // Code that was not read may lead anywhere, and so may a target that is misspelt.
  if (all.some((place) => isPartlyOpaque(place) || place.node.opaque.some(({ what }) => what === "target")))
    return [];
  if (all.some((place) => place.node.transitions.some(isLost))) return [];
  const active = reachable(chart);
  return all
    .filter((place) => !active.has(pathId(place.path)) && mayBeEntered(place))
    .filter((place) => place.parent && active.has(pathId(place.parent.path)))
    .filter((place) => !place.node.transitions.some(({ slot }) => slot === "route"))
    .map((place) => about(place, "state-unreachable", "warning", nameAt(place), { state: sayState(place) }));
}

/** Whether a state could be entered at all: its parent is of a type that has states within, and targets can name it. */
const mayBeEntered = ({ node, parent }: PlacedState): boolean =>
  parent !== undefined &&
  !isLeaf(parent.node.type) &&
  /^[^.#\\]+$/.test(node.key) &&
  node.key !== "__proto__";

/** States in which a state begins; any of them when it does not say rightly in which. */
function firstOf(chart: Chart, place: PlacedState): readonly PlacedState[] {
  const children = childrenOf(chart, place);
  if (place.node.type === "parallel") return children;
  if (place.node.type !== "compound") return [];
  const first = children.filter(({ node }) => node.key === place.node.initial?.value);
  return first.length > 0 ? first : children;
}

/** The target is not there, or the word `target` is misspelt. */
const isLost = ({ targets, props }: Transition): boolean =>
  targets.some(({ resolved }) => resolved === null) ||
  (targets.length === 0 && props.some(({ name }) => near(name, ["target"]).length > 0));

/** States that can be entered, by path id. */
function reachable(chart: Chart): ReadonlySet<string> {
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
  enter(placeOf(chart, []));
  for (let place = queue.pop(); place; place = queue.pop()) {
    const { node } = place;
    for (const first of firstOf(chart, place)) enter(first);
    const targets = [
      ...taken(chart, place).flatMap((transition) => transition.targets),
      ...(node.historyTargets ?? []),
    ];
    for (const { resolved } of targets) if (resolved) enterAt(resolved);
  }
  return active;
}

/** A state's transitions without those that are certainly never taken. */
function taken(chart: Chart, place: PlacedState): readonly Transition[] {
  if (endsMachine(place)) return [];
  const behind = new Set(behindOthers(chart, place).map(({ transition }) => transition));
  const done = mayBeDone(chart, place);
  return place.node.transitions.filter((impl) => !behind.has(impl) && (done || impl.slot !== "onDone"));
}
