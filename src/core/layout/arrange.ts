import type { Rect, Size } from "#core/layout/geometry.ts";
import type { Positions } from "#core/layout/layoutFile.ts";
import type { Item, Scene } from "#core/layout/scene.ts";

/** Room between a compound's border and what is inside; the left one holds the initial marker. */
export const PAD = { left: 48, right: 28, top: 20, bottom: 28 } as const;
/** Regions of a parallel state stand apart by at least this much. */
export const STACK_GAP = 56;

/** Boxes on the canvas by path id, absolute, the root included. Children lie inside their parents. */
export type Boxes = ReadonlyMap<string, Rect>;

/**
 * From relative places to absolute boxes. A state is as wide as its place says, so that lines down a column stay straight, and
 * never smaller than its content and children.
 * States without a place are stacked below their placed siblings, so that there always is a picture.
 */
export function arrange(scene: Scene, known: Positions): Boxes {
  const kids = childrenOf(scene);
  const rel = new Map<string, Rect>();
  const sizeOf = (item: Item): Size => {
    const given = known[item.id];
    const own = item.content.size;
    const inner = item.folded ? [] : (kids.get(item.id) ?? []);
    if (inner.length === 0)
      return item.shape === "history" || !given || item.folded
        ? own
        : { w: Math.max(own.w, given.w), h: own.h };
    const inside = placeChildren(item, inner);
    return { w: Math.max(own.w, inside.w, given?.w ?? 0), h: Math.max(own.h, inside.h, given?.h ?? 0) };
  };
  const placeChildren = (parent: Item, inner: readonly Item[]): Size => {
    let right = 0;
    let bottom = parent.content.head;
    const waiting: Item[] = [];
    for (const item of inner) {
      const size = sizeOf(item);
      const given = known[item.id];
      if (!given) {
        waiting.push(item);
        rel.set(item.id, { x: 0, y: 0, ...size });
        continue;
      }
      rel.set(item.id, { x: given.x, y: given.y, ...size });
      right = Math.max(right, given.x + size.w);
      bottom = Math.max(bottom, given.y + size.h);
    }
    let x: number = PAD.left;
    let y = bottom + (right === 0 ? PAD.top : STACK_GAP);
    for (const item of waiting) {
      const size = rel.get(item.id) as Rect;
      rel.set(item.id, { ...size, x, y });
      right = Math.max(right, x + size.w);
      bottom = Math.max(bottom, y + size.h);
      if (parent.shape === "parallel") x += size.w + STACK_GAP;
      else y += size.h + STACK_GAP;
    }
    return { w: right + PAD.right, h: bottom + PAD.bottom };
  };
  const root = scene.items.get("");
  if (!root) return new Map();
  rel.set("", { x: 0, y: 0, ...sizeOf(root) });
  const boxes = new Map<string, Rect>();
  for (const item of scene.items.values()) {
    const own = rel.get(item.id);
    if (!own) continue;
    const parent = item.parent === undefined ? undefined : boxes.get(item.parent);
    boxes.set(item.id, { ...own, x: own.x + (parent?.x ?? 0), y: own.y + (parent?.y ?? 0) });
  }
  return boxes;
}

/** Drawn children by parent, in document order. */
export function childrenOf(scene: Scene): ReadonlyMap<string, readonly Item[]> {
  const kids = new Map<string, Item[]>();
  for (const item of scene.items.values())
    if (item.parent !== undefined) {
      const list = kids.get(item.parent);
      if (list) list.push(item);
      else kids.set(item.parent, [item]);
    }
  return kids;
}
