import { chipWidth, CHIP_GAP, SMALL, TITLE } from "#core/layout/content/chips.ts";
import { MAP } from "#core/layout/content/mapContent.ts";
import { headerHeight, ROW_H } from "#core/layout/content/stateContent.ts";
import { overlaps, type Point, type Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { isFrame, type Item, upwards } from "#core/layout/scene/scene.ts";
import { textWidth } from "#core/layout/sizes.ts";
import {
  drawnLines,
  type DrawnLine,
  passes,
  type Piece,
  spanOf,
  together,
  withoutStem,
} from "#test/core/layout/place/drawnLines.ts";

/** What is written in the head of a state that holds others: its title, and each line of chips. */
export function headTexts(item: Item, box: Rect): Rect[] {
  const { title, rows } = item.content;
  const map = item.level === "map";
  const letters = map ? MAP.title : TITLE;
  const [top, step] = map ? [MAP.headH, MAP.chipH] : [headerHeight(item.content), ROW_H];
  const own = {
    x: box.x + 10,
    y: box.y + (map ? 5 : 9),
    w: textWidth(title, letters, "strong"),
    h: letters + 3,
  };
  return [
    own,
    ...rows.map(({ chips }, i) => ({
      x: box.x + 10,
      y: box.y + top + i * step + 2,
      w: chips.reduce((sum, chip) => sum + chipWidth(chip) + CHIP_GAP, -CHIP_GAP),
      h: SMALL + 4,
    })),
  ];
}

/** What of a picture breaks a law of drawing, in words; none when all is well. */
export function pictureFaults(picture: Picture): string[] {
  const lines = drawnLines(picture);
  return [
    ...boxFaults(picture),
    ...labelFaults(picture, lines),
    ...routeFaults(picture, lines),
    ...wayFaults(picture, lines),
    ...sharedFaults(lines),
  ];
}

const inside = (outer: Rect, inner: Rect) =>
  inner.x >= outer.x - 0.5 &&
  inner.y >= outer.y - 0.5 &&
  inner.x + inner.w <= outer.x + outer.w + 0.5 &&
  inner.y + inner.h <= outer.y + outer.h + 0.5;

/** Children lie in their parents, below the head, apart from each other. */
function boxFaults({ scene, boxes }: Picture): string[] {
  const faults: string[] = [];
  const siblings = new Map<string, Item[]>();
  for (const item of scene.items.values()) {
    const box = boxes.get(item.id);
    if (!box) {
      faults.push(`no-place ${item.id}`);
      continue;
    }
    if (item.parent === undefined) continue;
    const parent = scene.items.get(item.parent) as Item;
    const outer = boxes.get(item.parent);
    const head = item.parent === scene.root ? 0 : parent.content.head;
    if (!outer || !inside({ ...outer, y: outer.y + head, h: outer.h - head }, box))
      faults.push(`outside ${item.id}`);
    const list = siblings.get(item.parent) ?? [];
    for (const other of list) {
      const there = boxes.get(other.id);
      if (there && overlaps(box, there, -0.5)) faults.push(`overlap ${item.id} ${other.id}`);
    }
    siblings.set(item.parent, [...list, item]);
  }
  return faults;
}

function labelFaults({ scene, boxes }: Picture, lines: readonly DrawnLine[]): string[] {
  const faults: string[] = [];
  const labelled = lines.flatMap(({ arrow, label }) =>
    label && label.w > 0 ? [{ id: arrow.id, label, card: scene.items.get(arrow.from)?.parent }] : [],
  );
  labelled.forEach(({ id, label, card }, i) => {
    for (const other of labelled.slice(i + 1))
      if (overlaps(label, other.label, -0.5)) faults.push(`label-label ${id} ${other.id}`);
    for (const item of scene.items.values()) {
      const box = boxes.get(item.id);
      if (!box || !overlaps(label, box, -0.5)) continue;
      // in its own card there are words, beside the rows
      const holds = isFrame(item) || (item.shape === "card" && item.id === card);
      if (!holds) faults.push(`label-box ${id} ${item.id}`);
      else if (item.id !== scene.root && !inside(box, label)) faults.push(`label-frame ${id} ${item.id}`);
      else if (item.id !== scene.root && headTexts(item, box).some((text) => overlaps(label, text, -0.5)))
        faults.push(`label-head ${id} ${item.id}`);
    }
  });
  return faults;
}

/** Level or plumb pieces, from the state that is left to the one that is entered. */
function routeFaults({ scene, boxes }: Picture, lines: readonly DrawnLine[]): string[] {
  const faults: string[] = [];
  for (const { arrow, points } of lines) {
    if (points.length < 2) faults.push(`no-way ${arrow.id}`);
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1] as Point, points[i] as Point];
      if (![a.x, a.y].every(Number.isFinite)) faults.push(`no-number ${arrow.id}`);
      if (Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) > 0.6) faults.push(`slanted ${arrow.id}`);
    }
    for (const [id, at] of [
      [arrow.from, points[0]],
      [arrow.to, points.at(-1)],
    ] as const) {
      const item = scene.items.get(id);
      const own = boxes.get(id);
      const around = item?.shape === "row" && item.parent !== undefined ? boxes.get(item.parent) : undefined;
      // a row is met at its dot or its end; its card stands for the row that it starts with
      const near = own && around ? { x: around.x, y: own.y, w: around.w, h: own.h } : own;
      const starts = around && id === arrow.to && scene.initials.get(item?.parent ?? "") === id;
      if (!at || !near || !(touches(near, at) || (starts && touches(around, at))))
        faults.push(`astray ${arrow.id} at ${id}`);
    }
  }
  return faults;
}

