import type { Side } from "#core/layout/grid/gridTypes.ts";
import { type FrameLines, type Orders, pick, toward, towardGate } from "#core/layout/place/sides.ts";
import { isFork, type Trunk, type TrunkEnd } from "#core/layout/place/trunks.ts";
import { commonState, isFrame, type Item, type Scene, stepInto, upwards } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

/** A piece of a line inside one frame: between two of its cells, or from a cell to a side of it. */
export interface Leg {
  readonly trunk: Trunk;
  readonly frame: string;
  /** Across the frame that holds both ends, or out of the frames around one of them. */
  readonly part: "across" | "a" | "b";
  readonly a: LegEnd;
  readonly b: LegEnd;
}
export type LegEnd =
  | {
      readonly cell: string;
      readonly side: Side;
      /** The box itself, which knows its ports; else a frame with a gate there. */ readonly end?: "a" | "b";
    }
  | { readonly gate: Side };

/** The pieces of every line, by frame. Which sides they pass depends on the order of things alone, not on their sizes. */
export function* legsOf(
  scene: Scene,
  trunks: readonly Trunk[],
  orders: Orders,
): Steps<ReadonlyMap<string, readonly Leg[]>> {
  const segments = new Map<string, Leg[]>();
  const lists = listsOf(scene, trunks);
  const stems: Stems = new Map();
  for (const trunk of trunks) {
    for (const leg of legsOfTrunk(scene, trunk, orders, lists, stems)) {
      const list = segments.get(leg.frame);
      if (list) list.push(leg);
      else segments.set(leg.frame, [leg]);
    }
    yield;
  }
  return segments;
}

/** The side by which the branches of a fork leave a cell. */
type Stems = Map<string, Side>;

/** The pieces of a line, and what they depend on besides it. */
interface KnownLegs {
  readonly legs: readonly Leg[];
  /** Everything around its ends, themselves included. */
  readonly around: readonly Around[];
  readonly lists: readonly [boolean, boolean];
}
/** What counts of a state around a line, and no more: the state itself would keep its whole chart alive. */
interface Around extends Pick<Item, "id" | "parent" | "shape" | "level"> {
  readonly order: FrameLines | undefined;
}
const knownLegs = new WeakMap<Trunk, KnownLegs>();

/** The same objects as long as nothing changes that they depend on: an edit leaves most lines where they are. */
function legsOfTrunk(
  scene: Scene,
  trunk: Trunk,
  orders: Orders,
  lists: ReadonlySet<string>,
  stems: Stems,
): readonly Leg[] {
  // a branch of a fork depends on the branches before it
  if (isFork(trunk)) return findLegs(scene, trunk, orders, lists, stems);
  const known = knownLegs.get(trunk);
  const [a, b] = [lists.has(trunk.a.block), lists.has(trunk.b.block)];
  if (known && known.lists[0] === a && known.lists[1] === b && areAround(scene, orders, known.around))
    return known.legs;
  const legs = findLegs(scene, trunk, orders, lists, stems);
  const frames = upTo(scene, trunk, legs.find(({ part }) => part === "across")?.frame);
  const around = frames.flatMap((at) => {
    const item = scene.items.get(at);
    if (!item) return [];
    const { id, parent, shape, level } = item;
    return { id, parent, shape, level, order: isFrame(item) ? orders.get(at) : undefined };
  });
  if (legs.length > 0) knownLegs.set(trunk, { legs, around, lists: [a, b] });
  return legs;
}

/** Whether what stands around a line stands there as it did, and the same way. */
function areAround(scene: Scene, orders: Orders, around: readonly Around[]): boolean {
  for (const neighbour of around) {
    const item = scene.items.get(neighbour.id);
    const isAlike =
      item?.parent === neighbour.parent && item?.shape === neighbour.shape && item.level === neighbour.level;
    if (!isAlike || (neighbour.order && orders.get(neighbour.id) !== neighbour.order)) return false;
  }
  return true;
}

/** Path ids from both ends up to the frame that holds them. */
function upTo(scene: Scene, { a, b }: Trunk, common: string | undefined): string[] {
  const ancestors = new Set<string>();
  for (const { block } of [a, b])
    for (const id of upwards(scene, block)) {
      ancestors.add(id);
      if (id === common) break;
    }
  return [...ancestors];
}

