import type { Flow, Side } from "#core/layout/grid/gridTypes.ts";
import { cardOfColumn } from "#core/layout/place/columnIds.ts";
import {
  type Arrow,
  blockOf,
  commonState,
  isFrame,
  type Item,
  type Scene,
  stepInto,
  upwards,
} from "#core/layout/scene/scene.ts";

/** The lines of a compound as they are drawn now: path ids, the way they run. */
export interface FrameLines {
  readonly flow: Flow;
  readonly lines: readonly (readonly string[])[];
  /** How many lines stand in each strip, where they are wrapped: strips stand beside each other across the flow. */
  readonly strips: readonly number[];
}
export type Orders = ReadonlyMap<string, FrameLines>;

/** One end of a line between boxes. */
export interface TrunkEnd {
  /** The box: a card, a state or a frame. */
  readonly block: string;
  /** Where it begins or ends: rows of the card, or the box itself. The first is where the line touches the border. */
  readonly anchors: readonly string[];
  readonly leaves: boolean;
  readonly enters: boolean;
}

/** One line between two boxes, and the arrows that run on it: in its direction, or against it. */
export interface Trunk {
  readonly id: string;
  /** Lines of one net may share their way. */
  readonly net: string;
  readonly a: TrunkEnd;
  readonly b: TrunkEnd;
  readonly arrows: readonly { readonly arrow: Arrow; readonly forward: boolean }[];
}

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

/**
 * On the map arrows between the same two boxes are one line, with heads where it goes both ways; elsewhere one line a direction. The
 * branches of a transition to several targets are lines of their own, which share their way up to where they part.
 */
export function trunksOf(scene: Scene): Trunk[] {
  if (scene.near) return nearTrunks(scene);
  const forks = forksOf(scene.arrows, (arrow) => blockOf(scene, arrow.from) === blockOf(scene, arrow.to));
  const groups = new Map<string, { a: string; b: string; arrows: Arrow[]; fork?: string }>();
  for (const arrow of scene.arrows) {
    if (arrow.role !== "line") continue;
    const [from, to] = [blockOf(scene, arrow.from), blockOf(scene, arrow.to)];
    if (from === to) continue;
    const fork = forks.get(arrow);
    if (fork !== undefined) {
      groups.set(`${fork}\n${arrow.id}`, { a: from, b: to, arrows: [arrow], fork });
      continue;
    }
    const card = cardOfColumn(from);
    const onMap =
      scene.items.get(from)?.level === "map" &&
      scene.items.get(to)?.level === "map" &&
      // from column to column of a card each row has its own
      (card === undefined || card !== cardOfColumn(to));
    const both = groups.get(`${to}\n${from}`);
    if (onMap && both) {
      both.arrows.push(arrow);
      continue;
    }
    const key = onMap ? `${from}\n${to}` : `${arrow.from}\n${arrow.to}`;
    const known = groups.get(key);
    if (known) known.arrows.push(arrow);
    else groups.set(key, { a: from, b: to, arrows: [arrow] });
  }
  const place = new Map([...scene.items.keys()].map((id, i) => [id, i]));
  const isAhead = (from: string, to: string) => (place.get(to) ?? 0) > (place.get(from) ?? 0);
  return [...groups].map(([id, { a, b, arrows, fork }]) => {
    const ways = arrows.map((arrow) => ({ arrow, forward: blockOf(scene, arrow.from) === a }));
    const ends = {
      a: endOf(scene, a, ways, true, isAhead(a, b)),
      b: endOf(scene, b, ways, false, isAhead(b, a)),
    };
    const twoWay = ways.some((w) => w.forward) && ways.some((w) => !w.forward);
    const net = fork ?? (twoWay ? id : `>${ends.b.anchors[0]}`);
    return { id, net, ...ends, arrows: ways };
  });
}

/** Trunks by the first arrow of each. */
const knownTrunks = new WeakMap<Arrow, Trunk>();

/** From near a line is between two boxes, one way; it stays the same object as long as its arrows do. */
function nearTrunks({ arrows }: Scene): Trunk[] {
  const found: Trunk[] = [];
  for (let at = 0; at < arrows.length;) {
    const { from } = arrows[at] as Arrow;
    const begin = at;
    while (arrows[at]?.from === from) at++;
    const leaving = arrows.slice(begin, at).filter(({ role, to }) => role === "line" && to !== from);
    const forks = forksOf(leaving, () => false);
    const own: Arrow[][] = [];
    for (const arrow of leaving) {
      const beside = forks.has(arrow)
        ? undefined
        : own.find(([other]) => other?.to === arrow.to && !forks.has(other));
      if (beside) beside.push(arrow);
      else own.push([arrow]);
    }
    for (const some of own) found.push(nearTrunk(some, forks.get(some[0] as Arrow)));
  }
  return found;
}

