import { HEADER_H } from "#core/layout/content/stateContent.ts";
import { MAP } from "#core/layout/content/mapContent.ts";
import type { Point, Size } from "#core/layout/geometry.ts";
import type { End, Link } from "#core/layout/grid/gridTypes.ts";
import { solveGrid } from "#core/layout/grid/solveGrid.ts";
import { cellShape, leaving, type Passing, START_H } from "#core/layout/place/boxShape.ts";
import { cardCell } from "#core/layout/place/cardCell.ts";
import { cardShape } from "#core/layout/place/cardShape.ts";
import { besideNotes, noteSide, notesAt, notesInHead } from "#core/layout/place/noteCells.ts";
import type { BoxShape, CellShape, Port } from "#core/layout/place/shapes.ts";
import { portKey, type Table } from "#core/layout/place/sceneTable.ts";
import type { Around, Needs, Solutions, Solved } from "#core/layout/place/solutions.ts";
import { withStems } from "#core/layout/place/forks.ts";
import type { Leg, LegEnd } from "#core/layout/place/legs.ts";
import type { FrameLines } from "#core/layout/place/sides.ts";
import { isFork, type Trunk } from "#core/layout/place/trunks.ts";
import { childrenOf, isFrame, type Item, type Scene } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

const GAP = { map: 16, flow: 26, full: 28 } as const;
const CHANNEL = { map: 18, flow: 28, full: 30 } as const;

interface Work extends Table {
  readonly solved: Map<string, Solved>;
  readonly solutions: Solutions;
}
export interface SolvedTable extends Table {
  readonly solved: ReadonlyMap<string, Solved>;
}

/** Solves each cell, with sizes from the inside out. Earlier solutions are taken from the cache. */
export function* solveScene(table: Table, solutions: Solutions): Steps<SolvedTable> {
  solutions.beginPicture();
  const work: Work = { ...table, solved: new Map(), solutions };
  const root = table.scene.items.get(table.scene.root);
  if (root) yield* solve(work, root);
  return work;
}

function* solve(work: Work, item: Item): Steps<Solved> {
  const { scene, solutions } = work;
  const order = isFrame(item) ? work.orders.get(item.id) : undefined;
  if (isFrame(item) && !order) throw new Error(`No order for ${item.id || "the machine"}`);
  const cells: [string, Solved][] = [];
  for (const line of order?.lines ?? NONE)
    for (const id of line) {
      const child = scene.items.get(id);
      if (child) cells.push([id, yield* solve(work, child)]);
    }
  const lines = linesAt(work, item, order, cells);
  const again = () => {
    const needs = needsOf(work, lines);
    const owner = item.shape === "strip" ? scene.items.get(item.parent ?? "") : item;
    return solutions.of((owner ?? item).content, needs, () => cellOf(needs));
  };
  const solved = item.shape === "card" || scene.notes ? again() : solutions.unchanged(lines, again);
  work.solved.set(item.id, solved);
  yield;
  return solved;
}

const NONE: readonly never[] = [];

/** What meets the cell of a state, and what is in it. */
function linesAt(
  { scene, starts, ports, inner, legs }: Work,
  item: Item,
  order: FrameLines | undefined,
  cells: Around["cells"],
): Around {
  const { id, shape } = item;
  return {
    item,
    isRoot: id === scene.root,
    starts: shape !== "strip" && shape !== "row" && starts.has(id) && !isInCard(scene, item),
    ports: ports.get(id) ?? NONE,
    inner: inner.get(id) ?? NONE,
    order,
    cells,
    legs: order ? (legs.get(id) ?? NONE) : NONE,
  };
}

const isInCard = ({ items }: Scene, { parent }: Item): boolean =>
  parent !== undefined && items.get(parent)?.shape === "card";

/** All that the cell of a state depends on, with what is inside of it solved. */
function needsOf({ scene }: Work, lines: Around): Needs {
  const { item } = lines;
  const rows = item.shape === "card" ? (childrenOf(scene).get(item.id) ?? NONE) : NONE;
  return { ...lines, rows, notes: notesOf(scene, item, rows), cells: new Map(lines.cells) };
}

const NO_NOTES: NonNullable<Scene["notes"]> = new Map();