function findLegs(
  scene: Scene,
  trunk: Trunk,
  orders: Orders,
  lists: ReadonlySet<string>,
  stems: Stems,
): Leg[] {
  const segments: Leg[] = [];
  const first = (end: TrunkEnd, cell: string, sides: Side[]): Side[] =>
    cell === end.block && end.leaves && !end.enters && lists.has(cell) ? ["right", ...sides] : sides;
  /** The branches of a fork leave what they begin in by the same side. */
  const stem = (cell: string, choice: () => Side): Side => {
    if (!isFork(trunk)) return choice();
    const key = `${trunk.net}\n${cell}`;
    const side = stems.get(key) ?? choice();
    stems.set(key, side);
    return side;
  };
  const [a, b] = [trunk.a.block, trunk.b.block];
  const common = frameOf(scene, commonState(scene, a, b), a, b);
  const [cellA, cellB] = [stepInto(scene, common, a), stepInto(scene, common, b)];
  if (cellA === undefined || cellB === undefined) return segments;
  const order = orders.get(common) as FrameLines;
  // words stand right of what is left, but for the map: what comes back does not pass them
  const near = scene.items.get(cellA)?.level === "map" || scene.items.get(cellA)?.shape === "strip";
  const sidesA = first(trunk.a, cellA, toward(order, cellA, cellB, trunk.a.leaves, near));
  const sidesB = first(trunk.b, cellB, toward(order, cellB, cellA, trunk.b.leaves, near));
  const sideA = stem(cellA, () => pick(scene, trunk.a, cellA, sidesA));
  const sideB = pick(scene, trunk.b, cellB, isFork(trunk) ? besideTop(sidesB) : sidesB);
  segments.push({
    trunk,
    frame: common,
    part: "across",
    a: legEnd(cellA, sideA, a, "a"),
    b: legEnd(cellB, sideB, b, "b"),
  });
  for (const [end, name, cell, side] of [
    [trunk.a, "a", cellA, sideA],
    [trunk.b, "b", cellB, sideB],
  ] as const) {
    let [frame, gate] = [cell, side];
    while (frame !== end.block) {
      const inner = stepInto(scene, frame, end.block);
      if (inner === undefined) break;
      const sides = towardGate(orders.get(frame) as FrameLines, inner, gate);
      const open = isFork(trunk) && name === "b" ? besideTop(sides) : sides;
      const choice = () => pick(scene, end, inner, first(end, inner, open));
      const inside = name === "a" ? stem(inner, choice) : choice();
      segments.push({ trunk, frame, part: name, a: legEnd(inner, inside, end.block, name), b: { gate } });
      [frame, gate] = [inner, inside];
    }
  }
  return segments;
}

/** A state with more exits than this lists them beside it on one stem, in the order in which they are tried. */
const MAX_SEPARATE_EXITS = 6;

/** States with so many ways out, where words stand on them. */
function listsOf(scene: Scene, trunks: readonly Trunk[]): ReadonlySet<string> {
  if (scene.near) return nearLists(trunks);
  const exits = new Map<string, number>();
  for (const trunk of trunks)
    for (const { block, leaves, enters } of [trunk.a, trunk.b])
      if (leaves && !enters && scene.items.get(block)?.level !== "map")
        exits.set(block, (exits.get(block) ?? 0) + 1);
  return new Set([...exits].flatMap(([id, count]) => (count > MAX_SEPARATE_EXITS ? [id] : [])));
}

/** The same where lines of one state stand together. */
function nearLists(trunks: readonly Trunk[]): ReadonlySet<string> {
  const blocks = new Set<string>();
  let count = 0;
  trunks.forEach(({ a: { block } }, i) => {
    count = trunks[i - 1]?.a.block === block ? count + 1 : 1;
    if (count > MAX_SEPARATE_EXITS) blocks.add(block);
  });
  return blocks;
}

/** From above all lines enter a card at one place, which a branch of a fork can share with none. */
const besideTop = (sides: readonly Side[]): Side[] => sides.filter((side) => side !== "top");

const legEnd = (cell: string, side: Side, block: string, end: "a" | "b"): LegEnd =>
  cell === block ? { cell, side, end } : { cell, side };

/** The innermost frame around both that is neither of them. */
function frameOf(scene: Scene, common: string, a: string, b: string): string {
  let at = common;
  while (at === a || at === b || !isFrame(scene.items.get(at) as Parameters<typeof isFrame>[0])) {
    const parent = scene.items.get(at)?.parent;
    if (parent === undefined) return at;
    at = parent;
  }
  return at;
}
