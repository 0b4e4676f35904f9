import { chipWidth, CHIP_GAP, TITLE } from "#core/layout/content/chips.ts";
import { MAP, MARK_GAP, markWidth } from "#core/layout/content/mapContent.ts";
import { headerHeight, ROW_H } from "#core/layout/content/stateContent.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { isFrame, type Item } from "#core/layout/scene/scene.ts";
import { textWidth } from "#core/layout/sizes.ts";
import { addAll } from "#core/text/addAll.ts";

const known = new WeakMap<Picture, readonly Rect[]>();

/** About where words and signs stand in a picture: what is shown over it for a while should not cover them. */
export function wordPlaces(picture: Picture): readonly Rect[] {
  const rects = known.get(picture);
  if (rects) return rects;
  const words: Rect[] = [];
  for (const [id, item] of picture.scene.items) {
    const box = picture.boxes.get(id);
    if (box) addAll(words, inState(item, box));
  }
  for (const { label } of picture.routes.values()) if (label && label.w > 0) words.push(label);
  known.set(picture, words);
  return words;
}

/** Where a drawn state says what it is: its row, its title, or all of what is small. */
export function headPlace({ scene, boxes }: Picture, id: string): Rect | undefined {
  const item = scene.items.get(id);
  const box = boxes.get(id);
  if (!item || !box) return undefined;
  if (item.shape !== "card" && !isFrame(item)) return box;
  const [title] = inState(item, box);
  return title && { ...title, x: box.x, w: Math.min(box.w, title.w + 20) };
}

function inState({ shape, level, content }: Item, box: Rect): Rect[] {
  const { title, marks, rows } = content;
  const beside = marks.filter(({ kind }) => shape !== "row" || kind !== "calls");
  const signs = beside.reduce((sum, mark) => sum + markWidth(mark) + MARK_GAP, 0);
  if (shape === "row") {
    const name = { x: box.x + 3, y: box.y, w: textWidth(title, MAP.row, "text"), h: box.h };
    return signs === 0 ? [name] : [name, { x: box.x + box.w - signs, y: box.y, w: signs, h: box.h }];
  }
  const map = level === "map";
  const [top, step] = map ? [MAP.headH, MAP.chipH] : [headerHeight(content), ROW_H];
  const w = textWidth(title, map ? MAP.title : TITLE, "strong") + signs;
  return [
    { x: box.x + 10, y: box.y, w, h: top },
    ...rows.map(({ chips }, i) => ({
      x: box.x + 10,
      y: box.y + top + i * step,
      w: chips.reduce((sum, chip) => sum + chipWidth(chip) + CHIP_GAP, -CHIP_GAP),
      h: step,
    })),
  ];
}
