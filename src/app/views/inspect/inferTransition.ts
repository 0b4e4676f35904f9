import type { Chart, Transition } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import {
  domainOf,
  isInside,
  stateGraph,
  type GraphTransition,
  type StateGraph,
} from "#core/semantics/stateGraph.ts";
import { matches } from "#core/chart/descriptor.ts";

/**
 * Which transition an event took, from the chart and the states that were active before and after alone. What the guards said is not known, so
 * each candidate that XState may have come to is tried: one is ruled out when it would have led elsewhere. Only where a single one is left
 * is it returned. Nor is any where there is too much to try.
 */

type States = ReadonlySet<number>;

/** Active states, and candidates, with which it is tried: they are compared with each other, and an app may send as many as it likes. */
const MAX_ACTIVE = 2_000;
const MAX_CANDIDATES = 200;

/** @param before path ids of the active states @param after the same, once the event was done with */
export function inferTransition(
  chart: Chart,
  type: string,
  before: readonly string[],
  after: readonly string[],
): TransitionRef | undefined {
  const graph = stateGraph(chart);
  const was = numbered(graph, before);
  const is = numbered(graph, after);
  if (!was || !is || was.size > MAX_ACTIVE) return undefined;
  const candidates = candidatesOf(graph, type, was);
  if (candidates.length > MAX_CANDIDATES) return undefined;
  const { states } = graph;
  // Regions that do not contain each other may each have taken one.
  const isOneWay = candidates.every((candidate) =>
    candidates.every(
      (other) =>
        isInside(states, candidate.source, other.source) || isInside(states, other.source, candidate.source),
    ),
  );
  const possible = candidates.filter((candidate) => {
    const led = activeAfter(graph, candidate, was);
    if (!led || goesOn(graph, candidate, was, led)) return true;
    const domain = isOneWay
      ? 0
      : candidate.targets.length > 0
        ? Math.max(0, domainOf(graph, candidate))
        : candidate.source;
    return [...led, ...is].every(
      (state) => !isInside(states, state, domain) || led.has(state) === is.has(state),
    );
  });
  const [transition, ...more] = possible;
  if (!transition || more.length > 0) return undefined;
  const { slot, event, index } = transition.transition;
  return {
    source: states[transition.source]!.place.path,
    slot,
    ...(event === undefined ? {} : { event }),
    index,
  };
}

/** The root and the states of these ids; undefined where the chart lacks one. */
function numbered({ states }: StateGraph, ids: readonly string[]): States | undefined {
  const numbers = new Map(states.map(({ id }, i) => [id, i]));
  const found = new Set([0]);
  for (const id of ids) {
    const number = numbers.get(id);
    if (number === undefined) return undefined;
    found.add(number);
  }
  return found;
}

/** In the order in which XState evaluates them: from the innermost state, and never past a candidate without a guard, which is surely taken. */
function candidatesOf({ states, outOf }: StateGraph, type: string, active: States): GraphTransition[] {
  const candidates: GraphTransition[] = [];
  const ends: number[] = [];
  // A state has a lower number than those inside it.
  for (const state of [...active].toSorted((a, b) => b - a)) {
    if (ends.some((end) => isInside(states, end, state))) continue;
    const candidatesOfState = outOf[state]!.filter(
      ({ transition: { slot, event = "" } }) => slot === "on" && matches(event, type),
    ).toSorted((a, b) => rank(b.transition, type) - rank(a.transition, type));
    const sure = candidatesOfState.findIndex(({ transition }) => !transition.guard);
    candidates.push(...(sure < 0 ? candidatesOfState : candidatesOfState.slice(0, sure + 1)));
    if (sure >= 0) ends.push(state);
  }
  return candidates;
}

/** The exact descriptor comes first, then wildcards, long ones first. */
const rank = ({ event = "" }: Transition, type: string): number => (event === type ? Infinity : event.length);

/** The states that are active once a transition is taken, before anything leads on. Undefined where the chart does not determine them. */
function activeAfter(
  graph: StateGraph,
  graphTransition: GraphTransition,
  before: States,
): States | undefined {
  const { states } = graph;
  const { targets, transition } = graphTransition;
  if (targets.length < transition.targets.length) return undefined;
  if (targets.length === 0) return before;
  const domain = Math.max(0, domainOf(graph, graphTransition));
  const active = new Set([...before].filter((state) => state === domain || !isInside(states, state, domain)));
  for (const target of targets) for (let at = target; at > domain; at = states[at]!.parent) active.add(at);
  for (const [i, { place, children }] of states.entries()) {
    if (!active.has(i)) continue;
    const { type, initial } = place.node;
    if (type === "history") return undefined;
    const ofType = (child: number) => states[child]!.place.node;
    if (type === "parallel")
      for (const child of children) if (ofType(child).type !== "history") active.add(child);
    if (type !== "compound" || children.some((child) => active.has(child))) continue;
    const first = children.find((child) => ofType(child).key === initial?.value);
    if (first === undefined) return undefined;
    active.add(first);
  }
  return active;
}

/** Actions after which the machine may take another event at once. */
const RAISING = new Set(["raise", "enqueueActions"]);

/** Whether the same step may lead on from there: by `always`, by a final state, or by an event that it raises itself. */
function goesOn(
  { states, outOf }: StateGraph,
  { transition }: GraphTransition,
  before: States,
  active: States,
): boolean {
  const slots = new Set([...active].flatMap((i) => outOf[i]!.map((next) => next.transition.slot)));
  const isFinal = [...active].some((i) => states[i]!.place.node.type === "final");
  if (slots.has("always") || (isFinal && slots.has("onDone"))) return true;
  return [
    ...transition.actions,
    ...[...before].flatMap((i) => states[i]!.place.node.exit),
    ...[...active].flatMap((i) => states[i]!.place.node.entry),
  ].some(({ name = "" }) => RAISING.has(name));
}
