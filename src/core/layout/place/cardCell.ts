import { NEAR } from "#core/layout/place/cardShape.ts";
import type { BoxShape, CardPort, CellShape, Port } from "#core/layout/place/shapes.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";

/**
 * A card as a cell: the labels of the lines that leave it stand beside it, that of the line that goes down below it, and
 * above it, where its phase starts with it, a dot.
 * @param top room for the dot
 */
export function cardCell(card: BoxShape, ports: readonly CardPort[], top: number): CellShape {
  const labels = new Map(card.labels);
  const below = belowOf(card, ports);
  for (const [id, rect] of below.labels) labels.set(id, rect);
  const { left, right } = roomBeside(card, labels);
  const size = { w: left + card.size.w + right, h: card.size.h + top + below.h };
  const moved = (p: Point): Point => ({ x: p.x + left, y: p.y + top });
  const portsByKey = new Map<string, Port>();
  for (const [key, port] of card.ports) {
    const { side } = port;
    const across = side === "left" || side === "right";
    const aside = side === "top" && top > 0 ? START_ASIDE : 0;
    const at = (below.x.get(key) ?? port.at) + (across ? top : left + aside);
    const last: Point | undefined =
      side === "left" && left > 0
        ? { x: 0, y: at }
        : side === "right" && right > 0
          ? { x: size.w, y: at }
          : side === "bottom" && below.h > 0
            ? { x: at, y: size.h }
            : side === "top" && top > 0
              ? { x: at, y: 0 }
              : undefined;
    const lead = (anchor: string) => {
      const points = port.lead(anchor).map((p) => moved({ x: p.x + aside, y: p.y }));
      const turn = card.size.h + top + TURN;
      // of several lines that go down all but the first turn aside, above the labels of the ones before
      const turned =
        side === "bottom" && at !== port.at + left
          ? [
              { x: port.at + left, y: turn },
              { x: at, y: turn },
            ]
          : [];
      return last ? [...points, ...turned, last] : points;
    };
    portsByKey.set(key, { side, at, lead });
  }
  return {
    size,
    box: { x: left, y: top, ...card.size },
    ports: portsByKey,
    labels: new Map([...labels].map(([id, rect]) => [id, { ...rect, ...moved(rect) }])),
    loops: new Map(),
  };
}

/** Where lines that go down from a card turn aside, below it. */
const TURN = 6;
const ASIDE = 12;
/** Between such a line and the words of others below it. */
const ALIEN = 9;

/** The labels of the lines that go down, each right of its line. */
function belowOf(
  card: BoxShape,
  ports: readonly CardPort[],
): { labels: ReadonlyMap<string, Rect>; x: ReadonlyMap<string, number>; h: number } {
  const labels = new Map<string, Rect>();
  const x = new Map<string, number>();
  const down = ports.filter(({ side }) => side === "bottom");
  const words = (port: CardPort) => port.arrows.filter(({ label }) => label.size.w > 0);
  if (!down.some((port) => words(port).length > 0)) return { labels, x, h: 0 };
  let h = 0;
  let next = card.ports.get(down[0]?.key ?? "")?.at ?? 0;
  const top = card.size.h + (down.length > 1 ? TURN + ALIEN : 3);
  for (const port of down) {
    x.set(port.key, next);
    let y = top;
    let w = 0;
    for (const { id, label } of words(port)) {
      labels.set(id, { x: next + NEAR + 2, y, ...label.size });
      y += label.size.h + 1;
      w = Math.max(w, label.size.w);
    }
    h = Math.max(h, y + 1 - card.size.h);
    next += NEAR + 2 + w + ASIDE;
  }
  return { labels, x, h };
}

/** Lines that enter from above do so right of the dot. */
const START_ASIDE = 14;

/** Width of the labels beside a card. */
function roomBeside(card: BoxShape, labels: ReadonlyMap<string, Rect>): { left: number; right: number } {
  let [left, right] = [0, 0];
  for (const { x, w } of labels.values()) {
    left = Math.max(left, x < 0 ? -x + 2 : 0);
    right = Math.max(right, x + w > card.size.w ? x + w + 2 - card.size.w : 0);
  }
  return { left: Math.ceil(left), right: Math.ceil(right) };
}
