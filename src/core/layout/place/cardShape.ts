import { type ArcNet, arcNetsOf } from "#core/layout/place/arcs.ts";
import { MAP } from "#core/layout/content/mapContent.ts";
import type { Point, Rect, Size } from "#core/layout/geometry.ts";
import type { Side } from "#core/layout/grid/gridTypes.ts";
import type { Arrow, Item } from "#core/layout/scene/scene.ts";
import type { TrunkEnd } from "#core/layout/place/trunks.ts";

/** Where a line leaves a box, and how arrows lead there from their rows. Relative to the box. */
export interface Port {
  readonly side: Side;
  readonly at: number;
  /** From the row (or the box) to the border; by anchor. */
  readonly lead: (anchor: string) => readonly Point[];
}

/** A box with what belongs to it, relative to its upper left corner. */
export interface BoxShape {
  readonly size: Size;
  readonly rows: ReadonlyMap<string, Rect>;
  readonly ports: ReadonlyMap<string, Port>;
  readonly inner: ReadonlyMap<string, readonly Point[]>;
}

const LANE = 8;
/** Half the size of a row's dot. */
export const DOT_R = 4;

export interface CardPort {
  readonly key: string;
  readonly end: TrunkEnd;
  readonly side: Side;
}

/**
 * A phase as a card: its rows below each other on a rail of dots, ticks on the rail, arcs between other rows in lanes at the right, and
 * threads that gather the rows which a line leaves.
 */
export function cardShape(
  card: Item,
  rows: readonly Item[],
  arrows: readonly Arrow[],
  ports: readonly CardPort[],
): BoxShape {
  const head = card.content.head;
  const rowY = new Map(rows.map((row, i) => [row.id, head + i * MAP.rowH + MAP.rowH / 2]));
  const titleY = Math.min(head, MAP.headH) / 2 + 1;
  const arcs = arrows.filter((arrow) => arrow.role === "arc");
  const threads = ports.filter(({ end }) => end.anchors.length > 1);
  const leftLanes = threads.filter(({ side }) => side === "left");
  const nets = arcNetsOf(
    arcs,
    rows.map((row) => row.id),
  );
  const laneCount = countLanes(nets, "right");
  const leftArcs = countLanes(nets, "left");
  const rightThreads = threads.filter(({ side }) => side !== "left");
  const left = (leftLanes.length + leftArcs) * LANE;
  const widest = Math.max(0, ...rows.map((row) => row.content.size.w));
  const rowsEnd = left + MAP.names + widest + 4;
  const laneEnd = rowsEnd + (laneCount + rightThreads.length) * LANE;
  // what begins the card again comes to its title from the right
  const beside = arcs.some((arrow) => arrow.to === card.id) ? laneCount * LANE + 6 : 0;
  const w = Math.ceil(Math.max(card.content.size.w + beside, laneEnd + MAP.side));
  const h = head + rows.length * MAP.rowH + MAP.footH;
  const rail = left + MAP.rail;
  const shift = w - MAP.side - laneEnd;
  const end = rowsEnd + shift;
  const boxes = new Map<string, Rect>();
  for (const row of rows)
    boxes.set(row.id, {
      x: left + MAP.names - 3,
      y: (rowY.get(row.id) ?? 0) - MAP.rowH / 2 + 1,
      w: end - left - MAP.names + 3,
      h: MAP.rowH - 2,
    });
  const slots = slotsOf(card, ports, nets, (row) => rowY.get(row));
  const yOf = (anchor: string, leaving: boolean) => rowY.get(anchor) ?? (leaving ? h - 9 : titleY);
  const atRow = (key: string, anchor: string, leaving = false) =>
    yOf(anchor, leaving) + (slots.get(`${anchor} ${key}`) ?? 0);
  const found = new Map<string, Port>();
  for (const { key, end: trunkEnd, side } of ports) {
    const [first = card.id] = trunkEnd.anchors;
    const out = trunkEnd.leaves && !trunkEnd.enters;
    if (side === "top") found.set(key, { side, at: rail, lead: () => [{ x: rail, y: 0 }] });
    else if (side === "bottom")
      found.set(key, {
        side,
        at: rail,
        lead: () => [
          { x: rail, y: (rowY.get(first) ?? h - 9) + DOT_R },
          { x: rail, y: h },
        ],
      });
    else {
      const onLeft = side === "left";
      const lane = (onLeft ? leftLanes : rightThreads).findIndex((thread) => thread.key === key);
      const x = onLeft ? 5 + lane * LANE : end + (laneCount + lane + 1) * LANE;
      const [border, rowEnd] = onLeft ? [0, rail - DOT_R] : [w, end];
      const y = atRow(slotKey({ key, end: trunkEnd }), first, out);
      found.set(key, {
        side,
        at: y,
        lead: (anchor) => {
          const own = anchor === first ? y : atRow(slotKey({ key, end: trunkEnd }), anchor, out);
          const start = rowY.has(anchor) ? [{ x: rowEnd, y: own }] : [];
          if (lane < 0 || own === y) return [...start, { x: border, y }];
          return [
            ...(rowY.has(anchor) ? start : [{ x: onLeft ? 0 : w, y: own }]),
            { x, y: own },
            { x, y },
            { x: border, y },
          ];
        },
      });
    }
  }
  const inner = new Map<string, readonly Point[]>();
  for (const arrow of arrows)
    if (arrow.role === "tick")
      inner.set(arrow.id, [
        { x: rail, y: (rowY.get(arrow.from) ?? 0) + DOT_R },
        { x: rail, y: (rowY.get(arrow.to) ?? 0) - DOT_R },
      ]);
  for (const net of nets) {
    const x = net.side === "right" ? end + (net.lane + 1) * LANE : rail - DOT_R - 9 - net.lane * LANE;
    const rowEnd = net.side === "right" ? end : rail - DOT_R;
    for (const arrow of net.arrows) {
      const y1 = atRow(`${net.key} from`, arrow.from);
      const y2 = atRow(`${net.key} into`, arrow.to);
      inner.set(arrow.id, [
        { x: rowEnd, y: y1 },
        { x, y: y1 },
        { x, y: y2 },
        { x: rowY.has(arrow.to) ? rowEnd : w, y: y2 },
      ]);
    }
  }
  return { size: { w, h }, rows: boxes, ports: found, inner };
}

