import type { FrameLines, Orders } from "#core/layout/place/trunks.ts";
import type { Item, Scene } from "#core/layout/scene/scene.ts";

/** Of a strip in the wrapped lines of a compound; no path id looks so. */
export const stripId = (frame: string, at: number): string => `${frame}\t${at}`;
export const isStrip = (id: string): boolean => id.includes("\t");

/**
 * Wrapped lines as compounds without a frame: what is wrapped stands in strips, and strips in the compound. So lines between strips
 * are led like all others.
 */
export function withStrips(scene: Scene, orders: Orders): { scene: Scene; orders: Orders } {
  const wrapped = [...orders].filter(([, order]) => order.strips.length > 0);
  if (wrapped.length === 0) return { scene, orders };
  const found = new Map<string, FrameLines>(orders);
  const parent = new Map<string, string>();
  const strips = new Map<string, Item[]>();
  for (const [id, { flow, lines, strips: counts }] of wrapped) {
    const frame = scene.items.get(id);
    if (!frame) continue;
    let at = 0;
    const ids = counts.map((count, n) => {
      const own = stripId(id, n);
      const some = lines.slice(at, at + count);
      at += count;
      found.set(own, { flow, lines: some, strips: [] });
      for (const child of some.flat()) parent.set(child, own);
      strips.set(id, [...(strips.get(id) ?? []), stripItem(frame, own)]);
      return own;
    });
    found.set(id, {
      flow: flow === "down" ? "right" : "down",
      lines: ids.map((strip) => [strip]),
      strips: [],
    });
  }
  const items = new Map<string, Item>();
  for (const item of scene.items.values()) {
    const around = parent.get(item.id);
    items.set(item.id, around === undefined ? item : { ...item, parent: around });
    for (const strip of strips.get(item.id) ?? []) items.set(strip.id, strip);
  }
  return { scene: { ...scene, items }, orders: found };
}

const stripItem = (frame: Item, id: string): Item => ({
  ...frame,
  id,
  parent: frame.id,
  depth: frame.depth + 0.5,
  shape: "strip",
  region: false,
  content: { title: "", clauses: [], marks: [], rows: [], size: { w: 0, h: 0 }, head: 0 },
});
