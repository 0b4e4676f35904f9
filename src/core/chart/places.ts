import type { Span } from "#core/text/textEdit.ts";
import type { Chart, StateNode, StatePath, Transition } from "#core/chart/chart.ts";

/** A state with where it stands: its path, its ancestors and the absolute offset its inner spans count from. */
export interface PlacedState {
  readonly node: StateNode;
  readonly path: StatePath;
  readonly parent: PlacedState | undefined;
  /** Absolute `at.from`. */
  readonly origin: number;
}

/** A state by its path id, or a transition by its `transitionId`. */
export interface ChartElement {
  readonly kind: "state" | "transition";
  readonly id: string;
}

const placed = new WeakMap<Chart, ReadonlyMap<string, PlacedState>>();

/** Stands for an empty key, which nobody should write but XState takes: the empty id is the root's. */
const EMPTY = '""';

/** `a.b.c`; the root is the empty string. */
export const pathId = (path: StatePath): string =>
  path.includes("") ? path.map((key) => key || EMPTY).join(".") : path.join(".");
/** The inverse of `pathId`, for keys without dots (FORMATS forbids dots in keys). */
export const pathOf = (id: string): StatePath =>
  id === "" ? [] : id.split(".").map((key) => (key === EMPTY ? "" : key));

/** Every state of the chart by path id, in document order, the root first. Computed once per chart. */
export function places(chart: Chart): ReadonlyMap<string, PlacedState> {
  const known = placed.get(chart);
  if (known) return known;
  const all = new Map<string, PlacedState>();
  const visit = (node: StateNode, path: StatePath, parent: PlacedState | undefined, base: number) => {
    const place: PlacedState = { node, path, parent, origin: base + node.at.from };
    all.set(pathId(path), place);
    for (const child of node.children) visit(child, [...path, child.key], place, place.origin);
  };
  visit(chart.root, [], undefined, 0);
  placed.set(chart, all);
  return all;
}

/** The state at a path, or undefined. */
export const placeOf = (chart: Chart, path: StatePath): PlacedState | undefined =>
  places(chart).get(pathId(path));

/** A span of the state in absolute offsets. */
export const absolute = (place: PlacedState, span: Span): Span => ({
  from: place.origin + span.from,
  to: place.origin + span.to,
});

/** The whole state (its property) in absolute offsets. */
export const stateSpan = (place: PlacedState): Span => ({
  from: place.origin,
  to: place.origin + (place.node.at.to - place.node.at.from),
});

/** The innermost state whose text holds the offset, or undefined outside the config. A state written in another file has none. */
export function stateAt(chart: Chart, offset: number): PlacedState | undefined {
  let state: PlacedState | undefined;
  for (const place of places(chart).values()) {
    if (place.node.elsewhere && !place.node.keyAt && place.parent) continue;
    const span = stateSpan(place);
    if (span.from <= offset && offset <= span.to && (!state || place.path.length >= state.path.length))
      state = place;
  }
  return state;
}

/**
 * The function that returns a state or the state around it, for a state that a call gives.
 * @returns its name, its file ("machine" for the module itself) and its absolute place there
 */
export function helperOf(
  place: PlacedState,
): { readonly name: string; readonly file: string; readonly at: Span } | undefined {
  for (let at: PlacedState | undefined = place; at && at.node.origin === "shared"; at = at.parent) {
    const { helper } = at.node;
    if (!helper) continue;
    const { name, elsewhere } = helper;
    return elsewhere ? { name, ...elsewhere } : { name, file: "machine", at: absolute(at, helper.at) };
  }
  return undefined;
}

/** Names one transition: its source and where it stands there. Stable while its neighbours keep their order. */
export interface TransitionRef {
  readonly source: StatePath;
  readonly slot: Transition["slot"];
  readonly event?: string;
  readonly index: number;
}

/** `turn.main|on|PASS|0`, used as edge id and in links. */
export const transitionId = (ref: TransitionRef): string =>
  `${pathId(ref.source)}|${ref.slot}|${ref.event ?? ""}|${ref.index}`;

/** The inverse of `transitionId`; undefined for text of another shape. An event may itself contain `|`. */
export function transitionRef(id: string): TransitionRef | undefined {
  const parts = id.split("|");
  const index = Number(parts.at(-1));
  if (parts.length < 4 || !Number.isInteger(index)) return undefined;
  const event = parts.slice(2, -1).join("|");
  return {
    source: pathOf(parts[0] ?? ""),
    slot: parts[1] as Transition["slot"],
    ...(event === "" ? {} : { event }),
    index,
  };
}

/** The transition a ref names, with its source, or undefined. */
export function transitionOf(
  chart: Chart,
  ref: TransitionRef,
): { place: PlacedState; transition: Transition } | undefined {
  const place = placeOf(chart, ref.source);
  const transition = place?.node.transitions.find(
    (t) => t.slot === ref.slot && (t.event ?? "") === (ref.event ?? "") && t.index === ref.index,
  );
  return place && transition ? { place, transition } : undefined;
}

/** A state or, more closely, the transition whose text holds an offset. */
export type Element =
  | { readonly kind: "state"; readonly path: StatePath }
  | { readonly kind: "transition"; readonly ref: TransitionRef };

/**
 * The innermost transition or state that is written around an offset. On the key of several candidates it is the first of them;
 * what is written elsewhere is not found in a transition here.
 */
export function elementAt(chart: Chart, offset: number): Element | undefined {
  const place = stateAt(chart, offset);
  if (!place) return undefined;
  const holds = (span: Span | undefined) => {
    if (!span) return false;
    const { from, to } = absolute(place, span);
    return from <= offset && offset <= to;
  };
  const transitions = place.node.transitions.filter(
    (transition) => !transition.shared && !transition.elsewhere && holds(transition.propAt ?? transition.at),
  );
  const hit = transitions.find((transition) => holds(transition.at)) ?? transitions[0];
  if (!hit) return { kind: "state", path: place.path };
  const { slot, event, index } = hit;
  return {
    kind: "transition",
    ref: { source: place.path, slot, ...(event === undefined ? {} : { event }), index },
  };
}