const countLanes = (nets: readonly ArcNet[], side: Side): number =>
  Math.max(0, ...nets.map((net) => (net.side === side ? net.lane + 1 : 0)));

/** What meets a row at one height: all lines that only leave it, all of a net that enter it, else each line its own. */
function slotKey({ key, end }: Pick<CardPort, "key" | "end">): string {
  if (end.anchors.length > 1 || (end.leaves && end.enters)) return key;
  return end.enters ? "into" : "from";
}

const SLOT = 5;
const SLOTS = 14;

/** How far from the middle of its row what meets it there does so, by row and slot. */
function slotsOf(
  card: Item,
  ports: readonly CardPort[],
  nets: readonly ArcNet[],
  rowY: (row: string) => number | undefined,
): ReadonlyMap<string, number> {
  const users = new Map<string, Map<string, number>>();
  const occupy = (row: string, side: Side, key: string, rank: number) => {
    const at = `${row} ${side}`;
    const some = users.get(at) ?? new Map<string, number>();
    users.set(at, some);
    some.set(`${row} ${key}`, (some.get(`${row} ${key}`) ?? 0) + rank);
  };
  for (const { key, side, arrows } of nets)
    for (const { from, to } of arrows) {
      // what comes from above, or goes there, meets the row above all else
      const down = Math.sign((rowY(to) ?? 0) - (rowY(from) ?? 0)) || 0.5;
      occupy(from, side, `${key} from`, down);
      occupy(to, side, `${key} into`, -down);
    }
  for (const port of ports) {
    if (port.side !== "left" && port.side !== "right") continue;
    for (const anchor of port.end.anchors.length > 0 ? port.end.anchors : [card.id])
      occupy(anchor, port.side, slotKey(port), 0);
  }
  const found = new Map<string, number>();
  for (const some of users.values()) {
    const order = [...some].sort(([, a], [, b]) => a - b);
    const step = Math.min(SLOT, SLOTS / Math.max(1, order.length - 1));
    order.forEach(([key], i) => found.set(key, (i - (order.length - 1) / 2) * step));
  }
  return found;
}