/** The notes on a state and on its rows. */
function notesOf(scene: Scene, item: Item, rows: readonly Item[]): NonNullable<Scene["notes"]> {
  const { notes } = scene;
  if (!notes || notes.size === 0) return NO_NOTES;
  const noteEntries = [item, ...rows].flatMap(({ id }) => {
    const list = notes.get(id);
    return list ? [[id, list] as const] : [];
  });
  return noteEntries.length === 0 ? NO_NOTES : new Map(noteEntries);
}

/** The branches of a fork leave it by one port. */
const cellOf = (needs: Needs): Solved => withStems(needs.ports, (ports) => solvedCell({ ...needs, ports }));

function solvedCell(needs: Needs): Solved {
  const { item, ports, inner, rows, starts, order, notes } = needs;
  const noted = (cell: CellShape, at?: BoxShape["rows"]): CellShape =>
    besideNotes(cell, notesAt(notes, item, cell, at), noteSide(cell, item));
  if (item.shape === "card") {
    const cellPorts = ports.map((port) => ({
      key: port.key,
      side: port.side,
      end: port.trunk[port.end],
      arrows: leaving(port),
      fork: isFork(port.trunk),
    }));
    const card = cardShape(item, rows, inner, cellPorts);
    return { cell: noted(cardCell(card, cellPorts, starts ? START_H : 0), card.rows), card };
  }
  const loops = inner.filter((a) => a.from === a.to);
  if (!order) return { cell: noted(cellShape(item, item.content.size, ports, loops, starts)) };
  const frame = solveFrame(needs, order);
  const passing = passingOf(needs.legs, frame.ways);
  return { ...frame, cell: cellShape(item, frame.size, ports, loops, starts, passing) };
}

/** Where lines from inside of a frame pass its border. */
const passingOf = (legs: readonly Leg[], ways: ReadonlyMap<string, readonly Point[]>): Passing[] =>
  legs.flatMap(({ trunk, b }) => {
    const last = ways.get(trunk.id)?.at(-1);
    if (!("gate" in b) || !last) return [];
    return { side: b.gate, at: b.gate === "top" || b.gate === "bottom" ? last.x : last.y };
  });

const NO_PAD = { left: 0, right: 0, top: 0, bottom: 0 };

function solveFrame(
  needs: Needs,
  order: FrameLines,
): Required<Omit<Solved, "cell" | "card">> & { readonly size: Size } {
  const { item: frame, isRoot, cells, legs } = needs;
  const links: Link[] = legs.map(({ trunk, a, b }) => ({
    id: trunk.id,
    net: trunk.net,
    a: linkEnd(cells, trunk, a),
    b: linkEnd(cells, trunk, b),
  }));
  const strip = frame.shape === "strip";
  const labelHeight = strip
    ? 0
    : frame.id === "" && frame.level === "map" && frame.content.rows.length === 0
      ? 8
      : Math.max(frame.content.head, frame.level === "map" ? MAP.frameH : HEADER_H, wordsBeside(needs));
  const above = notesInHead(needs.notes, frame, Math.min(labelHeight, Math.max(frame.content.head, 8)));
  const head = Math.max(labelHeight, Math.min(labelHeight, Math.max(frame.content.head, 8)) + above.size.h);
  const side = frame.level === "map" ? (isRoot ? 8 : 10) : 20;
  const solved = solveGrid({
    flow: order.flow,
    lines: order.lines,
    cells: new Map([...cells].map(([id, { cell }]) => [id, cell.size])),
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

/** Height of the labels beside a frame, of the lines that leave it: its head is as high, so that nothing from inside reaches them. */
function wordsBeside({ ports, inner }: Needs): number {
  const heights = ports.flatMap(({ trunk, end }) =>
    trunk.arrows.flatMap(({ arrow, forward }) =>
      forward === (end === "a") && arrow.label.size.h > 0 ? [arrow.label.size.h + 8] : [],
    ),
  );
  const loops = inner.map((arrow) => arrow.label.size.h + 8);
  return [...heights, ...loops].reduce((sum, h) => sum + h, 0);
}

function linkEnd(cells: ReadonlyMap<string, Solved>, trunk: Trunk, end: LegEnd): End {
  if (!("cell" in end)) return { gate: end.gate };
  const solved = cells.get(end.cell) as Solved;
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
