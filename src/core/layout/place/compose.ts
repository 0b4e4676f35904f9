import type { Point, Rect } from "#core/layout/geometry.ts";
import { straighten } from "#core/layout/grid/straighten.ts";
import { START_X } from "#core/layout/place/boxShape.ts";
import { markForks } from "#core/layout/place/forks.ts";
import { DOT, type Marker, type Placed, type Route } from "#core/layout/place/placed.ts";
import type { PlacedNote } from "#core/layout/place/shapes.ts";
import { portKey } from "#core/layout/place/sceneTable.ts";
import type { Solved } from "#core/layout/place/solutions.ts";
import type { SolvedTable } from "#core/layout/place/solve.ts";
import { isStrip } from "#core/layout/place/strips.ts";
import type { Leg } from "#core/layout/place/legs.ts";
import type { Trunk } from "#core/layout/place/trunks.ts";
import type { Arrow } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });

/** The part of the picture that a cell contributes: its box, and the lines that run entirely inside it. */
interface Part {
  readonly boxes: readonly (readonly [string, Rect])[];
  readonly marker: Marker | undefined;
  readonly notes: readonly (readonly [string, PlacedNote])[];
  readonly routes: readonly (readonly [string, Route])[];
}

/** A cell with all in it, relative to its corner. */
interface Piece extends Part {
  readonly inside: readonly { readonly piece: Piece; readonly by: Point }[];
  /** Where it stood last. */
  last?: { readonly by: Point; readonly part: Part };
}

/**
 * Composes a picture from solved cells. The content of a cell depends on its solution alone, which knows the solutions inside of it and the
 * lines that meet them: so after an edit only the cells around it are composed again, and what has not moved stays the same objects.
 */
const known = new WeakMap<Solved, Piece>();

interface Composition {
  readonly boxes: Map<string, Rect>;
  readonly routes: Map<string, Route>;
  readonly markers: Marker[];
  readonly notes: Map<string, PlacedNote>;
}

/** Composes corners and lines: cells from the inside out, then each at its position. */
export function* compose(table: SolvedTable): Steps<Placed> {
  const composed: Composition = { boxes: new Map(), routes: new Map(), markers: [], notes: new Map() };
  const { root } = table.scene;
  const solved = table.solved.get(root);
  if (solved) yield* put(yield* pieceOf(table, root, solved), { x: 0, y: 0 }, composed);
  markForks(table.trunks, composed.routes);
  return composed;
}

function* put(piece: Piece, by: Point, composed: Composition): Steps<void> {
  const { last } = piece;
  const isThere = last?.by.x === by.x && last.by.y === by.y;
  const part = isThere ? last.part : moved(piece, by);
  if (!isThere) piece.last = { by, part };
  for (const [id, box] of part.boxes) composed.boxes.set(id, box);
  if (part.marker) composed.markers.push(part.marker);
  for (const [id, note] of part.notes) composed.notes.set(id, note);
  for (const inner of piece.inside) yield* put(inner.piece, add(by, inner.by), composed);
  for (const [id, route] of part.routes) composed.routes.set(id, route);
  yield;
}

const moved = ({ boxes, marker, notes, routes }: Part, by: Point): Part => ({
  boxes: boxes.map(([id, box]) => [id, movedRect(box, by)]),
  marker: marker && {
    ...marker,
    at: movedRect(marker.at, by),
    points: marker.points.map((point) => add(point, by)),
  },
  notes: notes.map(([id, note]) => [id, movedNote(note, by)]),
  routes: routes.map(([id, { points, label }]) => [
    id,
    { points: points.map((point) => add(point, by)), label: label && movedRect(label, by) },
  ]),
});

const movedRect = ({ x, y, w, h }: Rect, by: Point): Rect => ({ x: x + by.x, y: y + by.y, w, h });

const movedNote = ({ at, tip }: PlacedNote, by: Point): PlacedNote => ({
  at: movedRect(at, by),
  ...(tip ? { tip: add(tip, by) } : {}),
});

function* pieceOf(table: SolvedTable, id: string, solved: Solved): Steps<Piece> {
  const cached = known.get(solved);
  if (cached) return cached;
  const { box } = solved.cell;
  const rows = [...(solved.card?.rows ?? [])].map(([row, rect]) => [row, movedRect(rect, box)] as const);
  const inside: { readonly piece: Piece; readonly by: Point }[] = [];
  for (const [child, corner] of solved.corners ?? []) {
    const solution = table.solved.get(child);
    if (solution) inside.push({ piece: yield* pieceOf(table, child, solution), by: add(box, corner) });
  }
  const piece: Piece = {
    boxes: isStrip(id) ? rows : [[id, box], ...rows],
    marker: table.starts.has(id) && box.y > 0 ? markerOf(table, id, box) : undefined,
    notes: [
      ...(solved.cell.notes ?? []),
      ...[...(solved.inHead ?? [])].map(([note, place]) => [note, movedNote(place, box)] as const),
    ],
    inside,
    routes: [...(yield* linesAcross(table, id)), ...innerLines(table, id, solved)],
  };
  known.set(solved, piece);
  return piece;
}

