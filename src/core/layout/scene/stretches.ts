import type { Chart, StateNode, StatePath } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { isArrow } from "#core/layout/content/transitionText.ts";
import type { Level, View } from "#core/layout/level.ts";
import { type BareItem, shapeOf } from "#core/layout/scene/bareItem.ts";
import { type Draft, draftsOf, partOf } from "#core/layout/scene/drafts.ts";
import { hiddenParts } from "#core/layout/scene/hiddenParts.ts";
import { Shown } from "#core/layout/scene/waypoints.ts";
import { addAll } from "#core/text/addAll.ts";

/** A drawn state, and what is drawn in it. */
interface Entry {
  readonly item: BareItem;
  readonly inside: Stretch | undefined;
  /** The child that it starts in. */
  readonly start: string | undefined;
  /** What leads on from it, once somebody asked. */
  drafts?: readonly Draft[];
}

/** States that stand beside each other, and what this depends on besides them. */
interface Stretch {
  readonly at: string;
  readonly level: Level;
  readonly regions: boolean;
  readonly folded: ReadonlySet<string>;
  readonly entries: readonly Entry[];
}

/**
 * What is drawn of states that stand beside each other. An edit leaves the children of a state the same list where none of them
 * changed, so that only what is around the edit is rebuilt. That holds where all stand in one level from near: on the map a line
 * depends on what the whole chart calls.
 */
const known = new WeakMap<readonly StateNode[], readonly Stretch[]>();
/** Results that are cached for one state: at flow, at full, and with all open. */
const MAX_SEQUENCES_PER_STATE = 3;

const OPEN: ReadonlySet<string> = new Set();

/** A whole chart at flow or at full: no compound has a level of its own, and none is the page. */
export interface NearScene {
  readonly items: ReadonlyMap<string, BareItem>;
  readonly initials: ReadonlyMap<string, string>;
  /** What leads from state to state, in the order of the text. */
  readonly drafts: readonly Draft[];
}

export const isNear = ({ level, levels, page = "" }: View): boolean =>
  level !== "map" && page === "" && (levels?.size ?? 0) === 0;

export function nearScene(chart: Chart, { level, folded = OPEN }: View): NearScene {
  const items = new Map<string, BareItem>();
  const initials = new Map<string, string>();
  const top = entryOf(chart.root, [], undefined, level, folded);
  const all: Entry[] = [];
  const emit = (entry: Entry) => {
    const { item, inside, start } = entry;
    all.push(entry);
    items.set(item.id, item);
    if (inside) for (const entryId of inside.entries) emit(entryId);
    if (start !== undefined) initials.set(item.id, start);
  };
  emit(top);
  const shown = new Shown(chart, items);
  const drafts: Draft[] = [];
  for (const entry of all) for (const draft of (entry.drafts ??= leading(entry, shown))) drafts.push(draft);
  return { items, initials, drafts };
}

function entryOf(
  node: StateNode,
  path: StatePath,
  parent: BareItem | undefined,
  level: Level,
  folded: ReadonlySet<string>,
): Entry {
  const id = pathId(path);
  const isRoot = parent === undefined;
  const closed = node.children.length > 0 && !isRoot && folded.has(id);
  const item: BareItem = {
    id,
    path,
    node,
    parent: parent?.id,
    depth: path.length,
    shape: shapeOf(node, level, closed, isRoot),
    level,
    region: parent?.shape === "parallel",
    folded: closed,
    called: false,
  };
  if (closed) return { item, inside: undefined, start: undefined };
  const inside = node.children.length > 0 ? stretchOf(node.children, item, folded) : undefined;
  const key = node.type === "parallel" ? undefined : node.initial?.value;
  const starts = key !== undefined && node.children.some((child) => child.key === key);
  return { item, inside, start: starts ? pathId([...path, key]) : undefined };
}

function stretchOf(children: readonly StateNode[], parent: BareItem, folded: ReadonlySet<string>): Stretch {
  const { id: at, level, path } = parent;
  const regions = parent.shape === "parallel";
  const sequences = known.get(children) ?? [];
  const cached = sequences.find(
    (sequence) =>
      sequence.at === at &&
      sequence.level === level &&
      sequence.regions === regions &&
      areSameFolds(sequence.folded, folded),
  );
  if (cached) return cached;
  const entries = children.map((child) => entryOf(child, [...path, child.key], parent, level, folded));
  const newSequence = { at, level, regions, folded, entries };
  known.set(children, [newSequence, ...sequences.slice(0, MAX_SEQUENCES_PER_STATE - 1)]);
  return newSequence;
}

function areSameFolds(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const id of a) if (!b.has(id)) return false;
  return true;
}

/** What leads on from a drawn state, and from what is closed in it. */
function leading({ item }: Entry, shown: Shown): Draft[] {
  const { node, path, id } = item;
  const drafts: Draft[] = [];
  for (const transition of node.transitions)
    if (isArrow(transition)) drafts.push(...draftsOf(partOf({ node, path }, transition), path, id, shown));
  if (item.folded)
    for (const { part, path: outPath } of hiddenParts(node, path).outward)
      addAll(drafts, draftsOf(part, outPath, id, shown));
  return drafts;
}
