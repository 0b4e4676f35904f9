import type { Point, Rect, Size } from "#core/layout/geometry.ts";
import type { Side } from "#core/layout/grid/gridTypes.ts";
import type { Port } from "#core/layout/place/cardShape.ts";
import type { Trunk } from "#core/layout/place/trunks.ts";
import type { Arrow, Item } from "#core/layout/scene/scene.ts";

/** A line that ends at a box. */
export interface BoxPort {
  readonly key: string;
  readonly trunk: Trunk;
  readonly end: "a" | "b";
  readonly side: Side;
}

/** Where a note stands, and the point that it points from, at its border. */
export interface PlacedNote {
  readonly at: Rect;
  /** Undefined where it stands inside of what it is about. */
  readonly tip?: Point;
}

/**
 * A cell of a grid: the box in it, and the room beside and below it for what is written on the lines that leave it. So a label has
 * its place before any line has its way, and nothing else comes there.
 */
export interface CellShape {
  readonly size: Size;
  /** The box in the cell. */
  readonly box: Rect;
  /** By port key; relative to the cell. */
  readonly ports: ReadonlyMap<string, Port>;
  /** By arrow id; relative to the cell. */
  readonly labels: ReadonlyMap<string, Rect>;
  /** Arrows that end where they begin; relative to the cell. */
  readonly loops: ReadonlyMap<string, readonly Point[]>;
  /** By note id; relative to the cell. */
  readonly notes?: ReadonlyMap<string, PlacedNote>;
}

/** Room above a state for the dot that says that its phase starts there. */
export const START_H = 17;
export const START_X = 14;
const NEAR = 7;
const LOOP = 16;
const PORT = 12;
const TURN = 5;
const BARE_EXIT = 12;

/** Arrows that leave a box by a port, in the order of the text. */
const leaving = ({ trunk, end }: BoxPort): Arrow[] =>
  trunk.arrows.flatMap(({ arrow, forward }) => (forward === (end === "a") ? [arrow] : []));
const entersOnly = (port: BoxPort): boolean => leaving(port).length === 0;

/**
 * The cell of a box. What leaves it to the right has its words there, one below the other in the order of the text; what leaves it
 * downwards has them right of its line. Lines that enter are spread over the other sides.
 * @param inner size of the state itself; it grows where more arrows than it is high for end where they begin
 * @param starts its phase starts here
 */
export function cellShape(
  item: Item,
  inner: Size,
  ports: readonly BoxPort[],
  loops: readonly Arrow[],
  starts: boolean,
): CellShape {
  const top = starts ? START_H : 0;
  const found = new Map<string, Port>();
  const labels = new Map<string, Rect>();
  const ways = new Map<string, readonly Point[]>();
  const labelled = (port: BoxPort) => leaving(port).some((arrow) => arrow.label.size.w > 0);
  const right = ports.filter((port) => port.side === "right" && !entersOnly(port));
  const below = ports.filter((port) => port.side === "bottom" && !entersOnly(port));
  const indexOf = (arrow: Arrow) => item.node.transitions.indexOf(arrow.transition);
  const exits = [
    ...right.map((port) => ({ port, arrows: leaving(port), order: Math.min(...leaving(port).map(indexOf)) })),
    ...loops.map((arrow) => ({ port: undefined, arrows: [arrow], order: indexOf(arrow) })),
  ].sort((a, b) => Number(a.port !== undefined) - Number(b.port !== undefined) || a.order - b.order);
  const hasWords = exits.some(({ arrows }) => arrows.some((arrow) => arrow.label.size.w > 0));
  // words beside the box: one below the other, from its upper end
  let y = top;
  let strip = exits.length > 0 && loops.length > 0 ? LOOP + 4 : 0;
  let loopEnd = 0;
  const lineY = new Map<string, number>();
  for (const { port, arrows } of exits) {
    const words = arrows.filter((arrow) => arrow.label.size.w > 0);
    if (words.length === 0 && port && !hasWords && loops.length === 0) continue;
    const before = port ? NEAR : LOOP + NEAR;
    for (const arrow of words) {
      labels.set(arrow.id, { x: inner.w + before, y: y + 1, w: arrow.label.size.w, h: arrow.label.size.h });
      strip = Math.max(strip, arrow.label.size.w + before + 3);
      y += arrow.label.size.h + 1;
    }
    const under = words.length === 0 ? BARE_EXIT / 2 : 3;
    if (port) lineY.set(port.key, y + under);
    y += words.length === 0 ? BARE_EXIT : 3;
    if (!port)
      for (const arrow of arrows) {
        const middle = Math.max(top + 8, (labels.get(arrow.id)?.y ?? y - 10) + (arrow.label.size.h || 8) / 2);
        ways.set(arrow.id, loopWay(inner.w, middle));
        loopEnd = middle + 10;
      }
    y += 4;
  }
  const box = { w: inner.w, h: Math.max(inner.h, loopEnd - top) };
  // what enters there does so below the words
  const entering =
    exits.length > 0
      ? [...new Set(ports.filter((port) => port.side === "right" && entersOnly(port)).map(netOf))]
      : [];
  const enterY = new Map(entering.map((net, i) => [net, y + 6 + i * BARE_EXIT]));
  if (entering.length > 0) y += 6 + entering.length * BARE_EXIT;
  // words below it, right of the line that goes down
  let foot = 0;
  let belowW = 0;
  const downX = new Map<string, number>();
  let x = below.some(labelled) ? Math.min(box.w / 3, 26) : 0;
  const bottomY = Math.max(top + box.h, y);
  const worded = below.filter(labelled);
  // a line whose place is right of the box turns there, above the words of the ones before it
  const turns = 5 + worded.length * TURN;
  for (const port of worded) {
    const words = leaving(port).filter((arrow) => arrow.label.size.w > 0);
    let at = bottomY + turns;
    for (const arrow of words) {
      labels.set(arrow.id, { x: x + NEAR, y: at, w: arrow.label.size.w, h: arrow.label.size.h });
      at += arrow.label.size.h + 1;
    }
    downX.set(port.key, x);
    foot = Math.max(foot, at - bottomY + 2);
    x += Math.max(...words.map((arrow) => arrow.label.size.w)) + NEAR + PORT;
    belowW = Math.max(belowW, x - PORT);
  }
  const size = { w: Math.max(box.w + strip, belowW), h: Math.max(bottomY + foot, top + box.h) };
  const boxRect = { x: 0, y: top, ...box };
  for (const { port } of exits) {
    if (!port) continue;
    const at = lineY.get(port.key);
    if (at !== undefined)
      // below the box's lower end the line begins at the height of its last corner
      found.set(port.key, { side: "right", at, lead: () => leadOut(boxRect, at, size.w, 0) });
  }
  for (const port of ports) {
    const at = enterY.get(netOf(port));
    if (at === undefined || port.side !== "right" || !entersOnly(port)) continue;
    found.set(port.key, {
      side: "right",
      at,
      lead: () => leadOut(boxRect, at, size.w, entering.indexOf(netOf(port)) + 1),
    });
  }
  const last = box.w - (y > top + box.h ? 20 + entering.length * TURN : 5);
  [...downX].forEach(([key, at], i) => {
    const from = Math.min(at, last - (worded.length - 1 - i) * TURN);
    const turn = bottomY + (worded.length - i) * TURN;
    found.set(key, { side: "bottom", at, lead: () => downFrom(boxRect, from, at, turn, size.h) });
  });
  const plain = ports.filter((port) => !found.has(port.key));
  spread(
    plain,
    boxRect,
    size,
    { startX: starts ? START_X + 14 : 0, downTo: Math.min(...downX.values(), last) },
    found,
  );
  return { size, box: boxRect, ports: found, labels, loops: ways };
}

