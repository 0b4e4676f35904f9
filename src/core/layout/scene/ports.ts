import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf, places } from "#core/chart/places.ts";
import type { BareItem, Waypoint } from "#core/layout/scene/bareItem.ts";

/** A port of the page: a state around it that is left to come here, or that is gone to from here. */
export const portId = (way: "from" | "to", id: string): string => `${way}>${id}`;
/** The state that a port names, by path id, and which way it leads; undefined for other ids. */
export function portOf(id: string): { readonly way: "from" | "to"; readonly state: string } | undefined {
  const [way, state] = id.split(">");
  return (way === "from" || way === "to") && state !== undefined ? { way, state } : undefined;
}

/** The waypoints of what lies around the page: for transitions that come in, and for those that go out. */
export interface Ports {
  readonly sources: ReadonlyMap<string, Waypoint>;
  readonly targets: ReadonlyMap<string, Waypoint>;
}

/**
 * Ports for all that leads into the page and out of it. States outside that stand in the same phase share one, so that a page has few.
 * @param items gains the ports
 */
export function addPorts(chart: Chart, page: StatePath, root: BareItem, items: Map<string, BareItem>): Ports {
  const sources = new Map<string, Waypoint>();
  const targets = new Map<string, Waypoint>();
  const isHere = (path: StatePath) => page.every((key, i) => path[i] === key);
  const port = (way: "from" | "to", path: StatePath): string | undefined => {
    let shared = 0;
    while (shared < page.length && page[shared] === path[shared]) shared++;
    // what holds the page is no place beside it, but a way out may begin it again
    const holds = path.length <= shared;
    if (holds && (way === "from" || path.length === 0)) return undefined;
    const outer = holds ? path : path.slice(0, shared + 1);
    const node = placeOf(chart, outer)?.node;
    if (!node) return undefined;
    const id = portId(way, pathId(outer));
    if (!items.has(id)) items.set(id, portItem(root, id, outer, node));
    return id;
  };
  for (const { node, path } of places(chart).values())
    for (const { targets: aims } of node.transitions)
      for (const { resolved } of aims) {
        if (resolved === null || isHere(path) === isHere(resolved)) continue;
        const inward = isHere(resolved);
        const outside = inward ? path : resolved;
        const id = port(inward ? "from" : "to", outside);
        if (id !== undefined) (inward ? sources : targets).set(pathId(outside), { item: id });
      }
  return { sources, targets };
}

const portItem = (root: BareItem, id: string, path: StatePath, node: StateNode): BareItem => ({
  id,
  path,
  node,
  parent: root.id,
  depth: root.depth + 1,
  shape: "port",
  level: root.level,
  region: false,
  folded: false,
  called: false,
});
