import { arrange, type Boxes, childrenOf, PAD } from "#core/layout/arrange.ts";
import {
  type Block,
  fromElk,
  type LayoutEngine,
  type Link,
  type Request,
  toElk,
} from "#core/layout/elkGraph.ts";
import type { Rect, Size } from "#core/layout/geometry.ts";
import type { Positions } from "#core/layout/layoutFile.ts";
import { commonState, type Item, type Scene, stepInto } from "#core/layout/scene.ts";
import { shelves, unwelcome, type Variant } from "#core/layout/shelf.ts";

/** Proportion of width to height that a whole picture should have: that of a screen. */
const ASPECT = 1.6;
const SHELF_GAP = 56;
/** Steps flow down unless a row across makes the whole clearly better. */
const ACROSS_MALUS = 0.05;

export type Room = ReadonlyMap<string, Size & { readonly head: number }>;

/** Largest room each state's content needs over the languages. */
export function roomFor(scenes: readonly Scene[]): Room {
  const room = new Map<string, Size & { head: number }>();
  for (const scene of scenes)
    for (const { id, content } of scene.items.values()) {
      const had = room.get(id) ?? { w: 0, h: 0, head: 0 };
      room.set(id, {
        w: Math.max(had.w, content.size.w),
        h: Math.max(had.h, content.size.h),
        head: Math.max(had.head, content.head),
      });
    }
  return room;
}

/**
 * Lays out compounds whose children have no places. Steps (mostly states without children) are laid out by ELK, downwards or
 * across; phases (compounds of compounds) are set on shelves in document order. Inner compounds come first; each offers a few
 * variants, and the outer one takes those that make it compact. Answers with places relative to the parents.
 */
export async function compose(
  scenes: readonly Scene[],
  whole: readonly string[],
  known: Positions,
  room: Room,
  engine: LayoutEngine,
): Promise<Record<string, Rect>> {
  const scene = scenes[0] as Scene;
  const kids = childrenOf(scene);
  const boxes = arrange(scene, known);
  const variants = new Map<string, readonly Variant[]>();
  const levels: Item[][] = [];
  const collect = (item: Item): number => {
    const inner = kids.get(item.id) ?? [];
    if (inner.length === 0 || inner.some((child) => known[child.id])) {
      variants.set(item.id, [
        { size: fixedSize(item, boxes, room, inner.length > 0), children: new Map(), malus: 0 },
      ]);
      return -1;
    }
    const level = 1 + Math.max(...inner.map(collect));
    (levels[level] ??= []).push(item);
    return level;
  };
  for (const id of whole) collect(scene.items.get(id) as Item);
  for (const level of levels) {
    const steps = level.filter((item) => isSteps(item, kids));
    const asked = steps.flatMap((item) =>
      (["DOWN", "RIGHT"] as const).map((d) => requestFor(item, d, scenes, kids, variants, room)),
    );
    const answers = asked.length > 0 ? fromElk(await engine.layout(toElk(asked.map((a) => a.request)))) : [];
    steps.forEach((item, i) => {
      const made = [0, 1].map((d) => {
        const answer = answers[i * 2 + d] as (typeof answers)[number];
        return stepsVariant(item, answer, variants, room, d === 1);
      });
      const nested = (kids.get(item.id) ?? []).some((child) => kids.has(child.id));
      variants.set(
        item.id,
        nested ? made.sort((a, b) => unwelcome(a.size, ASPECT) - unwelcome(b.size, ASPECT)) : made,
      );
    });
    for (const item of level.filter((one) => !isSteps(one, kids)))
      variants.set(item.id, phases(item, scenes, kids, variants, room));
  }
  const found: Record<string, Rect> = {};
  const settle = (variant: Variant) => {
    for (const [id, child] of variant.children) {
      found[id] = { x: child.x, y: child.y, ...child.variant.size };
      settle(child.variant);
    }
  };
  for (const id of whole) settle((variants.get(id) as readonly Variant[])[0] as Variant);
  return found;
}

const fixedSize = (item: Item, boxes: Boxes, room: Room, hasInside: boolean): Size => {
  const box = boxes.get(item.id);
  const need = room.get(item.id) ?? { w: 0, h: 0 };
  return hasInside && box ? { w: box.w, h: box.h } : { w: need.w, h: need.h };
};

/** Whether most of the children are plain states: then the arrows between them decide, not the order alone. */
function isSteps(item: Item, kids: ReadonlyMap<string, readonly Item[]>): boolean {
  if (item.shape === "parallel") return false;
  const inner = kids.get(item.id) ?? [];
  return inner.filter((child) => kids.has(child.id)).length * 2 < inner.length;
}

