import { bounds, overlaps, type Rect } from "#core/layout/geometry.ts";
import type { Positions } from "#core/layout/layoutFile.ts";

/** Room in a compound of format 1 around its states, in pixels, and the height of its title. */
export const PAD = { left: 48, right: 28, top: 20, bottom: 28 } as const;
export const TITLE_H = 34;

type PathMap = Readonly<Record<string, string | null>>;

/**
 * Places by path id after a command moved states (old path id to new one, null for a state that is gone). Who goes out to an
 * enclosing state stays where it is on the canvas; a new state around others is drawn around them where there is room. Any other
 * state that came under another parent has no place there and is left out, for a free spot to be found.
 */
export function movedPlaces(known: Positions, pathMap: PathMap): Positions {
  const after = (id: string) => (Object.hasOwn(pathMap, id) ? pathMap[id] : id);
  const before = new Map<string, string>([["", ""]]);
  for (const id of Object.keys(known)) before.set(after(id) ?? "", id);
  before.set("", "");
  const positions: Record<string, Rect> = {};
  const gathered = new Map<string, string[]>();
  for (const [id, place] of Object.entries(known)) {
    const to = after(id);
    if (typeof to !== "string") continue;
    const parent = parentOf(to);
    const was = before.get(parent);
    if (after(parentOf(id)) === parent) positions[to] = place;
    else if (was === undefined) gathered.set(parent, [...(gathered.get(parent) ?? []), id]);
    else if (was === "" || id.startsWith(`${was}.`)) {
      const way = offset(known, parentOf(id), was);
      if (way) positions[to] = { ...place, x: place.x + way.x, y: place.y + way.y };
    }
  }
  for (const [group, ids] of gathered) drawAround(positions, known, group, ids, after);
  return positions;
}

/** Puts a new state around those that it gathers, unless it would lie on others or they come from several places. */
function drawAround(
  positions: Record<string, Rect>,
  known: Positions,
  group: string,
  ids: readonly string[],
  after: (id: string) => string | null | undefined,
): void {
  const [first = ""] = ids;
  const from = parentOf(first);
  const inner = bounds(ids.flatMap((id) => known[id] ?? []));
  if (!inner || parentOf(group) !== after(from) || ids.some((id) => parentOf(id) !== from)) return;
  const head = TITLE_H + PAD.top;
  const box = {
    x: Math.max(PAD.left, inner.x - PAD.left),
    y: Math.max(head, inner.y - head),
    w: inner.w + PAD.left + PAD.right,
    h: inner.h + head + PAD.bottom,
  };
  const others = Object.entries(known).filter(([id]) => parentOf(id) === from && !ids.includes(id));
  if (others.some(([, other]) => overlaps(other, box))) return;
  positions[group] = box;
  for (const id of ids) {
    const [to, place] = [after(id), known[id]];
    if (typeof to === "string" && place)
      positions[to] = { ...place, x: place.x - inner.x + PAD.left, y: place.y - inner.y + head };
  }
}

/** How far a state's upper left corner lies from that of a state around it; undefined when one of them has no place. */
function offset(known: Positions, id: string, around: string): { x: number; y: number } | undefined {
  let [x, y] = [0, 0];
  for (let at = id; at !== around; at = parentOf(at)) {
    const place = known[at];
    if (!place) return undefined;
    x += place.x;
    y += place.y;
  }
  return { x, y };
}

const parentOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf(".")));
