import { contains, overlaps, type Point, type Rect } from "#core/layout/geometry.ts";
import { straighten } from "#core/layout/grid/straighten.ts";
import { type GridEnd, gridWay } from "#core/layout/place/gridWay.ts";
import { blockOf, type Arrow, type Scene } from "#core/layout/scene/scene.ts";

const STUB = 10;
/** How far beside its ends a detour may lead. */
const MAX_DETOUR_PX = 400;

/**
 * Routes a line between two drawn states over the finished picture, for lines that are drawn on demand. It keeps to the sides of what is in
 * the way, of its own ends too: a step is left at a side of its card. Where there is no detour it passes through, at a high cost.
 * @param words labels of other lines
 */
export function wayRound(
  scene: Scene,
  boxes: ReadonlyMap<string, Rect>,
  arrow: Arrow,
  words: readonly Rect[] = [],
): Point[] {
  if (!boxes.has(arrow.from) || !boxes.has(arrow.to)) return [];
  const starts = besideWords(endsOf(scene, boxes, arrow.from), words);
  const goals = besideWords(endsOf(scene, boxes, arrow.to), words);
  const outs = [...starts, ...goals].map(({ out }) => out);
  const across = rangeOf(outs.map(({ x }) => x));
  const down = rangeOf(outs.map(({ y }) => y));
  const walls: Rect[] = [];
  for (const { id, shape } of scene.items.values()) {
    const box = boxes.get(id);
    if (!box || shape === "row" || shape === "compound" || shape === "parallel" || shape === "strip")
      continue;
    const near =
      box.x < across.to && box.x + box.w > across.from && box.y < down.to && box.y + box.h > down.from;
    if (near) walls.push(box);
  }
  for (const { x, y, w, h } of words) {
    const near = x < across.to && x + w > across.from && y < down.to && y + h > down.from;
    // words inside of a card are behind its walls
    if (near && !walls.some((wall) => contains(wall, { x, y, w, h }))) walls.push({ x, y, w, h });
  }
  const xs = levels(
    walls,
    outs.map(({ x }) => x),
    across,
    "x",
    "w",
  );
  const ys = levels(
    walls,
    outs.map(({ y }) => y),
    down,
    "y",
    "h",
  );
  return straighten(gridWay(starts, goals, xs, ys, walls) ?? []);
}

/** The ends that lead through no label, if there are any. */
function besideWords(ends: readonly GridEnd[], words: readonly Rect[]): readonly GridEnd[] {
  const free = ends.filter(({ at, out }) => {
    const [x, y] = [Math.min(at.x, out.x), Math.min(at.y, out.y)];
    const stub = { x, y, w: Math.abs(at.x - out.x), h: Math.abs(at.y - out.y) };
    return !words.some((word) => overlaps(stub, word));
  });
  return free.length > 0 ? free : ends;
}

/** Where a state is left or entered: at its four sides, and of a step where its row meets the sides of the card. */
function endsOf(scene: Scene, boxes: ReadonlyMap<string, Rect>, id: string): GridEnd[] {
  const { x, y, w, h } = boxes.get(id) as Rect;
  const [cx, cy] = [x + w / 2, y + h / 2];
  const block = boxes.get(blockOf(scene, id)) as Rect;
  const sides = [
    { at: { x: x + w, y: cy }, out: { x: block.x + block.w + STUB, y: cy } },
    { at: { x, y: cy }, out: { x: block.x - STUB, y: cy } },
  ];
  if (scene.items.get(id)?.shape === "row") return sides;
  return [
    ...sides,
    { at: { x: cx, y }, out: { x: cx, y: y - STUB } },
    { at: { x: cx, y: y + h }, out: { x: cx, y: y + h + STUB } },
  ];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const rangeOf = (all: readonly number[]): Range => ({
  from: Math.min(...all) - MAX_DETOUR_PX,
  to: Math.max(...all) + MAX_DETOUR_PX,
});

/** Levels in one direction along which a detour may run; of more, an even selection is used, since the search grows with their square. */
const MAX_ROUTING_LEVELS = 60;

/** The coordinates beside what is in the way, and those of the ends. */
function levels(
  walls: readonly Rect[],
  endPositions: readonly number[],
  { from, to }: Range,
  at: "x" | "y",
  size: "w" | "h",
): number[] {
  const positions = new Set<number>();
  for (const wall of walls)
    for (const v of [wall[at] - STUB, wall[at] + wall[size] + STUB]) if (v > from && v < to) positions.add(v);
  const sorted = [...positions].sort((a, b) => a - b);
  const selection =
    sorted.length <= MAX_ROUTING_LEVELS
      ? sorted
      : Array.from(
          { length: MAX_ROUTING_LEVELS },
          (_, i) => sorted[Math.floor((i * sorted.length) / MAX_ROUTING_LEVELS)] as number,
        );
  return [...new Set([...selection, ...endPositions])].sort((a, b) => a - b);
}
