import type { Rect, Size } from "#core/layout/geometry.ts";
import type { Positions } from "#core/layout/layoutFile.ts";
import type { Item, Scene } from "#core/layout/scene.ts";

/** Room between a compound's border and what is inside; the left one holds the initial marker. */
export const PAD = { left: 48, right: 28, top: 20, bottom: 28 } as const;
/** Regions of a parallel state stand apart by at least this much. */
export const STACK_GAP = 56;
/** What makes way for a neighbour that grew keeps its distance from it, but no more than this: room for a label. */
const ASIDE = 112;

/** Boxes on the canvas by path id, absolute, the root included. Children lie inside their parents. */
export type Boxes = ReadonlyMap<string, Rect>;

/**
 * From relative places to absolute boxes. A state is as wide as its place says, so that lines down a column stay straight, and
 * never smaller than its content and children. Where it has outgrown the room that its place gave it, who stands right of it or
 * below it makes way, no farther than needed; the places stay as they are written.
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
    const placed: Placed[] = [];
    // A head that has grown moves all that is below it.
    const top = Math.min(...inner.map(({ id }) => known[id]?.y ?? Infinity));
    const down = Math.max(0, parent.content.head + PAD.top / 2 - top);
    for (const item of inner) {
      const size = sizeOf(item);
      const given = known[item.id];
      if (!given) {
        waiting.push(item);
        rel.set(item.id, { x: 0, y: 0, ...size });
        continue;
      }
      placed.push({
        id: item.id,
        given,
        size,
        spot: { x: given.x, y: given.y + down, w: Math.max(given.w, size.w), h: Math.max(given.h, size.h) },
      });
    }
    makeWay(placed);
    for (const { id, size, spot } of placed) {
      rel.set(id, { ...spot, ...size });
      right = Math.max(right, spot.x + size.w);
      bottom = Math.max(bottom, spot.y + size.h);
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

interface Placed {
  readonly id: string;
  /** The place as it is written. No width or height: as large as it is. */
  readonly given: Rect;
  readonly size: Size;
  /** Where it goes, with all the room that it has or takes. */
  readonly spot: { -readonly [K in keyof Rect]: Rect[K] };
}

/** Two that stood apart still do: side by side if they were, else one above the other. */
function makeWay(placed: Placed[]): void {
  if (!placed.some(({ given, spot }) => spot.w > (given.w || spot.w) || spot.h > (given.h || spot.h))) return;
  const axes = [
    ["x", "w", "y", "h"],
    ["y", "h", "x", "w"],
  ] as const;
  for (const [at, size, across, breadth] of axes)
    for (const { given, spot } of placed.sort((a, b) => a.given[at] - b.given[at]))
      for (const before of placed) {
        const gap = given[at] - before.given[at] - (before.given[size] || before.spot[size]);
        const inLine =
          spot[across] < before.spot[across] + before.spot[breadth] &&
          before.spot[across] < spot[across] + spot[breadth];
        if (gap >= 0 && inLine)
          spot[at] = Math.max(spot[at], before.spot[at] + before.spot[size] + Math.min(gap, ASIDE));
      }
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
