import type { Chart, StateNode, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, places } from "#core/chart/places.ts";
import { isArrow } from "#core/layout/content/transitionText.ts";
import type { BareItem, Waypoint } from "#core/layout/scene/bareItem.ts";
import type { Calls } from "#core/layout/scene/calls.ts";
import { partOf } from "#core/layout/scene/drafts.ts";

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
  /** States around the page that begin with it: who enters one comes into the page. */
  readonly entries: ReadonlyMap<string, Waypoint>;
}

/** A state of the page has a port each for up to so many connections with one phase around it; more share one. */
const MAX_SEPARATE_PORTS = 3;

/** A way over the border of the page: the step that it comes from or leads to, what stands beside the page there, and its step inside. */
interface Way {
  readonly way: "from" | "to";
  readonly step: StatePath;
  readonly outer: StatePath;
  readonly inside: StatePath;
}

/**
 * Ports for all that leads into the page and out of it, each of which names its step. Where a phase beside the page has many steps for
 * one of the page they share one, which tells how many they are. What is called from the page, and comes back, is passed on the way:
 * there the port is where the game goes on.
 * @param items gains the ports
 */
export function addPorts(
  chart: Chart,
  page: StatePath,
  root: BareItem,
  items: Map<string, BareItem>,
  calls: Calls,
): Ports {
  const waypoints = { from: new Map<string, Waypoint>(), to: new Map<string, Waypoint>() };
  const groups = stepGroups(chart, page, calls);
  // a step that one leads to alone has its own port for all that lead there
  for (const group of [...groups].sort((a, b) => a.size - b.size)) {
    const ways = [...group.values()].filter(({ way, step }) => !waypoints[way].has(pathId(step)));
    for (const { way, step, outer } of ways) {
      const shared = ways.length > MAX_SEPARATE_PORTS;
      const path = shared ? outer : step;
      const id = portId(way, pathId(path));
      const node = placeOf(chart, path)?.node;
      if (!node) continue;
      const known = items.get(id)?.tells;
      const before = known && "count" in known ? known.count : 0;
      const tells = shared ? { count: before + 1 } : { in: inOf(page, step) };
      items.set(id, { ...portItem(root, id, path, node), tells });
      waypoints[way].set(pathId(step), { item: id });
    }
  }
  const entries = page.slice(1).flatMap((_, i): [string, Waypoint][] => {
    const around = page.slice(0, i + 1);
    return entered(chart, page, around) === page ? [[pathId(around), { item: root.id }]] : [];
  });
  return { sources: waypoints.from, targets: waypoints.to, entries: new Map(entries) };
}

/** What is come into when `target` is entered from elsewhere: the page, where a state around it begins with it. */
function entered(chart: Chart, page: StatePath, target: StatePath): StatePath {
  if (target.length >= page.length || target.some((key, i) => page[i] !== key)) return target;
  const begins = page.slice(target.length).every((key, i) => {
    const node = placeOf(chart, page.slice(0, target.length + i))?.node;
    return node?.type === "parallel" || node?.initial?.value === key;
  });
  return begins ? page : target;
}

/** The steps around the page by what leads there: those of one phase that one step of the page has to do with. */
function stepGroups(chart: Chart, page: StatePath, calls: Calls): Iterable<ReadonlyMap<string, Way>> {
  const groups = new Map<string, Map<string, Way>>();
  for (const { node, path } of places(chart).values())
    for (const transition of node.transitions)
      for (const aim of aimsOf(node, path, transition, calls)) {
        const way = wayOver(page, path, isWithin(page, path) ? aim : entered(chart, page, aim));
        if (!way) continue;
        const key = [portId(way.way, pathId(way.outer)), pathId(way.inside)].join(" ");
        const steps = groups.get(key) ?? new Map<string, Way>();
        groups.set(key, steps.set(pathId(way.step), way));
      }
  return groups.values();
}

/** Where a transition leads; of one that calls a phase, where the game goes on. */
function aimsOf(
  node: StateNode,
  path: StatePath,
  transition: Transition,
  { passed, returns }: Calls,
): readonly StatePath[] {
  if (!isArrow(transition)) return [];
  const { id } = partOf({ node, path }, transition);
  if (passed.has(id)) return [];
  const back = returns.get(id);
  if (back) return back.map(({ target }) => pathOf(target));
  return transition.targets.flatMap(({ resolved }) => (resolved === null ? [] : [resolved]));
}

/** How a way crosses the border of the page; undefined when it does not. */
function wayOver(page: StatePath, from: StatePath, to: StatePath): Way | undefined {
  const inward = isWithin(page, to);
  if (isWithin(page, from) === inward) return undefined;
  const [way, step, inside] = inward ? (["from", from, to] as const) : (["to", to, from] as const);
  const shared = sharedWith(page, step);
  // what holds the page is no place beside it, but a way out may begin it again
  const holds = step.length <= shared;
  if (holds && (way === "from" || step.length === 0)) return undefined;
  return { way, step, inside, outer: holds ? step : step.slice(0, shared + 1) };
}

const isWithin = (page: StatePath, path: StatePath): boolean => page.every((key, i) => path[i] === key);

function sharedWith(page: StatePath, path: StatePath): number {
  let shared = 0;
  while (shared < page.length && page[shared] === path[shared]) shared++;
  return shared;
}

/** The phase that is named for a step: the one right around it, where that does not hold the page too. */
const inOf = (page: StatePath, step: StatePath): StatePath =>
  step.length - 1 > sharedWith(page, step) ? step.slice(0, -1) : [];

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
