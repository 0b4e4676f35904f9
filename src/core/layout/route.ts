import type { Boxes } from "#core/layout/arrange.ts";
import { childrenOf } from "#core/layout/arrange.ts";
import { bounds, centre, grow, type Point, type Rect } from "#core/layout/geometry.ts";
import { labelSpot } from "#core/layout/labelSpot.ts";
import { findWay, type Piece, piecesOf, type Port, straighten } from "#core/layout/routeGrid.ts";
import { portsOf, type Use } from "#core/layout/ports.ts";
import { type Arrow, commonState, type Item, type Scene, upwards } from "#core/layout/scene.ts";
import { selfLoop } from "#core/layout/selfLoop.ts";

/** How one arrow is drawn: its line, of horizontal and vertical pieces, and where its label lies (none for further targets). */
export interface Route {
  readonly points: readonly Point[];
  readonly label: Rect | undefined;
}

/**
 * Lines and label places for all arrows, from the boxes alone: the same picture on every opening, without ELK. Short ways come
 * first and are straight; later ones keep off boxes, labels and lines that are there. A second round lets early ways make room.
 */
export function routeArrows(
  scene: Scene,
  boxes: Boxes,
  markers: readonly Rect[] = [],
): ReadonlyMap<string, Route> {
  const table = tableOf(scene, boxes, markers);
  const distance = (arrow: Arrow) => {
    const a = centre(boxes.get(arrow.from) as Rect);
    const b = centre(boxes.get(arrow.to) as Rect);
    return arrow.from === arrow.to ? -1 : Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
  };
  const order = scene.arrows
    .filter((arrow) => !arrow.jump && boxes.has(arrow.from) && boxes.has(arrow.to))
    .map((arrow) => ({ arrow, d: distance(arrow) }))
    .sort((a, b) => a.d - b.d)
    .map(({ arrow }) => arrow);
  const rounds = order.length <= 260 ? 2 : 1;
  for (let round = 0; round < rounds; round++)
    for (const arrow of order) {
      table.routes.delete(arrow.id);
      table.uses.delete(arrow.id);
      draw(table, arrow);
    }
  return table.routes;
}

/** The line of one arrow, with nothing drawn before it. */
export function routeOne(scene: Scene, boxes: Boxes, markers: readonly Rect[], arrow: Arrow): Route {
  const table = tableOf(scene, boxes, markers);
  draw(table, arrow);
  return table.routes.get(arrow.id) as Route;
}

/**
 * The line while one of its ends is being dragged: straight from border to border, nothing is searched.
 */
export function draggedRoute(from: Rect, to: Rect, label: Rect | undefined): Route {
  const [a, b] = [centre(from), centre(to)];
  const points = [edgePoint(from, b), edgePoint(to, a)];
  const mid = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return { points, label: label && { ...label, x: mid.x - label.w / 2, y: mid.y - label.h / 2 } };
}

/** Where the line from the middle of a box to a point leaves the box. */
function edgePoint(box: Rect, to: Point): Point {
  const c = centre(box);
  const [dx, dy] = [to.x - c.x, to.y - c.y];
  if (dx === 0 && dy === 0) return { x: c.x, y: box.y + box.h };
  const scale = Math.min(
    dx === 0 ? Infinity : box.w / 2 / Math.abs(dx),
    dy === 0 ? Infinity : box.h / 2 / Math.abs(dy),
  );
  return { x: c.x + dx * scale, y: c.y + dy * scale };
}

interface Table {
  readonly scene: Scene;
  readonly boxes: Boxes;
  readonly kids: ReadonlyMap<string, readonly Item[]>;
  readonly solid: readonly Rect[];
  readonly titles: ReadonlyMap<string, Rect>;
  readonly markers: readonly Rect[];
  readonly borders: ReadonlyMap<string, readonly Piece[]>;
  readonly allBorders: readonly Piece[];
  readonly routes: Map<string, Route & { readonly pieces: readonly Piece[] }>;
  readonly uses: Map<string, readonly Use[]>;
}