const leadOut = (box: Rect, at: number, w: number, nth: number): Point[] => {
  const y = Math.min(at, box.y + box.h - 6);
  const x = Math.max(8, box.w - 12 - nth * TURN);
  return y === at
    ? [
        { x: box.w, y },
        { x: w, y },
      ]
    : [
        { x, y: box.y + box.h },
        { x, y: at },
        { x: w, y: at },
      ];
};
const downFrom = (box: Rect, from: number, x: number, turn: number, h: number): Point[] => [
  { x: from, y: box.y + box.h },
  ...(from === x
    ? []
    : [
        { x: from, y: turn },
        { x, y: turn },
      ]),
  { x, y: h },
];
const loopWay = (w: number, y: number): Point[] => [
  { x: w, y: y - 6 },
  { x: w + LOOP - 3, y: y - 6 },
  { x: w + LOOP - 3, y: y + 6 },
  { x: w, y: y + 6 },
];

/** Ports without words: evenly along their side, those of one net together, one in the middle. */
function spread(
  ports: readonly BoxPort[],
  box: Rect,
  size: Size,
  keep: { startX: number; downTo: number },
  found: Map<string, Port>,
): void {
  for (const side of ["left", "right", "top", "bottom"] as const) {
    const some = ports.filter((port) => port.side === side);
    const nets = [...new Set(some.map((port) => netOf(port)))];
    const across = side === "left" || side === "right";
    const from = across ? box.y : side === "top" ? keep.startX : 0;
    const to = across ? box.y + box.h : side === "bottom" ? keep.downTo : box.w;
    const step = (to - from) / (nets.length + 1);
    for (const port of some) {
      const at = from + step * (nets.indexOf(netOf(port)) + 1);
      found.set(port.key, { side, at, lead: () => stub(side, at, box, size) });
    }
  }
}

/** Lines that enter at the same place are one. */
const netOf = (port: BoxPort): string => (entersOnly(port) ? port.trunk.net : port.key);

/** From the box to the border of its cell, where there is room between them. */
function stub(side: Side, at: number, box: Rect, size: Size): Point[] {
  if (side === "top")
    return [
      { x: at, y: box.y },
      { x: at, y: 0 },
    ];
  if (side === "bottom")
    return [
      { x: at, y: box.y + box.h },
      { x: at, y: size.h },
    ];
  return side === "left"
    ? [{ x: 0, y: at }]
    : [
        { x: box.w, y: at },
        { x: size.w, y: at },
      ];
}
