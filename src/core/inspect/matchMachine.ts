import type { Chart, Slot, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, places, type PlacedState } from "#core/chart/places.ts";
import { resolveTarget } from "#core/chart/targets.ts";
import type { Definition } from "#core/inspect/definition.ts";

/** A machine that a running one may be: of the open project, or another of the library. */
export interface Known {
  readonly id: string;
  readonly chart: Chart;
}

export interface Match {
  readonly known: Known;
  /** How much of both is the same, 0 to 1: 1 is the same structure in all that could be seen. */
  readonly score: number;
  /** How much of the known machine the app let see, 0 to 1: the wire cuts off what is deep. */
  readonly visibleShare: number;
  readonly differences: readonly Difference[];
}

/** `missing`: the app lacks it; `extra`: the known machine lacks it; `other`: both have it, not alike. */
export interface Difference {
  readonly is: "missing" | "extra" | "other";
  readonly what: "state" | "event" | "transition" | "initial" | "type" | "id";
  /** Path id of the state. */
  readonly state: string;
  readonly slot?: Slot;
  readonly event?: string;
  /** Of a candidate. */
  readonly index?: number;
  readonly known?: string;
  readonly app?: string;
}

/** A machine with a lower score is a different one; 1 is a perfect match. */
const MIN_MATCH_SCORE = 0.5;

/** The known machines that have the structure of a running one, the best first. Names of guards and actions do not count. */
export function matchMachine(definition: Definition, library: readonly Known[]): readonly Match[] {
  return library
    .map((known) => compareStructure(definition, known))
    .filter(({ score }) => score >= MIN_MATCH_SCORE)
    .toSorted((a, b) => b.score - a.score || b.visibleShare - a.visibleShare);
}

/** Compares a running machine with a known one, place by place. */
export function compareStructure(definition: Definition, known: Known): Match {
  const mine = places(known.chart);
  const theirs = places(definition.chart);
  const tally = new Tally();
  const [id, appId] = [known.chart.id, definition.chart.id];
  if (id !== appId) tally.differ({ is: "other", what: "id", state: "", ...reveals(id, appId) }, 1);
  else tally.same(1);
  for (const [state, place] of mine) {
    const other = theirs.get(state);
    if (other) compareState(tally, state, place, other.node, definition, known.chart.root);
    else if (isHidden(place, theirs, definition)) tally.hide(partsOf(place.node));
    else missing(tally, "missing", state, place, theirs);
  }
  for (const [state, place] of theirs) if (!mine.has(state)) missing(tally, "extra", state, place, mine);
  return { known, ...tally.result() };
}

class Tally {
  #same = 0;
  #other = 0;
  #hidden = 0;
  readonly #differences: Difference[] = [];