function nearTrunk(arrows: readonly Arrow[], fork: string | undefined): Trunk {
  const [first] = arrows as [Arrow];
  const { from, to } = first;
  const net = fork ?? `>${to}`;
  const known = knownTrunks.get(first);
  if (
    known?.net === net &&
    known.arrows.length === arrows.length &&
    known.arrows.every(({ arrow }, i) => arrow === arrows[i])
  )
    return known;
  const trunk: Trunk = {
    id: fork === undefined ? `${from}\n${to}` : `${fork}\n${first.id}`,
    net,
    a: { block: from, anchors: [from], leaves: true, enters: false },
    b: { block: to, anchors: [to], leaves: false, enters: true },
    arrows: arrows.map((arrow) => ({ arrow, forward: true })),
  };
  knownTrunks.set(first, trunk);
  return trunk;
}

/** Begins the net of the lines of one transition to several targets: they share their way up to where they part. */
const FORK = "<";
export const isFork = ({ net }: Pick<Trunk, "net">): boolean => net.startsWith(FORK);

/** The net of each branch of a transition to several boxes. What stands for several transitions, or stays in its box, is no branch. */
function forksOf(arrows: readonly Arrow[], stays: (arrow: Arrow) => boolean): ReadonlyMap<Arrow, string> {
  const branches = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const [part] = arrow.parts;
    const forks = part && arrow.parts.length === 1 && part.transition.targets.length > 1;
    if (!forks || arrow.role !== "line" || arrow.via !== undefined || stays(arrow)) continue;
    const known = branches.get(part.id);
    if (known) known.push(arrow);
    else branches.set(part.id, [arrow]);
  }
  return new Map(
    [...branches].flatMap(([id, some]) =>
      some.length > 1 ? some.map((arrow) => [arrow, `${FORK}${id}`] as const) : [],
    ),
  );
}

function endOf(
  scene: Scene,
  block: string,
  ways: readonly { arrow: Arrow; forward: boolean }[],
  isA: boolean,
  isAhead: boolean,
): TrunkEnd {
  const leaving = new Set<string>();
  const entering = new Set<string>();
  for (const { arrow, forward } of ways)
    if (forward === isA) leaving.add(arrow.from);
    else entering.add(startRow(scene, arrow.to));
  const order = (ids: Iterable<string>) => [...ids].sort((p, q) => rank(scene, p) - rank(scene, q));
  // what leads on is gathered downwards and leaves at the last row, as one reads; what leads back at the first
  const onward = isAhead && entering.size === 0;
  return {
    block,
    anchors: [...new Set([...(onward ? order(leaving).toReversed() : order(leaving)), ...order(entering)])],
    leaves: leaving.size > 0,
    enters: entering.size > 0,
  };
}

/** Who enters the first row of a card enters the card. */
function startRow(scene: Scene, to: string): string {
  const item = scene.items.get(to);
  return item?.shape === "row" && item.parent !== undefined && scene.initials.get(item.parent) === to
    ? item.parent
    : to;
}

const rank = (scene: Scene, id: string): number => {
  const item = scene.items.get(id);
  if (item?.shape !== "row" || item.parent === undefined) return -1;
  return scene.items.get(item.parent)?.node.children.indexOf(item.node) ?? 0;
};

/** The pieces of every line, by frame. Which sides they pass depends on the order of things alone, not on their sizes. */
export function legsOf(
  scene: Scene,
  trunks: readonly Trunk[],
  orders: Orders,
): ReadonlyMap<string, readonly Leg[]> {
  const found = new Map<string, Leg[]>();
  const lists = listsOf(scene, trunks);
  const stems: Stems = new Map();
  for (const trunk of trunks)
    for (const leg of legsOfTrunk(scene, trunk, orders, lists, stems)) {
      const list = found.get(leg.frame);
      if (list) list.push(leg);
      else found.set(leg.frame, [leg]);
    }
  return found;
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
interface Around {
  readonly item: Item;
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
    return item ? { item, order: isFrame(item) ? orders.get(at) : undefined } : [];
  });
  if (legs.length > 0) knownLegs.set(trunk, { legs, around, lists: [a, b] });
  return legs;
}

/** Whether what stands around a line stands there as it did, and the same way. */
function areAround(scene: Scene, orders: Orders, around: readonly Around[]): boolean {
  for (const { item, order } of around) {
    const now = scene.items.get(item.id);
    if (now !== item && !(now && isAlike(now, item))) return false;
    if (order && orders.get(item.id) !== order) return false;
  }
  return true;
}

const isAlike = (a: Item, b: Item): boolean =>
  a.parent === b.parent && a.shape === b.shape && a.level === b.level;

/** Path ids from both ends up to the frame that holds them. */
function upTo(scene: Scene, { a, b }: Trunk, common: string | undefined): string[] {
  const found = new Set<string>();
  for (const { block } of [a, b])
    for (const id of upwards(scene, block)) {
      found.add(id);
      if (id === common) break;
    }
  return [...found];
}

