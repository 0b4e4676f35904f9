import type { StateNode, Transition } from "#core/chart/chart.ts";
import type { Chip } from "#core/layout/content/chips.ts";
import type { Level } from "#core/layout/level.ts";
import type { Arrow, Item, Shape, Shown } from "#core/layout/scene/scene.ts";

/** A drawn state before it is known what is written in it. */
export type BareItem = Omit<Item, "content">;

/** Transitions that stand in their state by name, by path id. */
export type FarTransitions = ReadonlyMap<string, ReadonlySet<Transition>>;

/** The drawn state that a state is seen in. */
export interface Waypoint {
  readonly item: string;
}

/** Where each state of the chart is seen, by path id. */
export type Waypoints = Pick<ReadonlyMap<string, Waypoint>, "get" | "has">;

/** What becomes of the transitions of a chart. */
export interface ArrowSet {
  readonly arrows: readonly Arrow[];
  readonly account: () => ReadonlyMap<string, Shown>;
  /** What stands in heads and boxes of the map, by path id. */
  readonly chips: ReadonlyMap<string, readonly Chip[]>;
  readonly far: FarTransitions;
  /** Phases that others call and that come back, by path id of what is drawn of them. */
  readonly called: ReadonlySet<string>;
  /** Drawn states that call them: what they call, by path id. */
  readonly callers: ReadonlyMap<string, CalledSign>;
  /** From callers to the phases that they call. */
  readonly calls: readonly Arrow[];
  /** Where several phases are called, the letter of each, by path id. */
  readonly letters: ReadonlyMap<string, string>;
}

/** What a state calls: its name, and its letter where several phases are called. */
export interface CalledSign {
  readonly name: string;
  readonly letter: string;
}

/** How a state is drawn. */
export function shapeOf(node: StateNode, level: Level, closed: boolean, isRoot: boolean): Shape {
  if (node.type === "final" || node.type === "history") return node.type;
  if (closed || node.children.length === 0) return "leaf";
  if (node.type === "parallel") return "parallel";
  const steps = node.children.every((child) => child.children.length === 0);
  return level === "map" && steps && !isRoot ? "card" : "compound";
}

/** How many steps a state holds: what is a row or a box of its own where it is open, not the phases around them. */
export const countSteps = ({ children }: StateNode): number =>
  children.reduce((sum, child) => {
    if (child.type === "history") return sum;
    return sum + (child.children.length === 0 ? 1 : countSteps(child));
  }, 0);