  same(parts: number): void {
    this.#same += parts;
  }
  hide(parts: number): void {
    this.#hidden += parts;
  }
  differ(difference: Difference | undefined, parts: number): void {
    this.#other += parts;
    if (difference) this.#differences.push(difference);
  }
  result(): Omit<Match, "known"> {
    const compared = this.#same + this.#other;
    return {
      score: compared === 0 ? 0 : this.#same / compared,
      visibleShare: compared / (compared + this.#hidden),
      differences: this.#differences,
    };
  }
}

/** Of states that are not there the outermost is reported, and what is in it counts. */
function missing(
  tally: Tally,
  is: "missing" | "extra",
  state: string,
  { node, parent }: PlacedState,
  others: ReadonlyMap<string, PlacedState>,
): void {
  const outermost = !parent || others.has(pathId(parent.path));
  tally.differ(outermost ? { is, what: "state", state } : undefined, partsOf(node));
}

/** A state, and each candidate. */
const partsOf = (node: StateNode): number => 1 + node.transitions.length;

/** Whether the wire cut off what is around a state. */
function isHidden(
  { parent }: PlacedState,
  theirs: ReadonlyMap<string, PlacedState>,
  { cut }: Definition,
): boolean {
  for (let place = parent; place; place = place.parent) {
    const id = pathId(place.path);
    if (theirs.has(id)) return cut.get(id)?.states === true;
  }
  return false;
}

function compareState(
  tally: Tally,
  state: string,
  { node: mine, path }: PlacedState,
  theirs: StateNode,
  { cut: cuts }: Definition,
  root: StateNode,
): void {
  const cut = cuts.get(state);
  // A state that was cut off is not there to lead to.
  const resolve: Resolve = (text) => (cuts.size > 0 ? resolveTarget(root, path, text) : null);
  // A state of which nothing is left but its name has no type of its own.
  if (mine.type !== theirs.type && !cut?.states)
    tally.differ({ is: "other", what: "type", state, ...reveals(mine.type, theirs.type) }, 1);
  else tally.same(1);
  const [first, theirFirst] = [mine.initial?.value, theirs.initial?.value];
  if (mine.type === "compound" && theirs.type === "compound" && first !== theirFirst && !cut)
    tally.differ({ is: "other", what: "initial", state, ...reveals(first, theirFirst) }, 1);
  if (cut?.transitions) {
    tally.hide(mine.transitions.length);
    return;
  }
  const byEvent = byTrigger(mine.transitions);
  const others = byTrigger(theirs.transitions);
  for (const [trigger, candidates] of byEvent)
    compareCandidates(tally, state, candidates, others.get(trigger) ?? [], resolve);
  for (const [trigger, candidates] of others)
    if (!byEvent.has(trigger)) compareCandidates(tally, state, [], candidates, resolve);
}

function compareCandidates(
  tally: Tally,
  state: string,
  mine: readonly Transition[],
  theirs: readonly Transition[],
  resolve: Resolve,
): void {
  const [single] = [...mine, ...theirs];
  if (!single) return;
  const at = { state, slot: single.slot, ...(single.event === undefined ? {} : { event: single.event }) };
  // A transition that is forbidden by `undefined` is gone once it is written as JSON.
  if (theirs.length === 0 && mine.every(({ form }) => form === "null")) return tally.same(mine.length);
  if (mine.length === 0 || theirs.length === 0) {
    const is = mine.length === 0 ? "extra" : "missing";
    return tally.differ({ is, what: "event", ...at }, mine.length + theirs.length);
  }
  for (let index = 0; index < Math.max(mine.length, theirs.length); index++) {
    const [a, b] = [mine[index], theirs[index]];
    const [known, app] = [a && targetsOf(a, resolve), b && targetsOf(b, resolve)];
    if (known === app) tally.same(1);
    else {
      const is = known === undefined ? "extra" : app === undefined ? "missing" : "other";
      tally.differ({ is, what: "transition", ...at, index, ...reveals(known, app) }, 1);
    }
  }
}

/** Where a text leads that names no state of its own machine. */
type Resolve = (text: string) => StatePath | null;

/** Where a candidate leads. A target that names no state is kept as it is written. */
const targetsOf = ({ targets }: Transition, resolve: Resolve): string =>
  targets
    .map(({ resolved, text }) => {
      const path = resolved ?? resolve(text);
      return path ? pathId(path) : `?${text}`;
    })
    .toSorted()
    .join(", ");

function byTrigger(transitions: readonly Transition[]): Map<string, Transition[]> {
  const groups = new Map<string, Transition[]>();
  for (const transition of transitions) {
    const trigger = `${transition.slot}|${transition.event ?? ""}`;
    const list = groups.get(trigger);
    if (list) list.push(transition);
    else groups.set(trigger, [transition]);
  }
  return groups;
}

const reveals = (known: string | undefined, app: string | undefined): Pick<Difference, "known" | "app"> => ({
  ...(known === undefined ? {} : { known }),
  ...(app === undefined ? {} : { app }),
});
