import type { Point, Rect } from "#core/layout/geometry.ts";
import { straighten } from "#core/layout/grid/straighten.ts";
import { START_X } from "#core/layout/place/boxShape.ts";
import { markForks } from "#core/layout/place/forks.ts";
import { DOT, type Marker, type Placed, type Route } from "#core/layout/place/placed.ts";
import type { PlacedNote } from "#core/layout/place/shapes.ts";
import { portKey } from "#core/layout/place/sceneTable.ts";
import type { SolvedTable } from "#core/layout/place/solve.ts";
import { isStrip } from "#core/layout/place/strips.ts";
import type { Leg, Trunk } from "#core/layout/place/trunks.ts";
import type { Arrow, Scene } from "#core/layout/scene/scene.ts";

const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });

/** Corners and lines from the outside in. */
export function compose(table: SolvedTable): Placed {
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
  markForks(table.trunks, routes);
  for (const [at, arrows] of table.inner)
    for (const arrow of arrows) {
      const cell = cells.get(at);
      const solved = table.solved.get(at);
      const own = solved?.card?.inner.get(arrow.id) ?? solved?.cell.loops.get(arrow.id);
      if (!own || !solved || !cell) continue;
      // a column of a card has no box of its own
      const from = solved.card ? add(cell, solved.cell.box) : cell;
      routes.set(arrow.id, { points: own.map((p) => add(p, from)), label: labelOf(table, at, arrow, cells) });
    }
  return { boxes, routes, markers, notes };
}

const movedNote = ({ at, tip }: PlacedNote, by: Point): PlacedNote => ({
  at: { ...at, x: at.x + by.x, y: at.y + by.y },
  ...(tip ? { tip: add(tip, by) } : {}),
});

function markerOf(scene: Scene, id: string, cell: Point, box: Rect): Marker {
  const x = box.x + START_X;
  const at = { x: x - DOT / 2, y: cell.y, w: DOT, h: DOT };
  const parent = realParent(scene, id);
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
  table: SolvedTable,
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
  table: SolvedTable,
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
  table: SolvedTable,
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
