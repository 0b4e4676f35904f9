import { type ArcNet, arcNetsOf } from "#core/layout/place/arcs.ts";
import { MAP } from "#core/layout/content/mapContent.ts";
import type { BoxShape, CardPort, Port } from "#core/layout/place/shapes.ts";
import {
  type CardRows,
  cardRows,
  DOT_R,
  signRadius,
  slotKey,
  wordTops,
} from "#core/layout/place/cardRows.ts";
import type { Point, Rect, Size } from "#core/layout/geometry.ts";
import type { Side } from "#core/layout/grid/gridTypes.ts";
import type { Arrow, Item } from "#core/layout/scene/scene.ts";

const LANE = 8;
/** Distance in pixels between a dot and the point where several lines that leave it part. */
const STEM = 3;
/** Room in pixels for arrowheads on the left lanes, before the signs of the rows. */
const HEAD_ROOM = 9;

/** Between lanes and the words right of them, and between the card and the words beside it. */
export const NEAR = 4;

/** Columns of a card, from left to right. */
interface Columns {
  readonly w: number;
  readonly rail: number;
  /** Half the size of the largest sign on the rail that the lanes keep clear of. */
  readonly sign: number;
  /** Left end of the rows' boxes, and right end. */
  readonly start: number;
  readonly end: number;
  /** Left ends of the words inside. */
  readonly words: { readonly left: number; readonly right: number };
  /** Threads are outside of the arcs. */
  readonly arcs: { readonly left: number; readonly right: number };
  readonly leftThreads: number;
  /** Where a gathered line meets the title of the card, outside of all words; by port. */
  readonly gates: ReadonlyMap<string, number>;
}

/**
 * A phase as a card: its rows below each other on a rail of dots, ticks on the rail, arcs between other rows in lanes at the right, and
 * threads that gather the rows which a line leaves. Words of arcs stand right or left of the lanes, those of lines that leave it beside
 * the card.
 */
export function cardShape(
  card: Item,
  rows: readonly Item[],
  arrows: readonly Arrow[],
  ports: readonly CardPort[],
): BoxShape {
  const arcs = arrows.filter((arrow) => arrow.role === "arc");
  const nets = arcNetsOf(
    arcs,
    rows.map((row) => row.id),
  );
  const titleY = Math.min(card.content.head, MAP.headH) / 2 + 1;
  const heights = cardRows(
    card,
    rows,
    { nets, ticks: arrows.filter(({ role }) => role === "tick") },
    ports,
    titleY,
  );
  const columns = columnsOf(card, rows, nets, ports, heights);
  const h = heights.end + MAP.footH;
  const size = { w: columns.w, h };
  const boxes = new Map<string, Rect>();
  for (const row of rows) {
    const high = heights.height.get(row.id) ?? MAP.rowH;
    boxes.set(row.id, {
      x: columns.start,
      y: (heights.rowY.get(row.id) ?? 0) - high / 2 + 1,
      w: columns.end - columns.start,
      h: high - 2,
    });
  }
  const at = meetings(heights, titleY, h);
  return {
    size,
    rows: boxes,
    ports: portsOf(card, ports, columns, heights, size, at),
    inner: innerWays(arrows, nets, columns, heights, at),
    labels: labelsOf(heights, columns),
  };
}

