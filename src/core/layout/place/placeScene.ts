import { HEADER_H } from "#core/layout/content/stateContent.ts";
import { MAP } from "#core/layout/content/mapContent.ts";
import type { Point, Rect, Size } from "#core/layout/geometry.ts";
import type { End, Link } from "#core/layout/grid/gridTypes.ts";
import { solveGrid } from "#core/layout/grid/solveGrid.ts";
import { straighten } from "#core/layout/grid/straighten.ts";
import { isStrip, withStrips } from "#core/layout/place/strips.ts";
import {
  type BoxPort,
  type CellShape,
  cellShape,
  type PlacedNote,
  START_X,
} from "#core/layout/place/boxShape.ts";
import { type BoxShape, cardShape, type Port } from "#core/layout/place/cardShape.ts";
import { besideNotes, noteSide, notesAt, notesInHead } from "#core/layout/place/noteCells.ts";
import {
  type Leg,
  type LegEnd,
  legsOf,
  type Orders,
  type Trunk,
  trunksOf,
} from "#core/layout/place/trunks.ts";
import { type Arrow, childrenOf, isFrame, type Item, type Scene } from "#core/layout/scene/scene.ts";

/** How one arrow is drawn: its line, of horizontal and vertical pieces, and where its label lies (none for further targets). */
export interface Route {
  readonly points: readonly Point[];
  readonly label: Rect | undefined;
}

/** The dot that shows where a compound starts, and the line from it to that child. */
export interface Marker {
  /** Path id of the compound. */
  readonly parent: string;
  readonly child: string;
  readonly at: Rect;
  readonly points: readonly Point[];
}

export interface Placed {
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly routes: ReadonlyMap<string, Route>;
  readonly markers: readonly Marker[];
  /** By note id. */
  readonly notes: ReadonlyMap<string, PlacedNote>;
}

export const DOT = 10;
const GAP = { map: 16, flow: 26, full: 28 } as const;
const CHANNEL = { map: 18, flow: 28, full: 30 } as const;

/** What stands in a cell, with the inside of a frame solved. Points are relative to the cell's upper left corner. */
interface Solved {
  readonly cell: CellShape;
  readonly card?: BoxShape;
  /** Of a frame: corners of its cells, relative to its own corner, and the ways of its legs by trunk. */
  readonly corners?: ReadonlyMap<string, Point>;
  readonly ways?: ReadonlyMap<string, readonly Point[]>;
  /** Of a frame: notes in its head, relative to its corner. */
  readonly inHead?: ReadonlyMap<string, PlacedNote>;
}

/** Places for everything in a scene, by sums: sizes from the inside out, then corners and lines from the outside in. */
export function placeScene(given: Scene, wanted: Orders): Placed {
  const { scene, orders } = withStrips(given, wanted);
  const table = tableOf(scene, orders);
  const root = scene.items.get(scene.root);
  if (root) solve(table, root);
  return compose(table);
}

interface Table {
  readonly scene: Scene;
  readonly orders: Orders;
  readonly trunks: readonly Trunk[];
  readonly legs: ReadonlyMap<string, readonly Leg[]>;
  /** Ports by the box that they belong to. */
  readonly ports: ReadonlyMap<string, readonly BoxPort[]>;
  readonly inner: ReadonlyMap<string, readonly Arrow[]>;
  readonly starts: ReadonlySet<string>;
  readonly solved: Map<string, Solved>;
}

function tableOf(scene: Scene, orders: Orders): Table {
  const trunks = trunksOf(scene);
  const legs = legsOf(scene, trunks, orders);
  const ports = new Map<string, BoxPort[]>();
  for (const some of legs.values())
    for (const { trunk, a, b } of some)
      for (const end of [a, b]) {
        if (!("cell" in end) || end.end === undefined) continue;
        const list = ports.get(end.cell) ?? [];
        list.push({ key: portKey(trunk, end.end), trunk, end: end.end, side: end.side });
        ports.set(end.cell, list);
      }
  const inner = new Map<string, Arrow[]>();
  for (const arrow of scene.arrows) {
    const from = scene.items.get(arrow.from);
    const at =
      arrow.role === "tick" || arrow.role === "arc"
        ? from?.parent
        : arrow.role === "line" && arrow.from === arrow.to
          ? arrow.from
          : undefined;
    if (at !== undefined) inner.set(at, [...(inner.get(at) ?? []), arrow]);
  }
  return {
    scene,
    orders,
    trunks,
    legs,
    ports,
    inner,
    starts: new Set(scene.initials.values()),
    solved: new Map(),
  };
}

