import type { Point, Rect, Size } from "#core/layout/geometry.ts";
import type { Side } from "#core/layout/grid/gridTypes.ts";
import type { CellShape, Port } from "#core/layout/place/shapes.ts";
import type { Trunk } from "#core/layout/place/trunks.ts";
import type { Arrow, Item } from "#core/layout/scene/scene.ts";

/** A line that ends at a box. */
export interface BoxPort {
  readonly key: string;
  readonly trunk: Trunk;
  readonly end: "a" | "b";
  readonly side: Side;
}

/** A line from inside that crosses a side of a box, at this distance in pixels from its upper or left end. */
export interface Passing {
  readonly side: Side;
  readonly at: number;
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
export const leaving = ({ trunk, end }: BoxPort): Arrow[] =>
  trunk.arrows.flatMap(({ arrow, forward }) => (forward === (end === "a") ? [arrow] : []));
const entersOnly = (port: BoxPort): boolean => leaving(port).length === 0;

/**
 * The cell of a box. Lines that leave it to the right or left have their labels there, one below the other in the order of the text; lines
 * that leave it downwards or upwards have them right of the line. Lines that enter are spread over the other sides.
 * @param inner size of the state itself; it grows where it is too low for its self-loops
 * @param starts its phase starts here
 * @param passing where lines from inside cross its border
 */
export function cellShape(
  item: Item,
  inner: Size,
  ports: readonly BoxPort[],
  loops: readonly Arrow[],
  starts: boolean,
  passing: readonly Passing[] = [],
): CellShape {
  const up = ports.filter((port) => port.side === "top" && wordsOf(port).length > 0);
  const top = Math.max(starts ? START_H : 0, heightAbove(up));
  const portsByKey = new Map<string, Port>();
  const labels = new Map<string, Rect>();
  const ways = new Map<string, readonly Point[]>();
  const labelled = (port: BoxPort) => wordsOf(port).length > 0;
  const right = ports.filter((port) => port.side === "right" && !entersOnly(port));
  const below = ports.filter((port) => port.side === "bottom" && !entersOnly(port));
  const indexOf = (arrow: Arrow) => item.node.transitions.indexOf(arrow.transition);
  const exits = [
    ...right.map((port) => ({ port, arrows: leaving(port), order: Math.min(...leaving(port).map(indexOf)) })),
    ...loops.map((arrow) => ({ port: undefined, arrows: [arrow], order: indexOf(arrow) })),
  ].sort((a, b) => Number(a.port !== undefined) - Number(b.port !== undefined) || a.order - b.order);
  const hasWords = exits.some(({ arrows }) => arrows.some((arrow) => arrow.label.size.w > 0));
  // labels beside the box, one below the other from its upper end
  let y = top;
  let strip = exits.length > 0 && loops.length > 0 ? LOOP + 4 : 0;
  let loopEnd = 0;
  const lineY = new Map<string, number>();
  for (const { port, arrows } of exits) {
    const words = arrows.filter((arrow) => arrow.label.size.w > 0);
    if (words.length === 0 && port && !hasWords && loops.length === 0) continue;
    const gap = port ? NEAR : LOOP + NEAR;
    for (const arrow of words) {
      labels.set(arrow.id, { x: inner.w + gap, y: y + 1, w: arrow.label.size.w, h: arrow.label.size.h });
      strip = Math.max(strip, arrow.label.size.w + gap + 3);
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
  const before = leftOf(ports, top);
  const box = { w: inner.w, h: Math.max(inner.h, loopEnd - top, before.need) };
  // lines that enter there do so below the labels
  const entering =
    exits.length > 0
      ? [...new Set(ports.filter((port) => port.side === "right" && entersOnly(port)).map(netOf))]
      : [];
  const enterY = new Map(entering.map((net, i) => [net, y + 6 + i * BARE_EXIT]));
  if (entering.length > 0) y += 6 + entering.length * BARE_EXIT;
  // labels below it, right of the line that goes down
  let foot = 0;
  let belowW = 0;
  const downX = new Map<string, number>();
  let x = below.some(labelled) ? Math.min(box.w / 3, 26) : 0;
  const bottomY = Math.max(top + box.h, y);
  const worded = below.filter(labelled);
  // a line whose place is right of the box turns there, above the words of the ones before it
  const turns = 5 + worded.length * TURN;
  for (const port of worded) {
    const words = wordsOf(port);
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
  // below the box's lower end a line begins at the height of its last corner
  for (const [key, at] of lineY)
    portsByKey.set(key, {
      side: "right",
      at,
      lead: () => leadOut(boxRect, at, size.w, low.indexOf(at) + 1),
    });
  for (const port of ports) {
    const at = enterY.get(netOf(port));
    if (at === undefined || port.side !== "right" || !entersOnly(port)) continue;
    portsByKey.set(port.key, {
      side: "right",
      at,
      lead: () => leadOut(boxRect, at, size.w, entering.indexOf(netOf(port)) + 1 + low.length),
    });
  }
  // lines that only leave it share a stem below its lower end; one that also enters has its own
  const low = right.flatMap((port) => {
    const at = lineY.get(port.key) ?? 0;
    return at > top + box.h - 6 && port.trunk[port.end].enters ? [at] : [];
  });
  const last = box.w - (y > top + box.h ? 20 + (entering.length + low.length) * TURN : 5);
  [...downX].forEach(([key, at], i) => {
    const from = Math.max(8, Math.min(at, last - (worded.length - 1 - i) * TURN));
    const turn = bottomY + (worded.length - i) * TURN;
    portsByKey.set(key, { side: "bottom", at, lead: () => downFrom(boxRect, from, at, turn, size.h) });
  });
  const plain = ports.filter(
    (port) => !portsByKey.has(port.key) && !before.lineY.has(port.key) && !up.includes(port),
  );
  spread(
    plain,
    boxRect,
    size,
    { startX: starts ? START_X + 14 : 0, downTo: Math.min(...downX.values(), last), passing },
    portsByKey,
  );
  const w = wordsAbove(up, boxRect, starts ? START_X + PORT : 0, { portsByKey, labels });
  const wide = { w: Math.max(size.w, w), h: size.h };
  return withLeft({ size: wide, box: boxRect, ports: portsByKey, labels, loops: ways }, before);
}

/** Arrows that leave a box by a port and have a label. */
const wordsOf = (port: BoxPort): Arrow[] => leaving(port).filter((arrow) => arrow.label.size.w > 0);

/** Room above a box for lines that leave it upwards: their labels, and below these the bends of lines that stand right of the box. */
function heightAbove(up: readonly BoxPort[]): number {
  const high = up.map((port) => wordsOf(port).reduce((sum, { label }) => sum + label.size.h + 1, 0));
  return up.length === 0 ? 0 : Math.max(...high) + 3 + up.length * TURN;
}

/**
 * Lines that leave a box upwards stand right of all that enters there, each with its words beside it. Returns how wide the cell is with
 * them.
 */
function wordsAbove(
  up: readonly BoxPort[],
  box: Rect,
  startX: number,
  { portsByKey, labels }: { readonly portsByKey: Map<string, Port>; readonly labels: Map<string, Rect> },
): number {
  const taken = [...portsByKey.values()].flatMap(({ side, at }) => (side === "top" ? [at] : []));
  let x = Math.max(RAIL, startX, ...taken.map((at) => at + PORT));
  const last = Math.min(box.w - 8, Math.max(8, x));
  let w = 0;
  up.forEach((port, i) => {
    const at = x;
    let y = box.y - 3 - up.length * TURN;
    for (const { id, label } of wordsOf(port).toReversed()) {
      y -= label.size.h + 1;
      labels.set(id, { x: at + NEAR, y, ...label.size });
      w = Math.max(w, at + NEAR + label.size.w);
    }
    const from = Math.min(at, Math.min(box.w - 8, last + i * TURN));
    const turn = box.y - 3 - i * TURN;
    const lead: Point[] = [
      { x: from, y: box.y },
      ...(from === at
        ? []
        : [
            { x: from, y: turn },
            { x: at, y: turn },
          ]),
      { x: at, y: 0 },
    ];
    portsByKey.set(port.key, { side: "top", at, lead: () => lead });
    x = w + PORT;
  });
  return w;
}

/** The labels left of a box, and the heights at which lines meet its left side. */
interface LeftWords {
  readonly labels: ReadonlyMap<string, Rect>;
  readonly lineY: ReadonlyMap<string, number>;
  /** Height of the box that they need. */
  readonly need: number;
  readonly w: number;
}

/** A line that leaves a box to the left has its label above it; lines that enter there do so below the labels. */
function leftOf(ports: readonly BoxPort[], top: number): LeftWords {
  const labels = new Map<string, Rect>();
  const lineY = new Map<string, number>();
  const left = ports.filter(({ side }) => side === "left");
  const labelled = (port: BoxPort) => leaving(port).filter((arrow) => arrow.label.size.w > 0);
  if (!left.some((port) => labelled(port).length > 0)) return { labels, lineY, need: 0, w: 0 };
  let y = top;
  let w = 0;
  for (const port of left.filter((boxPort) => labelled(boxPort).length > 0)) {
    for (const { id, label } of labelled(port)) {
      labels.set(id, { x: -NEAR - label.size.w, y: y + 1, ...label.size });
      w = Math.max(w, label.size.w + NEAR + 3);
      y += label.size.h + 1;
    }
    lineY.set(port.key, y + 3);
    y += 7;
  }
  const rest = left.filter((port) => labelled(port).length === 0);
  const nets = [...new Set(rest.map(netOf))];
  for (const port of rest) lineY.set(port.key, y + (nets.indexOf(netOf(port)) + 0.5) * BARE_EXIT);
  return { labels, lineY, need: y + nets.length * BARE_EXIT - top, w };
}

/** Extends a cell by room for labels at its left end. */
function withLeft(cell: CellShape, { labels, lineY, w }: LeftWords): CellShape {
  if (w === 0) return cell;
  const right = (p: Point): Point => ({ x: p.x + w, y: p.y });
  const ports = new Map<string, Port>();
  for (const [key, { side, at, lead }] of cell.ports)
    ports.set(key, {
      side,
      at: side === "top" || side === "bottom" ? at + w : at,
      lead: (anchor) => lead(anchor).map(right),
    });
  for (const [key, y] of lineY)
    ports.set(key, {
      side: "left",
      at: y,
      lead: () => [
        { x: w, y },
        { x: 0, y },
      ],
    });
  return {
    size: { w: cell.size.w + w, h: cell.size.h },
    box: { ...cell.box, x: w },
    ports,
    labels: new Map([...cell.labels, ...labels].map(([id, rect]) => [id, { ...rect, x: rect.x + w }])),
    loops: new Map([...cell.loops].map(([id, points]) => [id, points.map(right)])),
  };
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

/** Where lines without words meet a box: at the height of its title, and below where titles begin, as the dots of a card's rows do. */
const RAIL = 14;
const TITLE_Y = 13;
const APART = 14;

/**
 * Ports without words: from the upper left corner on, so that lines between boxes that stand below or beside each other are straight;
 * those of one net together.
 */
function spread(
  ports: readonly BoxPort[],
  box: Rect,
  size: Size,
  keep: { startX: number; downTo: number; passing: readonly Passing[] },
  portsByKey: Map<string, Port>,
): void {
  for (const side of ["left", "right", "top", "bottom"] as const) {
    const sidePorts = ports.filter((port) => port.side === side);
    const nets = [...new Set(sidePorts.map((port) => netOf(port)))];
    const across = side === "left" || side === "right";
    const from = across ? box.y : side === "top" ? keep.startX : 0;
    const to = across ? box.y + box.h : side === "bottom" ? keep.downTo : box.w;
    const first = Math.min(from + (across ? TITLE_Y : RAIL), (from + to) / 2);
    const step = Math.min(APART, (to - first) / nets.length);
    for (const port of sidePorts) {
      const at = besidePassing(
        first + step * nets.indexOf(netOf(port)),
        keep.passing.flatMap((passing) => (passing.side === side ? [passing.at + (across ? box.y : 0)] : [])),
      );
      portsByKey.set(port.key, { side, at, lead: () => stub(side, at, box, size) });
    }
  }
}

/** Not on a line that comes from inside. */
function besidePassing(wanted: number, taken: readonly number[]): number {
  let at = wanted;
  while (taken.some((other) => Math.abs(other - at) < 3)) at += 4;
  return at;
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