const touches = (box: Rect, { x, y }: Point) =>
  x >= box.x - 1 && x <= box.x + box.w + 1 && y >= box.y - 1 && y <= box.y + box.h + 1;

/** No line passes through what it does not belong to, through words, or along a border. */
function wayFaults({ scene, boxes }: Picture, lines: readonly DrawnLine[]): string[] {
  const faults: string[] = [];
  const labels = lines.flatMap(({ arrow, label, net }) =>
    label && label.w > 0 ? [{ arrow, label, net }] : [],
  );
  for (const { arrow, pieces } of lines) {
    const own = new Set([...upwards(scene, arrow.from), ...upwards(scene, arrow.to)]);
    for (const item of scene.items.values()) {
      const box = boxes.get(item.id);
      if (!box || item.id === scene.root) continue;
      const holds = isFrame(item) || item.shape === "card";
      const foreign = !own.has(item.id);
      if (foreign && pieces.some((piece) => passes(piece, box)))
        faults.push(`through-${isFrame(item) ? "frame" : "box"} ${arrow.id} ${item.id}`);
      else if (!holds && !foreign && pieces.some((piece) => passes(piece, box, 7)))
        faults.push(`through-own ${arrow.id} ${item.id}`);
      if (holds && headTexts(item, box).some((text) => pieces.some((piece) => passes(piece, text, 0))))
        faults.push(`through-head ${arrow.id} ${item.id}`);
      if (foreign && isFrame(item) && pieces.some((piece) => alongBorder(piece, box)))
        faults.push(`along ${arrow.id} ${item.id}`);
    }
    for (const other of labels)
      if (other.arrow.id !== arrow.id && pieces.some((piece) => passes(piece, other.label)))
        faults.push(`through-label ${arrow.id} ${other.arrow.id}`);
  }
  return faults;
}

function alongBorder(piece: Piece, { x, y, w, h }: Rect): boolean {
  const { lo, hi, at } = spanOf(piece);
  const [from, to, borders] = piece.flat ? [x, x + w, [y, y + h]] : [y, y + h, [x, x + w]];
  return Math.min(hi, to) - Math.max(lo, from) > 6 && borders.some((border) => Math.abs(border - at) < 2);
}

/** Lines of different nets never run on each other, but for the stem by which lines of one state leave it. */
function sharedFaults(lines: readonly DrawnLine[]): string[] {
  const faults: string[] = [];
  lines.forEach((line, i) => {
    for (const other of lines.slice(i + 1)) {
      if (other.net === line.net) continue;
      const [own, theirs] = withoutStem(line, other);
      if (own.some((p) => theirs.some((q) => together(p, q) > 2)))
        faults.push(`shared ${line.arrow.id} ${other.arrow.id}`);
    }
  });
  return faults;
}