function columnsOf(
  card: Item,
  rows: readonly Item[],
  nets: readonly ArcNet[],
  ports: readonly CardPort[],
  { slots }: CardRows,
): Columns {
  const threads = threadsOf(ports);
  const arcs = { left: countLanes(nets, "left"), right: countLanes(nets, "right") };
  const inside = (side: "left" | "right") => {
    const widths = slots.flatMap((slot) =>
      slot.side === side ? slot.words.flatMap(({ beside, size }) => (beside ? [] : [size.w])) : [],
    );
    return widths.length === 0 ? 0 : Math.max(...widths) + NEAR + (side === "left" ? 3 : 0);
  };
  const gated = (cardPorts: readonly CardPort[]) =>
    cardPorts.filter(({ end }) => end.anchors.includes(card.id));
  const [leftGates, rightGates] = [gated(threads.left), gated(threads.right)];
  const words = { left: inside("left"), right: inside("right") };
  const leftWords = words.left + (words.left > 0 ? leftGates.length * LANE : 0);
  const rightWords = words.right + (words.right > 0 ? rightGates.length * LANE : 0);
  const sign = arcs.left > 0 ? Math.max(DOT_R, ...rows.map(signRadius)) : DOT_R;
  const left = leftWords + (threads.left.length + arcs.left) * LANE + sign - DOT_R;
  const widest = Math.max(0, ...rows.map((row) => row.content.size.w));
  const rowsEnd = left + MAP.names + widest + 4;
  const laneEnd = rowsEnd + (arcs.right + threads.right.length) * LANE + rightWords;
  // what begins the card again comes to its title from the right
  const again = nets.some((net) => net.arrows.some((arrow) => arrow.to === card.id));
  const beside = again ? arcs.right * LANE + 6 + rightWords : 0;
  const w = Math.ceil(Math.max(card.content.size.w + beside, laneEnd + MAP.side));
  const shift = w - MAP.side - laneEnd;
  const end = rowsEnd + shift;
  const outside = end + (arcs.right + threads.right.length + 1) * LANE;
  const gates = new Map<string, number>();
  if (words.left > 0) leftGates.forEach(({ key }, i) => gates.set(key, 5 + i * LANE));
  if (words.right > 0)
    rightGates.forEach(({ key }, i) => gates.set(key, Math.max(outside, w - 5 - i * LANE)));
  return {
    gates,
    w,
    rail: left + MAP.rail,
    sign,
    start: left + MAP.names - 3,
    end,
    arcs,
    leftThreads: leftWords,
    words: { left: leftWords - NEAR, right: end + (arcs.right + threads.right.length) * LANE + NEAR + 2 },
  };
}

/** Lines that several rows lead to. */
function threadsOf(ports: readonly CardPort[]): { left: readonly CardPort[]; right: readonly CardPort[] } {
  const threads = ports.filter(({ end }) => end.anchors.length > 1);
  return {
    left: threads.filter(({ side }) => side === "left"),
    right: threads.filter(({ side }) => side !== "left"),
  };
}

/** At which height a line meets a row, or the card where it is none. */
type Meeting = (anchor: string, side: Side, key: string, leaving?: boolean) => number;

function meetings({ slots, rowY }: CardRows, titleY: number, h: number): Meeting {
  const offsets = new Map(slots.map(({ row, side, key, offset }) => [`${row} ${side} ${key}`, offset]));
  return (anchor, side, key, leaving = false) =>
    (rowY.get(anchor) ?? (leaving ? h - 9 : titleY)) + (offsets.get(`${anchor} ${side} ${key}`) ?? 0);
}