const portKey = (trunk: Trunk, end: "a" | "b"): string => `${trunk.id}\t${end}`;

function solve(table: Table, item: Item): Solved {
  const { scene } = table;
  const ports = table.ports.get(item.id) ?? [];
  const parent = item.parent === undefined ? undefined : scene.items.get(item.parent);
  const starts =
    item.shape !== "strip" && table.starts.has(item.id) && parent?.shape !== "card" && item.shape !== "row";
  const loops = (item.shape === "card" ? [] : (table.inner.get(item.id) ?? [])).filter(
    (a) => a.from === a.to,
  );
  let solved: Solved;
  if (item.shape === "card") {
    const rows = childrenOf(scene).get(item.id) ?? [];
    const own = ports.map((port) => ({ key: port.key, side: port.side, end: port.trunk[port.end] }));
    const card = cardShape(item, rows, table.inner.get(item.id) ?? [], own);
    solved = { cell: noted(scene, item, shifted(card, starts), card.rows), card };
  } else if (isFrame(item)) {
    const frame = solveFrame(table, item);
    solved = { ...frame, cell: cellShape(item, frame.size, ports, loops, starts) };
  } else solved = { cell: noted(scene, item, cellShape(item, item.content.size, ports, loops, starts)) };
  table.solved.set(item.id, solved);
  return solved;
}

/** A cell with the notes on what stands in it. */
const noted = (scene: Scene, item: Item, cell: CellShape, rows?: ReadonlyMap<string, Rect>): CellShape =>
  besideNotes(cell, notesAt(scene, item, cell, rows), noteSide(cell, item));

/** A card as a cell: its ports are its own, below the room for the dot. */
function shifted(card: BoxShape, starts: boolean): CellShape {
  const top = starts ? START : 0;
  const ports = new Map<string, Port>();
  for (const [key, port] of card.ports) {
    const across = port.side === "left" || port.side === "right";
    const at = port.side === "top" && starts ? port.at + 14 : port.at + (across ? top : 0);
    ports.set(key, {
      side: port.side,
      at,
      lead: (anchor) => {
        const own = port
          .lead(anchor)
          .map((p) => ({ x: port.side === "top" && starts ? p.x + 14 : p.x, y: p.y + top }));
        return port.side === "top" && starts ? [...own, { x: at, y: 0 }] : own;
      },
    });
  }
  return {
    size: { w: card.size.w, h: card.size.h + top },
    box: { x: 0, y: top, ...card.size },
    ports,
    labels: new Map(),
    loops: new Map(),
  };
}
const START = 17;
const NO_PAD = { left: 0, right: 0, top: 0, bottom: 0 };