function tableOf(scene: Scene, boxes: Boxes, markers: readonly Rect[]): Table {
  const kids = childrenOf(scene);
  const solid: Rect[] = [...markers];
  const titles = new Map<string, Rect>();
  const borders = new Map<string, readonly Piece[]>();
  for (const item of scene.items.values()) {
    const box = boxes.get(item.id);
    if (!box) continue;
    if (!kids.has(item.id)) {
      solid.push(box);
      continue;
    }
    const title = { x: box.x, y: box.y, w: Math.min(box.w, item.content.size.w), h: item.content.head };
    titles.set(item.id, title);
    solid.push(title);
    const [r, b] = [box.x + box.w, box.y + box.h];
    borders.set(item.id, [
      { x1: box.x, y1: box.y, x2: r, y2: box.y },
      { x1: box.x, y1: b, x2: r, y2: b },
      { x1: box.x, y1: box.y, x2: box.x, y2: b },
      { x1: r, y1: box.y, x2: r, y2: b },
    ]);
  }
  return {
    scene,
    boxes,
    kids,
    solid,
    titles,
    markers,
    borders,
    allBorders: [...borders.values()].flat(),
    routes: new Map(),
    uses: new Map(),
  };
}

function draw(table: Table, arrow: Arrow): void {
  const { scene, boxes, routes } = table;
  const from = boxes.get(arrow.from) as Rect;
  const to = boxes.get(arrow.to) as Rect;
  const drawn = [...routes.values()].flatMap((r) => r.pieces);
  const labels = [...routes.values()].flatMap((r) => (r.label ? [r.label] : []));
  const size = arrow.label.size;
  const labelTerrain = { solid: table.solid, labels, lines: drawn, borders: table.allBorders };
  if (arrow.from === arrow.to) {
    const loop = selfLoop(from, size, arrow.further, labelTerrain);
    keep(table, arrow, loop.points, arrow.further || size.w === 0 ? undefined : loop.label);
    return;
  }
  const common = commonState(scene, arrow.from, arrow.to);
  const outerFrom = common === arrow.from;
  const outerTo = common === arrow.to;
  const uses = [...table.uses.values()].flat();
  const starts = portsOf(arrow.from, from, to, outerFrom, uses);
  const ends = portsOf(arrow.to, to, from, outerTo, uses);
  const { walls, passed } = around(table, arrow, common, outerFrom || outerTo);
  const area = boxes.get(common) as Rect;
  const region = common === "" && !outerFrom && !outerTo ? rootRegion(boxes) : grow(area, -5);
  const way = findWay(starts, ends, {
    region,
    walls,
    mud: [
      ...labels,
      ...passed.flatMap((id) => (table.titles.has(id) ? [table.titles.get(id) as Rect] : [])),
      ...table.markers,
    ],
    drawn,
    borders: passed.flatMap((id) => table.borders.get(id) ?? []),
  });
  const points = way ?? plainWay(starts, ends);
  keep(
    table,
    arrow,
    points,
    arrow.further || size.w === 0 ? undefined : labelSpot(points, size, labelTerrain),
  );
}

function keep(table: Table, arrow: Arrow, points: readonly Point[], label: Rect | undefined): void {
  table.routes.set(arrow.id, { points, label, pieces: piecesOf(points) });
  const [first, last] = [points[0], points.at(-1)];
  if (first && last)
    table.uses.set(arrow.id, [
      { id: arrow.from, at: first },
      { id: arrow.to, at: last },
    ]);
}

/** Boxes that an arrow goes around, and the compounds whose borders it may pass. */
function around(
  table: Table,
  arrow: Arrow,
  common: string,
  nested: boolean,
): { walls: Rect[]; passed: string[] } {
  const { scene, boxes, kids } = table;
  const chain = new Set<string>();
  for (const end of [arrow.from, arrow.to])
    for (const id of upwards(scene, end)) if (id !== common) chain.add(id);
  chain.add(common);
  const walls: Rect[] = [];
  const passed: string[] = [];
  const visit = (id: string) => {
    passed.push(id);
    for (const child of kids.get(id) ?? []) {
      const box = boxes.get(child.id);
      if (!box) continue;
      const isEnd = child.id === arrow.from || child.id === arrow.to;
      if (isEnd || !chain.has(child.id)) walls.push(box);
      else visit(child.id);
    }
  };
  if (nested) passed.push(common);
  visit(common);
  return { walls, passed };
}

function rootRegion(boxes: Boxes): Rect {
  const all = bounds(boxes.values()) ?? { x: 0, y: 0, w: 0, h: 0 };
  return grow(all, 40);
}

/** Straight from port to port with one corner, for boxes so close that nothing else fits. */
function plainWay(starts: readonly Port[], ends: readonly Port[]): Point[] {
  let best: Point[] = [];
  let least = Infinity;
  for (const a of starts)
    for (const b of ends) {
      const d = Math.abs(a.at.x - b.at.x) + Math.abs(a.at.y - b.at.y) + a.cost + b.cost;
      if (d >= least) continue;
      least = d;
      best = straighten([a.at, a.vertical ? { x: a.at.x, y: b.at.y } : { x: b.at.x, y: a.at.y }, b.at]);
    }
  return best;
}