function requestFor(
  item: Item,
  direction: Request["direction"],
  scenes: readonly Scene[],
  kids: ReadonlyMap<string, readonly Item[]>,
  variants: ReadonlyMap<string, readonly Variant[]>,
  room: Room,
): { request: Request } {
  const scene = scenes[0] as Scene;
  const inner = kids.get(item.id) ?? [];
  const blocks: Block[] = inner.map((child) => {
    const size = ((variants.get(child.id) as readonly Variant[])[0] as Variant).size;
    return {
      id: child.id,
      w: size.w + loopRoom(scenes, child.id),
      h: size.h,
      first: scene.initials.get(item.id) === child.id,
    };
  });
  const links = linksIn(scenes, item.id);
  // a step that nothing near leads to still comes after the one that is written before it
  const reached = new Set(
    links
      .filter((l) => inner.findIndex((c) => c.id === l.from) < inner.findIndex((c) => c.id === l.to))
      .map((l) => l.to),
  );
  inner.forEach((child, i) => {
    const before = inner[i - 1];
    if (before && !reached.has(child.id))
      links.push({ id: `order:${child.id}`, from: before.id, to: child.id });
  });
  return { request: { id: item.id, direction, head: room.get(item.id)?.head ?? 0, blocks, links } };
}

function stepsVariant(
  item: Item,
  answer: { size: Size; places: ReadonlyMap<string, Rect> },
  variants: ReadonlyMap<string, readonly Variant[]>,
  room: Room,
  across: boolean,
): Variant {
  const children = new Map<string, { x: number; y: number; variant: Variant }>();
  for (const [id, place] of answer.places)
    children.set(id, {
      x: place.x,
      y: place.y,
      variant: (variants.get(id) as readonly Variant[])[0] as Variant,
    });
  const size = { w: Math.max(answer.size.w, room.get(item.id)?.w ?? 0), h: answer.size.h };
  return { size, children, malus: across ? ACROSS_MALUS : 0 };
}

function phases(
  item: Item,
  scenes: readonly Scene[],
  kids: ReadonlyMap<string, readonly Item[]>,
  variants: ReadonlyMap<string, readonly Variant[]>,
  room: Room,
): Variant[] {
  const inner = kids.get(item.id) ?? [];
  const links = linksIn(scenes, item.id);
  const shelfItems = inner.map((child) => ({
    id: child.id,
    variants: variants.get(child.id) as readonly Variant[],
  }));
  const gaps = new Map<string, number>();
  for (const link of links)
    if (link.label)
      for (const key of [`${link.from}>${link.to}`, `${link.to}>${link.from}`])
        gaps.set(key, Math.max(gaps.get(key) ?? 0, link.label.w + 44));
  const gap = (left: string, right: string) => Math.max(SHELF_GAP, gaps.get(`${left}>${right}`) ?? 0);
  const need = room.get(item.id) ?? { w: 0, h: 0, head: 0 };
  const aspects = item.parent === undefined ? [ASPECT] : [ASPECT, 2.4, 3.6, 1];
  return shelves(
    shelfItems,
    gap,
    need.head,
    { w: need.w, h: need.head + PAD.bottom },
    aspects,
    item.shape === "parallel",
  );
}

/** Arrows of a compound, lifted to its direct children; several between the same two from deeper down count once. */
function linksIn(scenes: readonly Scene[], parent: string): Link[] {
  const scene = scenes[0] as Scene;
  const links: Link[] = [];
  const seen = new Set<string>();
  scene.arrows.forEach((arrow, i) => {
    if (arrow.jump || commonState(scene, arrow.from, arrow.to) !== parent) return;
    const from = stepInto(scene, parent, arrow.from);
    const to = stepInto(scene, parent, arrow.to);
    if (from === undefined || to === undefined || from === to) return;
    const deep = from !== arrow.from;
    const pair = `${from}>${to}`;
    if (deep && seen.has(pair)) return;
    if (deep) seen.add(pair);
    links.push({
      id: arrow.id,
      from,
      to,
      ...(arrow.further || arrow.label.size.w === 0 ? {} : { label: labelRoom(scenes, i) }),
    });
  });
  return links;
}

/** Room to the right of a state for the labels of its loops. */
function loopRoom(scenes: readonly Scene[], id: string): number {
  let widest = 0;
  (scenes[0] as Scene).arrows.forEach((arrow, i) => {
    if (arrow.from === id && arrow.to === id) widest = Math.max(widest, labelRoom(scenes, i).w + 20);
  });
  return widest;
}

function labelRoom(scenes: readonly Scene[], index: number): Size {
  const sizes = scenes.map((s) => s.arrows[index]?.label.size ?? { w: 0, h: 0 });
  return { w: Math.max(...sizes.map((s) => s.w)), h: Math.max(...sizes.map((s) => s.h)) };
}
