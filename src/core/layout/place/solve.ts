import { HEADER_H } from "#core/layout/content/stateContent.ts";
import { MAP } from "#core/layout/content/mapContent.ts";
import type { Point, Size } from "#core/layout/geometry.ts";
import type { End, Link } from "#core/layout/grid/gridTypes.ts";
import { solveGrid } from "#core/layout/grid/solveGrid.ts";
import { type CellShape, cellShape } from "#core/layout/place/boxShape.ts";
import { type BoxShape, cardShape, type Port } from "#core/layout/place/cardShape.ts";
import { portKey, type Table } from "#core/layout/place/sceneTable.ts";
import type { Needs, Solutions, Solved } from "#core/layout/place/solutions.ts";
import type { FrameLines, LegEnd, Trunk } from "#core/layout/place/trunks.ts";
import { childrenOf, isFrame, type Item } from "#core/layout/scene/scene.ts";

const GAP = { map: 16, flow: 26, full: 28 } as const;
const CHANNEL = { map: 18, flow: 28, full: 30 } as const;

interface Work extends Table {
  readonly solved: Map<string, Solved>;
  readonly solutions: Solutions;
}
export interface SolvedTable extends Table {
  readonly solved: ReadonlyMap<string, Solved>;
}

/** What stands in each cell: sizes from the inside out. What was solved before is taken from there. */
export function solveScene(table: Table, solutions: Solutions): SolvedTable {
  const work: Work = { ...table, solved: new Map(), solutions };
  const root = table.scene.items.get(table.scene.root);
  if (root) solve(work, root);
  return work;
}

function solve(work: Work, item: Item): Solved {
  const { scene } = work;
  const needs = needsOf(work, item);
  const owner = item.shape === "strip" ? scene.items.get(item.parent ?? "") : item;
  const solved = work.solutions.of((owner ?? item).content, needs, () => cellOf(needs));
  work.solved.set(item.id, solved);
  return solved;
}

const NONE: readonly never[] = [];

/** What the cell of a state depends on, with what is inside of it solved. */
function needsOf(work: Work, item: Item): Needs {
  const { scene, orders } = work;
  const parent = item.parent === undefined ? undefined : scene.items.get(item.parent);
  const order = isFrame(item) ? orders.get(item.id) : undefined;
  if (isFrame(item) && !order) throw new Error(`No order for ${item.id || "the machine"}`);
  const cells = new Map<string, Solved>();
  for (const line of order?.lines ?? NONE)
    for (const id of line) {
      const child = scene.items.get(id);
      if (child) cells.set(id, solve(work, child));
    }
  return {
    item,
    isRoot: item.id === scene.root,
    starts:
      item.shape !== "strip" && work.starts.has(item.id) && parent?.shape !== "card" && item.shape !== "row",
    ports: work.ports.get(item.id) ?? NONE,
    inner: work.inner.get(item.id) ?? NONE,
    rows: item.shape === "card" ? (childrenOf(scene).get(item.id) ?? NONE) : NONE,
    order,
    cells,
    legs: order ? (work.legs.get(item.id) ?? NONE) : NONE,
  };
}

function cellOf(needs: Needs): Solved {
  const { item, ports, inner, rows, starts, order } = needs;
  if (item.shape === "card") {
    const own = ports.map((port) => ({ key: port.key, side: port.side, end: port.trunk[port.end] }));
    const card = cardShape(item, rows, inner, own);
    return { cell: shifted(card, starts), card };
  }
  const loops = inner.filter((a) => a.from === a.to);
  if (!order) return { cell: cellShape(item, item.content.size, ports, loops, starts) };
  const frame = solveFrame(needs, order);
  return { ...frame, cell: cellShape(item, frame.size, ports, loops, starts) };
}

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

function solveFrame(
  needs: Needs,
  order: FrameLines,
): { size: Size; corners: ReadonlyMap<string, Point>; ways: ReadonlyMap<string, readonly Point[]> } {
  const { item: frame, isRoot, cells, legs } = needs;
  const links: Link[] = legs.map(({ trunk, a, b }) => ({
    id: trunk.id,
    net: trunk.net,
    a: linkEnd(cells, trunk, a),
    b: linkEnd(cells, trunk, b),
  }));
  const strip = frame.shape === "strip";
  const head = strip
    ? 0
    : isRoot && frame.level === "map" && frame.content.rows.length === 0
      ? 8
      : Math.max(frame.content.head, frame.level === "map" ? MAP.frameH : HEADER_H, wordsBeside(needs));
  const side = frame.level === "map" ? (isRoot ? 8 : 10) : 20;
  const solved = solveGrid({
    flow: order.flow,
    lines: order.lines,
    cells: new Map([...cells].map(([id, { cell }]) => [id, cell.size])),
    links,
    pad: strip ? NO_PAD : { left: side, right: side, top: 4, bottom: side },
    gap: frame.shape === "parallel" ? 12 : GAP[frame.level],
    channel: frame.shape === "parallel" ? 12 : CHANNEL[frame.level],
    least: { w: frame.content.size.w, h: 0 },
  });
  const down = ({ x, y }: Point) => ({ x, y: y + head });
  return {
    size: { w: solved.size.w, h: solved.size.h + head },
    corners: new Map([...solved.corners].map(([id, at]) => [id, down(at)])),
    // what leads to the upper side of the frame passes its head
    ways: new Map([...solved.ways].map(([id, points]) => [id, points.map(down)])),
  };
}

/** Height of what is said beside a frame of the lines that leave it: its head is as high, so that nothing from inside comes there. */
function wordsBeside({ ports, inner }: Needs): number {
  const own = ports.flatMap(({ trunk, end }) =>
    trunk.arrows.flatMap(({ arrow, forward }) =>
      forward === (end === "a") && arrow.label.size.h > 0 ? [arrow.label.size.h + 8] : [],
    ),
  );
  const loops = inner.map((arrow) => arrow.label.size.h + 8);
  return [...own, ...loops].reduce((sum, h) => sum + h, 0);
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
