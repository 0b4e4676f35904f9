import type { Chart, StateNode } from "#core/chart/chart.ts";
import { pathId, places, type PlacedState } from "#core/chart/places.ts";

/** The blocks of a map: cards, and the leaves that stand in no card. All states are named by their path ids. */
export interface Blocks {
  /** The block that a leaf or a card is or stands in; undefined for a compound that is no card. */
  readonly of: (id: string) => string | undefined;
  /** The rows where play is when it enters a state: one, or one for each region. */
  readonly starts: (id: string) => readonly string[];
  /** The states below (or at) one that are leaves, in document order. */
  readonly leaves: (id: string) => readonly PlacedState[];
}

const isLeaf = (node: StateNode) => node.children.length === 0;

/** A compound of leaves is a card; a parallel state is none, its regions are; the root is never one. */
const isCard = ({ node, path }: PlacedState) =>
  path.length > 0 && node.type === "compound" && node.children.every(isLeaf);

/** Whether a state is another or stands in it. */
export const isWithin = (id: string, outer: string) =>
  outer === "" || id === outer || id.startsWith(`${outer}.`);

export function blocksOf(chart: Chart): Blocks {
  const all = places(chart);
  const placeOf = (id: string): PlacedState => {
    const place = all.get(id);
    if (!place) throw new Error(`There is no state ${id}`);
    return place;
  };
  const blockOf = (place: PlacedState): string | undefined => {
    if (isCard(place)) return pathId(place.path);
    if (place.parent && isCard(place.parent)) return pathId(place.parent.path);
    return isLeaf(place.node) ? pathId(place.path) : undefined;
  };
  const starts = (id: string): readonly string[] => {
    const { node } = placeOf(id);
    if (isLeaf(node)) return [id];
    const inner = (key: string) => starts(id === "" ? key : `${id}.${key}`);
    if (node.type === "parallel") return node.children.flatMap(({ key }) => inner(key));
    return inner(node.initial?.value ?? node.children[0]!.key);
  };
  return {
    of: (id) => blockOf(placeOf(id)),
    starts,
    leaves: (id) => [...all.values()].filter(({ node, path }) => isLeaf(node) && isWithin(pathId(path), id)),
  };
}