function solveFrame(table: Table, frame: Item): Omit<Solved, "cell"> & { size: Size } {
  const { scene, orders } = table;
  const order = orders.get(frame.id);
  if (!order) throw new Error(`No order for ${frame.id || "the machine"}`);
  const cells = new Map<string, Size>();
  for (const id of order.lines.flat()) {
    const item = scene.items.get(id);
    if (item) cells.set(id, solve(table, item).cell.size);
  }
  const legs = table.legs.get(frame.id) ?? [];
  const links: Link[] = legs.map(({ trunk, a, b }) => ({
    id: trunk.id,
    net: trunk.net,
    a: linkEnd(table, trunk, a),
    b: linkEnd(table, trunk, b),
  }));
  const isRoot = frame.id === scene.root;
  const strip = frame.shape === "strip";
  const said = strip
    ? 0
    : isRoot && frame.level === "map" && frame.content.rows.length === 0
      ? 8
      : Math.max(
          frame.content.head,
          frame.level === "map" ? MAP.frameH : HEADER_H,
          wordsBeside(table, frame),
        );
  const above = notesInHead(scene, frame, Math.min(said, Math.max(frame.content.head, 8)));
  const head = Math.max(said, Math.min(said, Math.max(frame.content.head, 8)) + above.size.h);
  const side = frame.level === "map" ? (isRoot ? 8 : 10) : 20;
  const solved = solveGrid({
    flow: order.flow,
    lines: order.lines,
    cells,
    links,
    pad: strip ? NO_PAD : { left: side, right: side, top: 4, bottom: side },
    gap: frame.shape === "parallel" ? 12 : GAP[frame.level],
    channel: frame.shape === "parallel" ? 12 : CHANNEL[frame.level],
    least: { w: Math.max(frame.content.size.w, above.size.w), h: 0 },
  });
  const down = ({ x, y }: Point) => ({ x, y: y + head });
  return {
    size: { w: solved.size.w, h: solved.size.h + head },
    corners: new Map([...solved.corners].map(([id, at]) => [id, down(at)])),
    inHead: above.notes,
    // what leads to the upper side of the frame passes its head
    ways: new Map([...solved.ways].map(([id, points]) => [id, points.map(down)])),
  };
}

/** Height of what is said beside a frame of the lines that leave it: its head is as high, so that nothing from inside comes there. */
function wordsBeside(table: Table, frame: Item): number {
  const own = (table.ports.get(frame.id) ?? []).flatMap(({ trunk, end }) =>
    trunk.arrows.flatMap(({ arrow, forward }) =>
      forward === (end === "a") && arrow.label.size.h > 0 ? [arrow.label.size.h + 8] : [],
    ),
  );
  const loops = (table.inner.get(frame.id) ?? []).map((arrow) => arrow.label.size.h + 8);
  return [...own, ...loops].reduce((sum, h) => sum + h, 0);
}

function linkEnd(table: Table, trunk: Trunk, end: LegEnd): End {
  if (!("cell" in end)) return { gate: end.gate };
  const solved = table.solved.get(end.cell) as Solved;
  if (end.end !== undefined) {
    const port = solved.cell.ports.get(portKey(trunk, end.end)) as Port;
    return { cell: end.cell, side: port.side, at: port.at };
  }
  const way = solved.ways?.get(trunk.id);
  const last = way?.at(-1) ?? { x: 0, y: 0 };
  const { box } = solved.cell;
  const at = end.side === "top" || end.side === "bottom" ? last.x + box.x : last.y + box.y;
  return { cell: end.cell, side: end.side, at };
}

const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });

function compose(table: Table): Placed {
  const { scene } = table;
  const boxes = new Map<string, Rect>();
  const cells = new Map<string, Point>();
  const markers: Marker[] = [];
  const notes = new Map<string, PlacedNote>();
  const put = (id: string, cell: Point) => {
    const solved = table.solved.get(id);
    if (!solved) return;
    cells.set(id, cell);
    const box = { ...add(cell, solved.cell.box), w: solved.cell.box.w, h: solved.cell.box.h };
    boxes.set(id, box);
    if (isStrip(id)) boxes.delete(id);
    if (solved.cell.box.y > 0) markers.push(markerOf(scene, id, cell, box));
    for (const [note, place] of solved.cell.notes ?? []) notes.set(note, movedNote(place, cell));
    for (const [note, place] of solved.inHead ?? []) notes.set(note, movedNote(place, box));
    for (const [row, rect] of solved.card?.rows ?? [])
      boxes.set(row, { ...rect, x: rect.x + box.x, y: rect.y + box.y });
    for (const [child, corner] of solved.corners ?? []) put(child, add(box, corner));
  };
  put(scene.root, { x: 0, y: 0 });
  const routes = new Map<string, Route>();
  const legsByTrunk = new Map<string, Leg[]>();
  for (const legs of table.legs.values())
    for (const leg of legs) legsByTrunk.set(leg.trunk.id, [...(legsByTrunk.get(leg.trunk.id) ?? []), leg]);
  // from the outside in
  const depth = (leg: Leg) => scene.items.get(leg.frame)?.depth ?? 0;
  for (const legs of legsByTrunk.values()) legs.sort((a, b) => depth(a) - depth(b));
  for (const trunk of table.trunks) {
    const middle = middleOf(table, legsByTrunk.get(trunk.id) ?? [], boxes, cells);
    if (!middle) continue;
    for (const { arrow, forward } of trunk.arrows) {
      const [from, to] = forward ? (["a", "b"] as const) : (["b", "a"] as const);
      const start = leadOf(table, trunk, from, arrow.from, cells);
      const end = leadOf(table, trunk, to, arrow.to, cells);
      const between = forward ? middle : middle.toReversed();
      const label = labelOf(table, trunk[from].block, arrow, cells);
      routes.set(arrow.id, { points: straighten([...start, ...between, ...end.toReversed()]), label });
    }
  }
  for (const [at, arrows] of table.inner)
    for (const arrow of arrows) {
      const box = boxes.get(at);
      const cell = cells.get(at);
      const solved = table.solved.get(at);
      const own = solved?.card?.inner.get(arrow.id) ?? solved?.cell.loops.get(arrow.id);
      if (!own || !box || !cell) continue;
      const from = solved?.card ? box : cell;
      routes.set(arrow.id, { points: own.map((p) => add(p, from)), label: labelOf(table, at, arrow, cells) });
    }
  return { boxes, routes, markers, notes };
}