function markerOf({ scene }: SolvedTable, id: string, box: Rect): Marker {
  const x = box.x + START_X;
  const parent = scene.items.get(id)?.parent ?? scene.root;
  return {
    parent: isStrip(parent) ? (scene.items.get(parent)?.parent ?? scene.root) : parent,
    child: id,
    at: { x: x - DOT / 2, y: 0, w: DOT, h: DOT },
    points: [
      { x, y: DOT / 2 },
      { x, y: box.y },
    ],
  };
}

/** Arrows that end where they begin, and those between the rows of a card. */
function innerLines(table: SolvedTable, at: string, { card, cell }: Solved): (readonly [string, Route])[] {
  return (table.inner.get(at) ?? []).flatMap((arrow) => {
    const line = card?.inner.get(arrow.id) ?? cell.loops.get(arrow.id);
    if (!line) return [];
    // a column of a card has no box of its own
    const points = card ? line.map((point) => add(point, cell.box)) : line;
    return [[arrow.id, { points, label: cell.labels.get(arrow.id) }] as const];
  });
}

/** Lines between two cells of a frame, or between what is in them. */
function* linesAcross(table: SolvedTable, frame: string): Steps<(readonly [string, Route])[]> {
  const lines: (readonly [string, Route])[] = [];
  for (const leg of table.legs.get(frame) ?? []) {
    if (leg.part === "across") lines.push(...trunkLines(table, frame, leg));
    yield;
  }
  return lines;
}

function trunkLines(table: SolvedTable, frame: string, leg: Leg): (readonly [string, Route])[] {
  const { trunk } = leg;
  const cells = { a: cornerIn(table, frame, trunk.a.block), b: cornerIn(table, frame, trunk.b.block) };
  const middle = [
    ...legsInto(table, frame, trunk, "a")
      .toReversed()
      .flatMap((segment) => wayOf(table, frame, segment)),
    ...wayOf(table, frame, leg),
    ...legsInto(table, frame, trunk, "b").flatMap((segment) => wayOf(table, frame, segment).toReversed()),
  ];
  return trunk.arrows.map(({ arrow, forward }) => {
    const [from, to] = forward ? (["a", "b"] as const) : (["b", "a"] as const);
    const start = leadOf(table, trunk, from, arrow.from, cells[from]);
    const end = leadOf(table, trunk, to, arrow.to, cells[to]);
    const between = forward ? middle : middle.toReversed();
    const label = labelOf(table, trunk[from].block, arrow, cells[from]);
    return [arrow.id, { points: straighten([...start, ...between, ...end.toReversed()]), label }] as const;
  });
}

/** The pieces of a line in the frames between this one and one of its ends, from the outside in. */
function legsInto({ scene, legs }: SolvedTable, frame: string, trunk: Trunk, end: "a" | "b"): Leg[] {
  const segments: Leg[] = [];
  let at = scene.items.get(trunk[end].block)?.parent;
  while (at !== undefined && at !== frame) {
    const segment = legs.get(at)?.find((leg) => leg.trunk === trunk && leg.part === end);
    if (segment) segments.unshift(segment);
    at = scene.items.get(at)?.parent;
  }
  return segments;
}

/** The corner of a cell somewhere in a frame, relative to the cell of the frame. */
function cornerIn(table: SolvedTable, frame: string, id: string): Point {
  let [at, offset] = [id, { x: 0, y: 0 }];
  while (at !== frame) {
    const parent = table.scene.items.get(at)?.parent;
    const solved = parent === undefined ? undefined : table.solved.get(parent);
    const corner = solved?.corners?.get(at);
    if (parent === undefined || !solved || !corner) break;
    offset = add(offset, add(solved.cell.box, corner));
    at = parent;
  }
  return offset;
}

function labelOf(table: SolvedTable, block: string, arrow: Arrow, cell: Point): Rect | undefined {
  const rect = table.solved.get(block)?.cell.labels.get(arrow.id);
  return rect && movedRect(rect, cell);
}

/** The segment from the row, or the box, to where the line leaves its cell. */
function leadOf(table: SolvedTable, trunk: Trunk, end: "a" | "b", anchor: string, cell: Point): Point[] {
  const { block, anchors } = trunk[end];
  const port = table.solved.get(block)?.cell.ports.get(portKey(trunk, end));
  return port ? port.lead(anchors.includes(anchor) ? anchor : block).map((point) => add(point, cell)) : [];
}

/** The segments of a line out of the frames around one end, or into those around the other. */
function wayOf(table: SolvedTable, frame: string, leg: Leg): Point[] {
  const solved = table.solved.get(leg.frame);
  const corner = cornerIn(table, frame, leg.frame);
  const from = isStrip(leg.frame) || !solved ? corner : add(corner, solved.cell.box);
  return (solved?.ways?.get(leg.trunk.id) ?? []).map((point) => add(point, from));
}
