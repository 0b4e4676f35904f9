import type { StateContent } from "#core/layout/content/stateContent.ts";
import type { FrameLines, Orders } from "#core/layout/place/sides.ts";
import type { Item, Scene } from "#core/layout/scene/scene.ts";

/** Of a strip in the wrapped lines of a compound; no path id looks so. */
export const stripId = (frame: string, at: number): string => `${frame}\t${at}`;
export const isStrip = (id: string): boolean => id.includes("\t");

/**
 * Wrapped lines as compounds without a frame: what is wrapped stands in strips, and strips in the compound. So lines between strips
 * are routed like all others.
 */
export function withStrips(scene: Scene, orders: Orders): { scene: Scene; orders: Orders } {
  const wrapped = [...orders].filter(([, order]) => order.strips.length > 0);
  if (wrapped.length === 0) return { scene, orders };
  const frames = new Map<string, FrameLines>(orders);
  const parent = new Map<string, string>();
  const strips = new Map<string, Item[]>();
  for (const [id, order] of wrapped) {
    const frame = scene.items.get(id);
    if (!frame) continue;
    const { around, inside } = wrappedLines(id, order);
    frames.set(id, around);
    const members: Item[] = [];
    for (const { id: strip, lines, content } of inside) {
      frames.set(strip, lines);
      for (const line of lines.lines) for (const child of line) parent.set(child, strip);
      members.push(stripItem(frame, strip, content));
    }
    strips.set(id, members);
  }
  const items = new Map<string, Item>();
  for (const item of scene.items.values()) {
    const around = parent.get(item.id);
    items.set(item.id, around === undefined ? item : inStrip(item, around));
    for (const strip of strips.get(item.id) ?? []) items.set(strip.id, strip);
  }
  return { scene: { ...scene, items }, orders: frames };
}

/** Wrapped lines: the strips as lines of their compound, and each with its own. */
interface Wrapped {
  readonly around: FrameLines;
  readonly inside: readonly {
    readonly id: string;
    readonly lines: FrameLines;
    readonly content: StateContent;
  }[];
}
const knownLines = new WeakMap<FrameLines, { readonly id: string; readonly wrapped: Wrapped }>();

/** The same objects as long as the lines are. */
function wrappedLines(id: string, order: FrameLines): Wrapped {
  const last = knownLines.get(order);
  if (last?.id === id) return last.wrapped;
  const { flow, lines, strips } = order;
  let at = 0;
  const inside = strips.map((count, n) => {
    const slice = lines.slice(at, at + count);
    at += count;
    const content = { title: "", clauses: [], marks: [], rows: [], size: { w: 0, h: 0 }, head: 0 };
    return { id: stripId(id, n), lines: { flow, lines: slice, strips: [] }, content };
  });
  const around: FrameLines = {
    flow: flow === "down" ? "right" : "down",
    lines: inside.map((strip) => [strip.id]),
    strips: [],
  };
  const wrapped = { around, inside };
  knownLines.set(order, { id, wrapped });
  return wrapped;
}

const known = new WeakMap<Item, Item>();

/** A state that stands in a strip; the same object as long as it does. */
function inStrip(item: Item, strip: string): Item {
  const last = known.get(item);
  if (last?.parent === strip) return last;
  const child = { ...item, parent: strip };
  known.set(item, child);
  return child;
}

const stripItem = (frame: Item, id: string, content: StateContent): Item => ({
  ...frame,
  id,
  parent: frame.id,
  depth: frame.depth + 0.5,
  shape: "strip",
  region: false,
  content,
});
