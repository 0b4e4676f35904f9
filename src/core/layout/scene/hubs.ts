import { blockId, type Draft, type Items } from "#core/layout/scene/drafts.ts";

/** Phases with this many incoming edges are shown as a named jump, because as many lines cannot be followed. */
export const HUB_EDGES = 5;
/** At flow as many edges, of which only those of siblings are drawn as lines. */
export const DISTANT_HUB_EDGES = 4;
/** Many lead there: at flow only its siblings do so by a line. */
export function isToDistantHub(items: Items, hubs: ReadonlySet<string>, { from, to }: Draft): boolean {
  if (hubs.size === 0 || !hubs.has(blockId(items, to))) return false;
  const [source, target] = [items.get(from), items.get(to)];
  return source?.level !== "map" && source?.parent !== target?.parent;
}

export function hubsOf(items: Items, drafts: readonly Draft[], least: number): ReadonlySet<string> {
  // most states are led to from one other: a set for each would cost more than all else
  const first = new Map<string, string>();
  const sources = new Map<string, Set<string>>();
  for (const draft of drafts) {
    const [from, to] = [blockId(items, draft.from), blockId(items, draft.to)];
    if (from === to) continue;
    const source = first.get(to);
    if (source === undefined) first.set(to, from);
    else if (source !== from) {
      const others = sources.get(to);
      if (others) others.add(from);
      else sources.set(to, new Set([source, from]));
    }
  }
  return new Set([...sources].flatMap(([to, from]) => (from.size >= least ? [to] : [])));
}

/** So are phases with this many outgoing edges: the context decides there where the game goes on. */
const FAN_EDGES = 7;

export function fansOf(items: Items, drafts: readonly Draft[]): ReadonlySet<string> {
  const aims = new Map<string, Set<string>>();
  for (const draft of drafts) {
    const [from, to] = [blockId(items, draft.from), blockId(items, draft.to)];
    if (from !== to) aims.set(from, (aims.get(from) ?? new Set()).add(to));
  }
  return new Set([...aims].flatMap(([from, to]) => (to.size >= FAN_EDGES ? [from] : [])));
}

/** Beside each other in the order of the text. */
export function areNeighbours(items: Items, a: string, b: string): boolean {
  const [itemA, other] = [items.get(a), items.get(b)];
  if (!itemA || !other || itemA.parent === undefined || itemA.parent !== other.parent) return false;
  const siblings = items.get(itemA.parent)?.node.children ?? [];
  return Math.abs(siblings.indexOf(itemA.node) - siblings.indexOf(other.node)) === 1;
}

/** A hub and whether the lines of its spokes share a stem. */
export interface Star {
  readonly hub: string;
  readonly hasStem: boolean;
}
/** Up to so many lines each have a route and words of their own: a sixth has no room at the border of a state of a short name, and crosses. */
const MAX_SEPARATE_SPOKES = 5;

/**
 * The star of each spoke, by the spoke's box: a state that nothing but a hub, beside it in the same state, leads to or is led to from. However
 * many there are, their lines need not cross, so they stay lines where those of another hub could not be followed.
 */
export function starsOf(items: Items, drafts: readonly Draft[]): ReadonlyMap<string, Star> {
  const others = new Map<string, string | undefined>();
  const meet = (block: string, other: string) =>
    others.set(block, others.has(block) && others.get(block) !== other ? undefined : other);
  for (const draft of drafts) {
    const [from, to] = [blockId(items, draft.from), blockId(items, draft.to)];
    if (from === to) continue;
    meet(from, to);
    meet(to, from);
  }
  const spokes = new Map<string, string[]>();
  for (const [block, hub] of others) {
    if (hub === undefined || items.get(block)?.parent !== items.get(hub)?.parent) continue;
    const known = spokes.get(hub);
    if (known) known.push(block);
    else spokes.set(hub, [block]);
  }
  return new Map(
    [...spokes].flatMap(([hub, blocks]) => {
      const star = { hub, hasStem: blocks.length > MAX_SEPARATE_SPOKES };
      return blocks.length < HUB_EDGES ? [] : blocks.map((block) => [block, star] as const);
    }),
  );
}
