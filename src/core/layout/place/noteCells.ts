import { NOTE } from "#core/layout/content/noteContent.ts";
import type { Point, Rect, Size } from "#core/layout/geometry.ts";
import type { CellShape, PlacedNote, Port } from "#core/layout/place/shapes.ts";
import { childrenOf, type DrawnNote, type Item, type Scene } from "#core/layout/scene/scene.ts";

/** Ways round a note are so far apart. */
const LANE = 6;
/** How far below the upper end of a note its tip is, when nothing stands above it. */
const TIP_DOWN = 13;

interface Anchored {
  readonly drawn: DrawnNote;
  /** The height that it points to, in the cell. */
  readonly y: number;
}

/** The notes of a box, or of a card and its rows, with the heights of what they are about. */
export function notesAt(
  notes: Scene["notes"],
  item: Item,
  cell: CellShape,
  rows?: ReadonlyMap<string, Rect>,
): Anchored[] {
  if (!notes || notes.size === 0) return [];
  const notesHere = (notes.get(item.id) ?? []).map((drawn) => ({ drawn, y: cell.box.y + TIP_DOWN }));
  const inside = [...(rows ?? [])].flatMap(([id, rect]) =>
    (notes.get(id) ?? []).map((drawn) => ({ drawn, y: cell.box.y + rect.y + rect.h / 2 })),
  );
  return [...notesHere, ...inside].sort((a, b) => a.y - b.y);
}

/**
 * A cell with notes beside its box, below each other. Lines that would meet them go round below them, so no line passes a note and
 * none crosses another one there.
 */
export function besideNotes(cell: CellShape, notes: readonly Anchored[], side: "left" | "right"): CellShape {
  if (notes.length === 0) return cell;
  let end = 0;
  const tops = notes.map(({ drawn, y }) => {
    const top = Math.max(end, y - TIP_DOWN);
    end = top + drawn.size.h + NOTE.gap;
    return top;
  });
  end -= NOTE.gap;
  const from = (tops[0] ?? 0) - LANE;
  const heights = [...new Set([...cell.ports.values()].flatMap((p) => (p.side === side ? [p.at] : [])))];
  heights.sort((a, b) => a - b);
  const moved = new Map<number, number>();
  let least = end + LANE;
  for (const at of heights) {
    if (at < from) continue;
    const next = Math.max(at, least);
    if (next > at) moved.set(at, next);
    least = next + LANE;
  }
  const lanes = [...moved.keys()];
  const zone = lanes.length * LANE;
  const widest = Math.max(...notes.map(({ drawn }) => drawn.size.w));
  const more = zone + NOTE.tip + widest;
  const size: Size = {
    w: cell.size.w + more,
    h: Math.max(cell.size.h, end, moved.size > 0 ? least : 0),
  };
  const dx = side === "left" ? more : 0;
  const edge = side === "left" ? dx : cell.size.w;
  const out = side === "left" ? -1 : 1;
  const shift = ({ x, y }: Point): Point => ({ x: x + dx, y });
  const ports = new Map<string, Port>();
  for (const [key, port] of cell.ports) {
    const down = moved.get(port.at);
    // the uppermost goes round outside of the others
    const lane = edge + out * (lanes.length - lanes.indexOf(port.at)) * LANE;
    const border = side === "left" ? 0 : size.w;
    const lead = (anchor: string): Point[] => {
      const points = port.lead(anchor).map(shift);
      if (port.side === "bottom")
        return size.h > cell.size.h ? [...points, { x: port.at + dx, y: size.h }] : points;
      if (port.side !== side) return points;
      if (down === undefined) return [...points, { x: border, y: port.at }];
      return [...points, { x: lane, y: port.at }, { x: lane, y: down }, { x: border, y: down }];
    };
    const along = port.side === "top" || port.side === "bottom";
    const at = along ? port.at + dx : port.side === side ? (down ?? port.at) : port.at;
    ports.set(key, { side: port.side, at, lead });
  }
  const placed = new Map<string, PlacedNote>();
  notes.forEach(({ drawn, y }, i) => {
    const top = tops[i] ?? 0;
    const x = side === "left" ? edge - zone - NOTE.tip - drawn.size.w : edge + zone + NOTE.tip;
    const tipY = Math.min(Math.max(y, top + 9), top + drawn.size.h - 9);
    placed.set(drawn.note.id, {
      at: { x, y: top, ...drawn.size },
      tip: { x: side === "left" ? x + drawn.size.w : x, y: tipY },
    });
  });
  const moveRects = (rects: ReadonlyMap<string, Rect>) =>
    new Map([...rects].map(([id, rect]) => [id, { ...rect, x: rect.x + dx }]));
  return {
    size,
    box: { ...cell.box, x: cell.box.x + dx },
    ports,
    labels: moveRects(cell.labels),
    loops: new Map([...cell.loops].map(([id, points]) => [id, points.map(shift)])),
    notes: placed,
  };
}

/** The side of a box with fewer lines; where words stand on lines they are to the right of it. */
export function noteSide({ ports, labels }: CellShape, item: Item): "left" | "right" {
  if (item.level !== "map" || labels.size > 0) return "left";
  const count = (side: Port["side"]) => [...ports.values()].filter((port) => port.side === side).length;
  return count("left") < count("right") ? "left" : "right";
}

/** Notes on what holds others stand side by side in its head, below what is written there. */
export function notesInHead(
  notes: Scene["notes"],
  frame: Item,
  top: number,
): { notes: Map<string, PlacedNote>; size: Size } {
  const placed = new Map<string, PlacedNote>();
  let x = frame.level === "map" ? 10 : 12;
  let h = 0;
  for (const { note, size } of frame.shape === "strip" ? [] : (notes?.get(frame.id) ?? [])) {
    placed.set(note.id, { at: { x, y: top, ...size } });
    x += size.w + NOTE.gap;
    h = Math.max(h, size.h + NOTE.gap);
  }
  return { notes: placed, size: { w: h === 0 ? 0 : x + NOTE.gap, h } };
}

/** Room that the notes of a box, or of a card and its rows, about need beside it. */
export function noteRoom(scene: Scene, item: Item): Size {
  if (!scene.notes || scene.notes.size === 0) return { w: 0, h: 0 };
  const rows = item.shape === "card" ? (childrenOf(scene).get(item.id) ?? []) : [];
  const ids = [item.id, ...rows.map((row) => row.id)];
  const notesHere = ids.flatMap((id) => scene.notes?.get(id) ?? []);
  if (notesHere.length === 0) return { w: 0, h: 0 };
  return {
    w: Math.max(...notesHere.map(({ size }) => size.w)) + NOTE.tip,
    h: notesHere.reduce((sum, { size }) => sum + size.h + NOTE.gap, -NOTE.gap),
  };
}
