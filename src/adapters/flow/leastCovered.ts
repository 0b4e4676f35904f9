import { type Point, type Rect, sharedArea, type Size } from "#core/layout/geometry.ts";

/** Between a card and the state that it is about. */
const GAP = 6;

/** The first of some places that covers least of what is taken. */
export function leastCovering(places: readonly Rect[], taken: readonly Rect[]): Rect | undefined {
  let best: { readonly place: Rect; readonly covered: number } | undefined;
  for (const place of places) {
    const covered = taken.reduce((sum, one) => sum + sharedArea(place, one), 0);
    if (!best || covered < best.covered - 0.5) best = { place, covered };
  }
  return best?.place;
}

/**
 * Where a card stands that tells of a state: beside it, where it covers least of what is taken. It stays in the free area, and off
 * the state where there is any such place.
 */
export function placeBeside(card: Size, around: Rect, free: Rect, taken: readonly Rect[]): Point {
  const { x, y, w, h } = around;
  const rows = [y, y + h - card.h, y + h / 2 - card.h / 2];
  const columns = [x, x + w - card.w, x + w / 2 - card.w / 2];
  const wanted: Point[] = [
    ...rows.map((at) => ({ x: x + w + GAP, y: at })),
    ...columns.flatMap((at) => [
      { x: at, y: y + h + GAP },
      { x: at, y: y - GAP - card.h },
    ]),
    ...rows.map((at) => ({ x: x - GAP - card.w, y: at })),
  ];
  const within = (at: number, from: number, room: number, size: number) =>
    Math.max(from, Math.min(at, from + room - size));
  const places = wanted.map((at) => ({
    x: within(at.x, free.x, free.w, card.w),
    y: within(at.y, free.y, free.h, card.h),
    ...card,
  }));
  const off = places.filter((place) => sharedArea(place, around) === 0);
  return leastCovering(off.length > 0 ? off : places, taken) ?? { x: free.x, y: free.y };
}