function portsOf(
  card: Item,
  ports: readonly CardPort[],
  { w, rail, end, arcs, leftThreads, gates }: Columns,
  { rowY, radius }: CardRows,
  { h }: Size,
  at: Meeting,
): Map<string, Port> {
  const threads = threadsOf(ports);
  const portsByKey = new Map<string, Port>();
  for (const port of ports) {
    const { key, end: trunkEnd, side } = port;
    const [first = card.id] = trunkEnd.anchors;
    const out = trunkEnd.leaves && !trunkEnd.enters;
    if (side === "top") portsByKey.set(key, { side, at: rail, lead: () => [{ x: rail, y: 0 }] });
    else if (side === "bottom")
      portsByKey.set(key, {
        side,
        at: rail,
        lead: () => [
          { x: rail, y: (rowY.get(first) ?? h - 9) + (radius.get(first) ?? DOT_R) },
          { x: rail, y: h },
        ],
      });
    else {
      const onLeft = side === "left";
      const lane = threads[side].findIndex((thread) => thread.key === key);
      const x = onLeft ? leftThreads + 5 + lane * LANE : end + (arcs.right + lane + 1) * LANE;
      const border = onLeft ? 0 : w;
      const rowEnd = (anchor: string) => (onLeft ? rail - (radius.get(anchor) ?? DOT_R) : end);
      const slot = slotKey(port);
      const y = at(first, side, slot, out);
      // what leaves a dot beside others begins at it all the same, and turns to its height there
      const startOf = (anchor: string, offset: number): Point[] => {
        const middle = rowY.get(anchor);
        if (middle === undefined) return [];
        const x = rowEnd(anchor);
        if (!onLeft || !out || Math.abs(offset - middle) <= (radius.get(anchor) ?? DOT_R) - 1)
          return [{ x, y: offset }];
        return [
          { x, y: middle },
          { x: x - STEM, y: middle },
          { x: x - STEM, y: offset },
        ];
      };
      portsByKey.set(key, {
        side,
        at: y,
        lead: (anchor) => {
          const offset = anchor === first ? y : at(anchor, side, slot, out);
          const start = startOf(anchor, offset);
          if (lane < 0 || offset === y) return [...start, { x: border, y }];
          const gate = rowY.has(anchor) ? undefined : gates.get(key);
          if (gate !== undefined)
            return [
              { x: border, y: offset },
              { x: gate, y: offset },
              { x: gate, y },
              { x: border, y },
            ];
          return [
            ...(rowY.has(anchor) ? start : [{ x: border, y: offset }]),
            { x, y: offset },
            { x, y },
            { x: border, y },
          ];
        },
      });
    }
  }
  return portsByKey;
}

/** Ticks on the rail, and arcs in their lanes. */
function innerWays(
  arrows: readonly Arrow[],
  nets: readonly ArcNet[],
  { w, rail, sign, end }: Columns,
  { rowY, radius }: CardRows,
  at: Meeting,
): Map<string, readonly Point[]> {
  const inner = new Map<string, readonly Point[]>();
  for (const arrow of arrows)
    if (arrow.role === "tick")
      inner.set(arrow.id, [
        { x: rail, y: (rowY.get(arrow.from) ?? 0) + (radius.get(arrow.from) ?? DOT_R) },
        { x: rail, y: (rowY.get(arrow.to) ?? 0) - (radius.get(arrow.to) ?? DOT_R) },
      ]);
  for (const net of nets) {
    const x = net.side === "right" ? end + (net.lane + 1) * LANE : rail - sign - HEAD_ROOM - net.lane * LANE;
    const rowEnd = (id: string) => (net.side === "right" ? end : rail - (radius.get(id) ?? DOT_R));
    for (const arrow of net.arrows) {
      const y1 = at(arrow.from, net.side, `${net.key} from`);
      const y2 = at(arrow.to, net.side, `${net.key} into`);
      inner.set(arrow.id, [
        { x: rowEnd(arrow.from), y: y1 },
        { x, y: y1 },
        { x, y: y2 },
        { x: rowY.has(arrow.to) ? rowEnd(arrow.to) : w, y: y2 },
      ]);
    }
  }
  return inner;
}

function labelsOf({ slots, rowY }: CardRows, { w, words }: Columns): Map<string, Rect> {
  const labels = new Map<string, Rect>();
  for (const slot of slots) {
    const y = rowY.get(slot.row);
    if (y === undefined) continue;
    const tops = wordTops(slot);
    slot.words.forEach(({ arrow, size, beside }, i) => {
      const onLeft = slot.side === "left";
      const x = beside ? (onLeft ? -NEAR - size.w : w + NEAR) : onLeft ? words.left - size.w : words.right;
      labels.set(arrow, { x, y: y + slot.offset + (tops[i] ?? 0), ...size });
    });
  }
  return labels;
}

const countLanes = (nets: readonly ArcNet[], side: Side): number =>
  Math.max(0, ...nets.map((net) => (net.side === side ? net.lane + 1 : 0)));
