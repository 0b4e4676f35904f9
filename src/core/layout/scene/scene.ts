import type { Chart, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import type { Note } from "#core/layout/arrangement/arrangement.ts";
import type { LabelContent } from "#core/layout/content/labelContent.ts";
import type { NoteContent } from "#core/layout/content/noteContent.ts";
import type { StateContent } from "#core/layout/content/stateContent.ts";
import type { Level } from "#core/layout/level.ts";

/** How a state is drawn. A `card` is a phase on the map, its states are `row`s. A `port` is a state around the page that leads here or is led to. A `strip` is no state: lines of a compound that are wrapped. */
export type Shape =
  | "leaf"
  | "compound"
  | "parallel"
  | "final"
  | "history"
  | "card"
  | "row"
  | "port"
  | "strip";

/** A remark that stands beside the drawn state that it is about. */
export interface DrawnNote extends NoteContent {
  readonly note: Note;
}

/** What a port tells of the steps that it stands for: the phase that the one stands in, or how many they are. */
export type PortSteps = { readonly in: StatePath } | { readonly count: number };

/** A state that is to be drawn, without its place. */
export interface Item {
  readonly id: string;
  readonly path: StatePath;
  readonly node: StateNode;
  /** Path id of the enclosing drawn state; undefined for the root. */
  readonly parent: string | undefined;
  readonly depth: number;
  readonly shape: Shape;
  readonly level: Level;
  /** A direct child of a parallel state. */
  readonly region: boolean;
  /** Has states inside that are not shown now. */
  readonly folded: boolean;
  /** Of a row: path id of the row that stands below it. */
  readonly next?: string | undefined;
  /** Of a row: the one above it does not lead to it. */
  readonly apart?: boolean;
  /** What enclosing states call, and come back from: see `calledPhases`. */
  readonly called: boolean;
  /** Of a port. */
  readonly tells?: PortSteps;
  readonly content: StateContent;
}

/** A transition with its state. */
export interface Part {
  readonly id: string;
  readonly ref: TransitionRef;
  readonly transition: Transition;
  readonly source: StateNode;
  /** Of a call with several ways on: the transition by which the called phase is left, by transition id. */
  readonly by?: string;
}

/**
 * `line`: from box to box. `tick`: to the next row of a card. `arc`: to another row of it. `far`: its name stands in the state it
 * leaves, the line is drawn on demand.
 */
export type Role = "line" | "tick" | "arc" | "far";

/** One arrow: transitions from one drawn state to another. Ends inside a folded state are that state itself. */
export interface Arrow extends Part {
  /** `transitionId` of the first one, with `~1`, `~2` for further targets. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly role: Role;
  /** All that it stands for, the first included. */
  readonly parts: readonly Part[];
  readonly label: LabelContent;
  /** Where it leads, by name, for where it is not seen whose words they are that stand there; none where they say it in any case. */
  readonly toward?: string;
  /** Words that nothing is arranged for: they stand where the picture has room. */
  readonly spare?: SpareWords;
  /** Not the first of several targets: it shares the label of the first. */
  readonly further: boolean;
  /** The called phase that is passed on the way. */
  readonly via?: string;
  /** Phases that are called from that one in turn. */
  readonly beyond?: readonly string[];
  /** Of a line of a star that parts from the stem of its hub: the hub. */
  readonly hub?: string;
}

/** Words in several forms, the best first. */
export interface SpareWords {
  readonly forms: readonly LabelContent[];
  /** They tell several ways apart; else only whether the one way is taken yet. */
  readonly branches: boolean;
}

/** Where a transition is found in the picture, and in which drawn state when it has no arrow. */
export interface Shown {
  readonly as: Role | "listed" | "head" | "chip" | "stays" | "inside" | "call";
  readonly at: string;
}

/** Everything that is drawn, without places. Items in document order, parents before children; the root is first. */
export interface Scene {
  readonly chart: Chart;
  /** Path id of the outermost drawn state: the machine, or the phase that is the page. */
  readonly root: string;
  readonly items: ReadonlyMap<string, Item>;
  readonly arrows: readonly Arrow[];
  /**
   * From callers on the map to the phases that they call, drawn only while one of the two is selected or hovered: where the game goes on
   * afterwards is among the arrows. They move nothing.
   */
  readonly calls?: readonly Arrow[];
  /** Compound -> the child it starts in. */
  readonly initials: ReadonlyMap<string, string>;
  /** The map of the chart with nothing closed, where this is only a part of it. */
  readonly whole?: () => Scene;
  /** Every transition of what is drawn, by transition id; what is closed is gone through only when somebody asks. */
  readonly account: () => ReadonlyMap<string, Shown>;
  /** All of it stands at flow, or all at full: then what leads on from a state stands together in `arrows`. */
  readonly near?: boolean;
  /** Notes that stand beside drawn states, by the path id of these. */
  readonly notes?: ReadonlyMap<string, readonly DrawnNote[]>;
}

/** Whether a drawn state holds others in boxes of their own. */
export const isFrame = (item: Item): boolean =>
  item.shape === "compound" || item.shape === "parallel" || item.shape === "strip";

/** The box that a state stands in: its card, when it is a row. */
export const blockOf = (scene: Pick<Scene, "items">, id: string): string => {
  const item = scene.items.get(id);
  return item?.shape === "row" ? (item.parent ?? id) : id;
};

/** Path ids from the state up to the root, itself first. */
export function upwards(scene: Pick<Scene, "items">, id: string): string[] {
  const ancestors: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = scene.items.get(at)?.parent)
    ancestors.push(at);
  return ancestors;
}

/** The innermost drawn state that holds both (one of them, when it holds the other). */
export function commonState(scene: Scene, a: string, b: string): string {
  const above = new Set(upwards(scene, a));
  return upwards(scene, b).find((id) => above.has(id)) ?? scene.root;
}

/** The child of `above` that holds `id`, or undefined when `id` is not below it. */
export function stepInto(scene: Pick<Scene, "items">, above: string, id: string): string | undefined {
  let at: string | undefined = id;
  while (at !== undefined) {
    const parent: string | undefined = scene.items.get(at)?.parent;
    if (parent === above) return at;
    at = parent;
  }
  return undefined;
}

const kids = new WeakMap<Scene, ReadonlyMap<string, readonly Item[]>>();

/** Drawn children of each drawn state, in document order. */
export function childrenOf(scene: Scene): ReadonlyMap<string, readonly Item[]> {
  const known = kids.get(scene);
  if (known) return known;
  const children = new Map<string, Item[]>();
  for (const item of scene.items.values()) {
    if (item.parent === undefined) continue;
    const list = children.get(item.parent);
    if (list) list.push(item);
    else children.set(item.parent, [item]);
  }
  kids.set(scene, children);
  return children;
}