const movedNote = ({ at, tip }: PlacedNote, by: Point): PlacedNote => ({
  at: { ...at, x: at.x + by.x, y: at.y + by.y },
  ...(tip ? { tip: add(tip, by) } : {}),
});

function markerOf(scene: Scene, id: string, cell: Point, box: Rect): Marker {
  const at = { x: box.x + START_X - DOT / 2, y: cell.y, w: DOT, h: DOT };
  const parent = realParent(scene, id);
  const x = box.x + START_X;
  return {
    parent,
    child: id,
    at,
    points: [
      { x, y: cell.y + DOT / 2 },
      { x, y: box.y },
    ],
  };
}

function realParent(scene: Scene, id: string): string {
  const parent = scene.items.get(id)?.parent ?? scene.root;
  return isStrip(parent) ? (scene.items.get(parent)?.parent ?? scene.root) : parent;
}

function labelOf(
  table: Table,
  block: string,
  arrow: Arrow,
  cells: ReadonlyMap<string, Point>,
): Rect | undefined {
  const rect = table.solved.get(block)?.cell.labels.get(arrow.id);
  const cell = cells.get(block);
  return rect && cell ? { ...rect, x: rect.x + cell.x, y: rect.y + cell.y } : undefined;
}

/** From the row, or the box, to where the line leaves its cell. */
function leadOf(
  table: Table,
  trunk: Trunk,
  end: "a" | "b",
  anchor: string,
  cells: ReadonlyMap<string, Point>,
): Point[] {
  const { block } = trunk[end];
  const cell = cells.get(block);
  const port = table.solved.get(block)?.cell.ports.get(portKey(trunk, end));
  if (!cell || !port) return [];
  const known = trunk[end].anchors.includes(anchor) ? anchor : block;
  return port.lead(known).map((p) => add(p, cell));
}

/** The line between the cells of its ends: out of the frames around the one, into those around the other. */
function middleOf(
  table: Table,
  legs: readonly Leg[],
  boxes: ReadonlyMap<string, Rect>,
  cells: ReadonlyMap<string, Point>,
): Point[] | undefined {
  const wayOf = (leg: Leg): Point[] => {
    const box = boxes.get(leg.frame) ?? cells.get(leg.frame);
    const way = table.solved.get(leg.frame)?.ways?.get(leg.trunk.id) ?? [];
    return box ? way.map((p) => add(p, box)) : [];
  };
  const of = (part: Leg["part"]) => legs.filter((leg) => leg.part === part);
  if (of("across").length === 0) return undefined;
  return [
    ...of("a").toReversed().flatMap(wayOf),
    ...of("across").flatMap(wayOf),
    ...of("b").flatMap((leg) => wayOf(leg).toReversed()),
  ];
}
