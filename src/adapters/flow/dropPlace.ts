import type { LinePlace } from "#core/layout/arrangement/arrange.ts";
import type { CompoundLines } from "#core/layout/arrangement/arrangement.ts";
import { rowPlace } from "#core/layout/arrangement/rows.ts";
import { bounds, type Point, type Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { childrenOf } from "#core/layout/scene/scene.ts";

/** Where a dropped state would stand in the lines of a compound, and the mark that shows it. */
export interface DropPlace {
  readonly compound: string;
  readonly place: LinePlace;
  /** A thin bar between what it would stand between. */
  readonly mark: Rect;
}

/** The share of a line's thickness, at either side, where a drop starts a new line. */
const NEW_LINE_SHARE = 0.22;
const DROP_BAR_PX = 4;

/** The place among the steps of a card that is nearest to a point. */
export function rowDropPlace(
  { scene, boxes }: Picture,
  card: string,
  at: Point,
  lines: CompoundLines,
): DropPlace | undefined {
  const rows = (childrenOf(scene).get(card) ?? []).flatMap(({ id }) => boxes.get(id) ?? []);
  const [first] = rows;
  if (!first) return undefined;
  // a long card has columns: the nearest one counts
  const left = rows.reduce((x, row) => (row.x <= at.x + 20 ? Math.max(x, row.x) : x), first.x);
  const start = rows.findIndex((row) => row.x === left);
  const column = rows.filter((row) => row.x === left);
  const above = column.filter((row) => row.y + row.h / 2 < at.y).length;
  const before = start + above;
  const next = column[above];
  const last = column.at(-1) ?? first;
  const y = next ? next.y - 1 : last.y + last.h + 1;
  const mark = { x: left - 4, y: y - DROP_BAR_PX / 2, w: last.w + 8, h: DROP_BAR_PX };
  return { compound: card, place: rowPlace(lines, before), mark };
}

/** The place in a compound's lines that is nearest to a point; undefined where the compound has no lines. */
export function dropPlace(
  { orders, boxes }: Picture,
  compound: string,
  at: Point,
  moved: ReadonlySet<string>,
): DropPlace | undefined {
  const order = orders.get(compound);
  if (!order) return undefined;
  const down = order.flow === "down";
  const lines = order.lines.flatMap((line, index) => {
    const members = line.flatMap((id, n) => {
      const box = boxes.get(id);
      return box ? [{ id, n, box }] : [];
    });
    const all = bounds(members.map(({ box }) => box));
    return all ? [{ index, members, all }] : [];
  });
  if (lines.length === 0) return undefined;
  const away = (r: Rect) =>
    Math.hypot(Math.max(r.x - at.x, 0, at.x - r.x - r.w), Math.max(r.y - at.y, 0, at.y - r.y - r.h));
  const near = lines.reduce((a, b) => (away(b.all) < away(a.all) ? b : a));
  const [start, length, point] = down ? [near.all.y, near.all.h, at.y] : [near.all.x, near.all.w, at.x];
  const part = (point - start) / Math.max(1, length);
  const others = near.members.filter(({ id }) => !moved.has(id));
  // alone in its line it stays a line of its own
  if (part < NEW_LINE_SHARE || part > 1 - NEW_LINE_SHARE || others.length === 0) {
    const after = part > 0.5;
    const edge = after ? start + length + 6 : start - 6;
    const mark = down
      ? { x: near.all.x - 8, y: edge - DROP_BAR_PX / 2, w: near.all.w + 16, h: DROP_BAR_PX }
      : { x: edge - DROP_BAR_PX / 2, y: near.all.y - 8, w: DROP_BAR_PX, h: near.all.h + 16 };
    return { compound, place: { newLine: near.index + (after ? 1 : 0) }, mark };
  }
  const before = near.members.filter(({ box }) =>
    down ? box.x + box.w / 2 < at.x : box.y + box.h / 2 < at.y,
  );
  const last = before.at(-1)?.box;
  const next = near.members[before.length]?.box;
  const edge = last
    ? (down ? last.x + last.w : last.y + last.h) + 6
    : (down ? (next?.x ?? 0) : (next?.y ?? 0)) - 6;
  const mark = down
    ? { x: edge - DROP_BAR_PX / 2, y: near.all.y - 4, w: DROP_BAR_PX, h: near.all.h + 8 }
    : { x: near.all.x - 4, y: edge - DROP_BAR_PX / 2, w: near.all.w + 8, h: DROP_BAR_PX };
  return { compound, place: { line: near.index, at: before.length }, mark };
}