function findLegs(
  scene: Scene,
  trunk: Trunk,
  orders: Orders,
  lists: ReadonlySet<string>,
  stems: Stems,
): Leg[] {
  const found: Leg[] = [];
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
  if (cellA === undefined || cellB === undefined) return found;
  const order = orders.get(common) as FrameLines;
  // words stand right of what is left, but for the map: what comes back does not pass them
  const near = scene.items.get(cellA)?.level === "map" || scene.items.get(cellA)?.shape === "strip";
  const sidesA = first(trunk.a, cellA, toward(order, cellA, cellB, trunk.a.leaves, near));
  const sidesB = first(trunk.b, cellB, toward(order, cellB, cellA, trunk.b.leaves, near));
  const sideA = stem(cellA, () => pick(scene, trunk.a, cellA, sidesA));
  const sideB = pick(scene, trunk.b, cellB, isFork(trunk) ? besideTop(sidesB) : sidesB);
  found.push({
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
      found.push({ trunk, frame, part: name, a: legEnd(inner, inside, end.block, name), b: { gate } });
      [frame, gate] = [inner, inside];
    }
  }
  return found;
}

/** More ways out of a state than so are a list beside it, in the order in which they are tried, on one stem. */
const MOST_EXITS = 6;

/** States with so many ways out, where words stand on them. */
function listsOf(scene: Scene, trunks: readonly Trunk[]): ReadonlySet<string> {
  if (scene.near) return nearLists(trunks);
  const exits = new Map<string, number>();
  for (const trunk of trunks)
    for (const { block, leaves, enters } of [trunk.a, trunk.b])
      if (leaves && !enters && scene.items.get(block)?.level !== "map")
        exits.set(block, (exits.get(block) ?? 0) + 1);
  return new Set([...exits].flatMap(([id, count]) => (count > MOST_EXITS ? [id] : [])));
}

/** The same where lines of one state stand together. */
function nearLists(trunks: readonly Trunk[]): ReadonlySet<string> {
  const found = new Set<string>();
  let count = 0;
  trunks.forEach(({ a: { block } }, i) => {
    count = trunks[i - 1]?.a.block === block ? count + 1 : 1;
    if (count > MOST_EXITS) found.add(block);
  });
  return found;
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

const ALONG: Readonly<Record<Flow, { fore: Side; aft: Side; before: Side; after: Side }>> = {
  down: { fore: "bottom", aft: "top", before: "left", after: "right" },
  right: { fore: "right", aft: "left", before: "top", after: "bottom" },
};

/** Sides by which a cell is best left toward another one of the same frame. */
function toward(
  { flow, lines }: FrameLines,
  from: string,
  to: string,
  leaves: boolean,
  near: boolean,
): Side[] {
  const { fore, aft, before, after } = ALONG[flow];
  const [p, q] = [placeIn(lines, from), placeIn(lines, to)];
  const next = Math.abs(p.line - q.line) === 1;
  if (p.line === q.line) return p.at < q.at ? [after, fore, aft, before] : [before, fore, aft, after];
  // between columns that stand beside each other all that leads back is as short as what leads on
  if (next && near && flow === "right")
    return p.line < q.line ? [fore, after, before, aft] : [aft, before, after, fore];
  // what comes back is met where it leads on from, not where it is left
  if (p.line < q.line) return leaves ? [fore, after, before, aft] : [before, after, fore, aft];
  // past what lies between: beside it
  return next && !leaves ? [aft, before, after, fore] : [before, after, aft, fore];
}

function towardGate({ flow, lines }: FrameLines, cell: string, gate: Side): Side[] {
  const { fore, aft, before, after } = ALONG[flow];
  const line = lines[placeIn(lines, cell).line] ?? [];
  const last = line.at(-1) === cell;
  const first = line[0] === cell;
  if (gate === after) return last ? [after, fore, aft, before] : [fore, after, aft, before];
  if (gate === before) return first ? [before, aft, fore, after] : [before, fore, aft, after];
  return gate === fore ? [fore, after, before, aft] : [aft, before, after, fore];
}

export function placeIn(lines: readonly (readonly string[])[], id: string): { line: number; at: number } {
  for (let line = 0; line < lines.length; line++) {
    const at = lines[line]?.indexOf(id) ?? -1;
    if (at >= 0) return { line, at };
  }
  return { line: 0, at: 0 };
}

/** The first of the sides at which the box can be left or entered. */
function pick(scene: Scene, end: TrunkEnd, cell: string, sides: readonly Side[]): Side {
  // the head of a frame is no way in or out for what leads further; a strip has none
  if (cell !== end.block)
    return sides.find((side) => side !== "top" || scene.items.get(cell)?.shape === "strip") ?? "left";
  return sides.find((side) => canUse(scene, end, side)) ?? "right";
}

/** Rows are left and entered at the sides; the last row also down, and a card where its title is also from above. */
function canUse(scene: Scene, { block, anchors, leaves, enters }: TrunkEnd, side: Side): boolean {
  const item = scene.items.get(block);
  if (!item) return true;
  if (item.shape !== "card") return !isFrame(item) || !leaves || side === "right";
  if (side === "left" || side === "right") return true;
  const [anchor] = anchors;
  if (anchors.length > 1 || anchor === undefined) return false;
  if (side === "top") return anchor === block && enters && !leaves;
  const last = item.node.children.at(-1);
  return leaves && !enters && (anchor === block || scene.items.get(anchor)?.node === last);
}
