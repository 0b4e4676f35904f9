import type { Chart, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf, places, transitionId, type TransitionRef } from "#core/chart/places.ts";
import {
  contentOf,
  isArrow,
  isJump,
  type LabelContent,
  labelOf,
  type StateContent,
} from "#core/layout/content.ts";
import type { ChartNames } from "#core/layout/names.ts";

/** How a state is drawn. A `region` is a direct child of a parallel state. */
export type Shape = "leaf" | "compound" | "parallel" | "final" | "history";

/** A state that is to be drawn, without its place. */
export interface Item {
  readonly id: string;
  readonly path: StatePath;
  readonly node: StateNode;
  /** Path id of the enclosing drawn state; undefined for the root. */
  readonly parent: string | undefined;
  readonly depth: number;
  readonly shape: Shape;
  readonly region: boolean;
  /** Has states inside that are not shown now. */
  readonly folded: boolean;
  readonly content: StateContent;
}

/** One arrow: a transition and one of its targets. Ends are the drawn states; inside a folded state that is the state itself. */
export interface Arrow {
  /** `transitionId`, with `~1`, `~2` for further targets. */
  readonly id: string;
  readonly ref: TransitionRef;
  readonly transition: Transition;
  readonly source: StateNode;
  readonly from: string;
  readonly to: string;
  readonly label: LabelContent;
  /** Not the first of several targets: it shares the label of the first. */
  readonly further: boolean;
  /** Leads far away: a row in its state tells of it, the line shows on demand (see `isJump`). */
  readonly jump: boolean;
}

/** Everything that is drawn, without places. Items in document order, parents before children; the root is first. */
export interface Scene {
  readonly chart: Chart;
  readonly items: ReadonlyMap<string, Item>;
  readonly arrows: readonly Arrow[];
  /** Compound -> the child it starts in. */
  readonly initials: ReadonlyMap<string, string>;
}

const NONE: ReadonlySet<string> = new Set();

/** What of the chart is drawn, with the states in `folded` (path ids) closed. */
export function sceneOf(chart: Chart, names: ChartNames, folded: ReadonlySet<string> = NONE): Scene {
  const items = new Map<string, Item>();
  const shown = new Map<string, string>();
  const initials = new Map<string, string>();
  const visit = (node: StateNode, path: StatePath, parent: Item | undefined) => {
    const id = pathId(path);
    const closed = node.children.length > 0 && folded.has(id) && id !== "";
    const item: Item = {
      id,
      path,
      node,
      parent: parent?.id,
      depth: path.length,
      shape: shapeOf(node, closed),
      region: parent?.shape === "parallel",
      folded: closed,
      content: contentOf(node, path, names, closed ? countStates(node) : undefined),
    };
    items.set(id, item);
    shown.set(id, id);
    if (closed) {
      hide(node, path, id);
      return;
    }
    for (const child of node.children) visit(child, [...path, child.key], item);
    const start = node.initial?.value;
    if (start !== undefined && node.type !== "parallel" && node.children.some((c) => c.key === start))
      initials.set(id, pathId([...path, start]));
  };
  const hide = (node: StateNode, path: StatePath, into: string) => {
    for (const child of node.children) {
      const at = [...path, child.key];
      shown.set(pathId(at), into);
      hide(child, at, into);
    }
  };
  visit(chart.root, [], undefined);
  return { chart, items, arrows: arrowsOf(chart, names, shown), initials };
}

function arrowsOf(chart: Chart, names: ChartNames, shown: ReadonlyMap<string, string>): Arrow[] {
  const arrows: Arrow[] = [];
  for (const place of places(chart).values())
    for (const transition of place.node.transitions) {
      if (!isArrow(transition)) continue;
      const ref: TransitionRef = {
        source: place.path,
        slot: transition.slot,
        ...(transition.event === undefined ? {} : { event: transition.event }),
        index: transition.index,
      };
      let nth = 0;
      for (const target of transition.targets) {
        const real = target.resolved === null ? undefined : pathId(target.resolved);
        const from = shown.get(pathId(place.path));
        const to = real === undefined ? undefined : shown.get(real);
        if (from === undefined || to === undefined) continue;
        const further = nth++ > 0;
        // what happens wholly inside a folded state is not seen
        if (from === to && real !== pathId(place.path)) continue;
        if (from === to && from !== pathId(place.path)) continue;
        const id = transitionId(ref) + (further ? `~${nth - 1}` : "");
        const jump = isJump(pathOf(from), pathOf(to));
        arrows.push({
          jump,
          id,
          ref,
          transition,
          source: place.node,
          from,
          to,
          label: labelOf(transition, place.node, names),
          further,
        });
      }
    }
  return arrows;
}

function shapeOf(node: StateNode, closed: boolean): Shape {
  if (node.type === "final" || node.type === "history") return node.type;
  if (closed || node.children.length === 0) return "leaf";
  return node.type === "parallel" ? "parallel" : "compound";
}

const countStates = (node: StateNode): number =>
  node.children.reduce((n, child) => n + 1 + countStates(child), 0);

/** The child of `above` that holds `id`, or undefined when `id` is not below it. */
export function stepInto(scene: Scene, above: string, id: string): string | undefined {
  let at: string | undefined = id;
  while (at !== undefined) {
    const parent: string | undefined = scene.items.get(at)?.parent;
    if (parent === above) return at;
    at = parent;
  }
  return undefined;
}

/** Path ids from the state up to the root, itself first. */
export function upwards(scene: Scene, id: string): string[] {
  const found: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = scene.items.get(at)?.parent) found.push(at);
  return found;
}

/** The innermost drawn state that holds both (one of them, when it holds the other). */
export function commonState(scene: Scene, a: string, b: string): string {
  const above = new Set(upwards(scene, a));
  return upwards(scene, b).find((id) => above.has(id)) ?? "";
}
