import type { Chart } from "#core/chart/chart.ts";
import { arrange, childrenOf, PAD, STACK_GAP } from "#core/layout/arrange.ts";
import { compose, roomFor } from "#core/layout/compose.ts";
import type { LayoutEngine } from "#core/layout/elkGraph.ts";
import { overlaps, type Rect, type Size } from "#core/layout/geometry.ts";
import type { Position, Positions } from "#core/layout/layoutFile.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { planLayout } from "#core/layout/plan.ts";
import { type Scene, sceneOf } from "#core/layout/scene.ts";

/**
 * Finds a place for every state that has none; places that are known stay as they are. `namesList` holds the label languages
 * that the picture must have room for, so that switching between them moves nothing. The engine is asked only when a whole
 * compound is new, once per level of nesting. To tidy up, pass the places of what is to stay (none: everything is laid out anew).
 */
export async function completeLayout(
  chart: Chart,
  known: Positions,
  namesList: readonly ChartNames[],
  engine: LayoutEngine,
): Promise<Positions> {
  const scenes = namesList.map((names) => sceneOf(chart, names));
  const [scene] = scenes;
  if (!scene || !namesList[0]) return known;
  const plan = planLayout(chart, known, namesList[0]);
  if (plan.whole.length === 0 && plan.newcomers.length === 0) return known;
  const room = roomFor(scenes);
  let found = withRoom(known, room);
  if (plan.whole.length > 0)
    found = { ...(await compose(scenes, plan.whole, found, room, engine)), ...found };
  return placeNewcomers(scene, plan.newcomers, found);
}

function withRoom(known: Positions, room: ReadonlyMap<string, Size>): Record<string, Rect> {
  const out: Record<string, Rect> = {};
  for (const [id, place] of Object.entries(known)) {
    const need = room.get(id);
    out[id] = need ? { ...place, w: Math.max(place.w, need.w), h: Math.max(place.h, need.h) } : place;
  }
  return out;
}

/** A free spot for each newcomer: below or beside the state that leads to it, else its sibling before it. Nobody else moves. */
function placeNewcomers(scene: Scene, newcomers: readonly string[], known: Record<string, Rect>): Positions {
  const found = { ...known };
  for (const id of newcomers) {
    const item = scene.items.get(id);
    if (!item || item.parent === undefined) continue;
    const boxes = arrange(scene, found);
    const own = boxes.get(id);
    const parentBox = boxes.get(item.parent);
    const parent = scene.items.get(item.parent);
    if (!own || !parentBox || !parent) continue;
    const siblings = (childrenOf(scene).get(item.parent) ?? []).filter(
      (other) => other.id !== id && found[other.id],
    );
    const taken = siblings.map((other) => found[other.id] as Rect);
    const source = scene.arrows.find((a) => a.to === id && siblings.some((s) => s.id === a.from));
    const before = siblings.findLast((s) => s.node.at.from < item.node.at.from);
    const near = found[source?.from ?? before?.id ?? ""];
    const limit = found[item.parent] ?? { x: 0, y: 0, w: parentBox.w, h: parentBox.h };
    const top = parent.content.head + PAD.top;
    const wish = near
      ? { x: near.x + near.w / 2 - own.w / 2, y: near.y + near.h + STACK_GAP }
      : { x: PAD.left, y: top };
    found[id] = freeSpot({ w: own.w, h: own.h }, taken, wish, top, limit);
  }
  return found;
}

/**
 * Where a state goes that was dropped into another parent: where it was let go, or the free spot nearest to that when one of
 * its new siblings stands there. Nobody else moves.
 * @param id path id of the state in its new place
 */
export function placeDropped(
  chart: Chart,
  names: ChartNames,
  known: Positions,
  id: string,
  wish: Position,
): Position {
  const scene = sceneOf(chart, names);
  const item = scene.items.get(id);
  const parent = item?.parent === undefined ? undefined : scene.items.get(item.parent);
  if (!item || !parent) return wish;
  const boxes = arrange(scene, { ...known, [id]: wish });
  const own = boxes.get(id) ?? wish;
  const size = { w: own.w, h: own.h };
  const corner = boxes.get(parent.id) ?? { x: 0, y: 0 };
  const taken = (childrenOf(scene).get(parent.id) ?? []).flatMap((other) => {
    const box = other.id !== id && known[other.id] ? boxes.get(other.id) : undefined;
    return box ? [{ ...box, x: box.x - corner.x, y: box.y - corner.y }] : [];
  });
  if (!taken.some((one) => overlaps(one, { ...wish, ...size }, 0))) return wish;
  const limit = known[parent.id] ?? boxes.get(parent.id) ?? size;
  const spot = freeSpot(size, taken, wish, parent.content.head + PAD.top, limit);
  return { ...wish, x: spot.x, y: spot.y };
}

/** The free place nearest to the one that is wished for that needs the least growth of the compound. */
function freeSpot(
  size: Size,
  taken: readonly Rect[],
  wish: { readonly x: number; readonly y: number },
  top: number,
  limit: Size,
): Rect {
  const xs = [
    wish.x,
    PAD.left,
    ...taken.flatMap((t) => [t.x, t.x + t.w + STACK_GAP, t.x - size.w - STACK_GAP]),
  ];
  const ys = [wish.y, top, ...taken.flatMap((t) => [t.y, t.y + t.h + STACK_GAP, t.y - size.h - STACK_GAP])];
  let best: Rect | undefined;
  let least = Infinity;
  for (const rawX of xs)
    for (const rawY of ys) {
      const spot = { x: Math.round(Math.max(PAD.left, rawX)), y: Math.round(Math.max(top, rawY)), ...size };
      if (taken.some((t) => overlaps(t, spot, 24))) continue;
      const growth =
        Math.max(0, spot.x + size.w + PAD.right - limit.w) +
        Math.max(0, spot.y + size.h + PAD.bottom - limit.h);
      const cost = Math.hypot(spot.x - wish.x, spot.y - wish.y) + growth * 2;
      if (cost < least) {
        least = cost;
        best = spot;
      }
    }
  return best ?? { x: PAD.left, y: Math.max(top, ...taken.map((t) => t.y + t.h + STACK_GAP)), ...size };
}
