import type { Size } from "#core/layout/geometry.ts";
import type { Flow } from "#core/layout/grid/gridTypes.ts";
import { MAP } from "#core/layout/content/mapContent.ts";
import { columnCount } from "#core/layout/place/columns.ts";
import { noteRoom } from "#core/layout/place/noteCells.ts";
import type { FrameLines, Orders } from "#core/layout/place/sides.ts";
import { type Arrow, childrenOf, isFrame, type Item, type Scene } from "#core/layout/scene/scene.ts";
import { largest } from "#core/text/addAll.ts";

/** The lines of a compound by path ids, and the way it flows when that is decided. */
export interface WantedLines {
  readonly flow?: Flow;
  readonly lines: readonly (readonly string[])[];
  /** How the lines are wrapped, where that is decided: they are not wrapped again. */
  readonly strips?: readonly number[];
}

/** A way in which a state and all in it may be drawn, and how large it about is then. */
interface Option extends Size {
  readonly flow: Flow;
  readonly inside: readonly Option[];
  readonly id: string;
  /** How many lines stand in each strip, when they are wrapped. */
  readonly strips: readonly number[];
}

const WEIGHTS = [0.2, 0.45, 0.8, 1.2, 2, 4];
/** Shapes of one state that are passed on to the state around it: the combinations grow with their product. */
const MAX_SHAPES_PER_STATE = 10;
const GAPS = {
  map: { x: 24, y: 30, pad: 26 },
  flow: { x: 60, y: 44, pad: 40 },
  full: { x: 60, y: 48, pad: 40 },
} as const;

/**
 * The lines of every frame as they are drawn: as they are wanted, but compounds whose flow is not decided flow so that the whole
 * suits the canvas. Sizes are estimated; a few ways for each compound are kept, as in the packing of floor plans.
 */
export const ordersFor = (scene: Scene, wanted: (item: Item) => WantedLines, canvas: Size): Orders =>
  orderChoices(scene, wanted, canvas, 1)[0] ?? new Map();

/** So many ways of drawing at most, the one that seems to suit the canvas best first. There is always one, but for an empty scene. */
export function orderChoices(
  scene: Scene,
  wanted: (item: Item) => WantedLines,
  canvas: Size,
  most: number,
): Orders[] {
  const lines = new Map<string, WantedLines>();
  const optionsOf = (item: Item): Option[] => {
    if (!isFrame(item))
      return [{ ...leafSize(scene, item), flow: "down", inside: [], id: item.id, strips: [] }];
    const wantedLines = wanted(item);
    lines.set(item.id, wantedLines);
    const inside = wantedLines.lines.map((line) =>
      line.flatMap((id) => {
        const child = scene.items.get(id);
        return child ? [optionsOf(child)] : [];
      }),
    );
    const shapes: Option[] = [];
    for (const flow of wantedLines.flow ? [wantedLines.flow] : (["down", "right"] as const))
      for (const weight of WEIGHTS) {
        const picks = inside.map((line) =>
          line.map((choices) => choices.reduce((a, b) => (a.w + a.h * weight <= b.w + b.h * weight ? a : b))),
        );
        if (wantedLines.strips) shapes.push(sumOf(item, flow, picks, wantedLines.strips));
        else
          for (const count of stripCounts(wantedLines.lines.length))
            shapes.push(sumOf(item, flow, picks, count));
      }
    return pareto(shapes);
  };
  const root = scene.items.get(scene.root);
  if (!root) return [];
  const decided = decidedOrders(scene, root, wanted);
  if (decided) return [decided];
  const fit = ({ w, h }: Size) => Math.min(canvas.w / w, canvas.h / h);
  const options = [...optionsOf(root)].sort((a, b) => fit(b) - fit(a));
  return options.slice(0, most).map((best) => {
    const orders = new Map<string, FrameLines>();
    const settle = (option: Option) => {
      const wantedLines = lines.get(option.id);
      if (wantedLines)
        orders.set(option.id, { flow: option.flow, lines: wantedLines.lines, strips: option.strips });
      option.inside.forEach(settle);
    };
    settle(best);
    return orders;
  });
}

/** The lines of every frame where somebody decided all of them, as after an edit: then nothing is estimated. */
function decidedOrders(scene: Scene, root: Item, wanted: (item: Item) => WantedLines): Orders | undefined {
  const orders = new Map<string, FrameLines>();
  const settle = (item: Item): boolean => {
    if (!isFrame(item)) return true;
    const { flow, lines, strips } = wanted(item);
    if (!flow || !strips) return false;
    orders.set(item.id, sameLines({ flow, lines, strips: strips.length > 1 ? strips : [] }));
    return lines.every((line) =>
      line.every((id) => {
        const child = scene.items.get(id);
        return !child || settle(child);
      }),
    );
  };
  return settle(root) ? orders : undefined;
}

const decided = new WeakMap<FrameLines["lines"], FrameLines>();

/** The same object as last time where it says the same. */
function sameLines(now: FrameLines): FrameLines {
  const last = decided.get(now.lines);
  const isSame =
    last?.flow === now.flow &&
    last.strips.length === now.strips.length &&
    last.strips.every((count, i) => count === now.strips[i]);
  if (isSame) return last;
  decided.set(now.lines, now);
  return now;
}

function leafSize(scene: Scene, item: Item): Size {
  const size = bareSize(scene, item);
  const beside = noteRoom(scene, item);
  return { w: size.w + beside.w, h: Math.max(size.h, beside.h) };
}

function bareSize(scene: Scene, item: Item): Size {
  const { size, head } = item.content;
  if (item.shape === "card") {
    const rows = childrenOf(scene).get(item.id) ?? [];
    const w = largest(
      rows.map((row) => row.content.size.w + MAP.names + MAP.side + 12),
      size.w,
    );
    const count = columnCount(rows.length);
    const side = count > 1 ? COLUMN_SIDE : 0;
    return {
      w: count * w + (count + 1) * side,
      h: head + Math.ceil(rows.reduce((sum, row) => sum + row.content.size.h, 0) / count) + MAP.footH + side,
    };
  }
  if (item.level === "map") return size;
  // beside it stands what leads on
  const words = wordsOf(scene).get(item.id) ?? [];
  return {
    w:
      size.w +
      largest(
        words.map((arrow) => arrow.label.size.w),
        0,
      ),
    h: Math.max(
      size.h,
      words.reduce((sum, arrow) => sum + arrow.label.size.h + 6, 0),
    ),
  };
}

/** About what stands between the columns of a card, and around them. */
const COLUMN_SIDE = 14;

const words = new WeakMap<Scene, ReadonlyMap<string, readonly Arrow[]>>();

/** Lines that have words, by the state that they leave. */
function wordsOf(scene: Scene): ReadonlyMap<string, readonly Arrow[]> {
  const known = words.get(scene);
  if (known) return known;
  const groups = new Map<string, Arrow[]>();
  for (const arrow of scene.arrows) {
    if (arrow.role !== "line" || arrow.label.size.w <= 0) continue;
    const list = groups.get(arrow.from);
    if (list) list.push(arrow);
    else groups.set(arrow.from, [arrow]);
  }
  words.set(scene, groups);
  return groups;
}

/** Into how many strips lines may be wrapped: a strip has about three lines. */
export const stripCounts = (lines: number): number[] =>
  [1, 2, 3, 4, 5].filter((n) => n === 1 || lines >= n * (n === 2 ? 1.5 : 2.5));

function sumOf(
  item: Item,
  flow: Flow,
  picks: readonly (readonly Option[])[],
  wrap: number | readonly number[],
): Option {
  const { x, y, pad } = GAPS[item.level];
  const sum = (values: readonly number[], gap: number) => values.reduce((a, b) => a + b + gap, -gap);
  const max = (values: readonly number[]) => largest(values, 0);
  const down = flow === "down";
  const thick = picks.map((line) => (down ? max(line.map((o) => o.h)) : max(line.map((o) => o.w))));
  const wide = picks.map((line) =>
    down
      ? sum(
          line.map((o) => o.w),
          x,
        )
      : sum(
          line.map((o) => o.h),
          y,
        ),
  );
  const [along, across] = down ? [y, x] : [x, y];
  const strips =
    typeof wrap === "number"
      ? wrap === 1
        ? [picks.length]
        : balanced(thick, wrap, along)
      : wrap.length > 0
        ? wrap
        : [picks.length];
  let [at, main] = [0, 0];
  const widths: number[] = [];
  for (const n of strips) {
    main = Math.max(main, sum(thick.slice(at, at + n), along));
    widths.push(max(wide.slice(at, at + n)));
    at += n;
  }
  const cross = sum(widths, across + 12);
  const [w, h] = down ? [cross, main] : [main, cross];
  return {
    id: item.id,
    flow,
    inside: picks.flat(),
    strips: strips.length > 1 ? strips : [],
    w: Math.max(w + pad, item.content.size.w),
    h: h + pad + item.content.head,
  };
}

/** Lines in strips of about the same length, in order. */
export function balanced(lengths: readonly number[], count: number, gap: number): number[] {
  const whole = lengths.reduce((a, b) => a + b + gap, 0);
  const strips: number[] = [];
  let [used, n] = [0, 0];
  lengths.forEach((length, i) => {
    const left = lengths.length - i;
    const open = count - strips.length;
    const full = n > 0 && open > 1 && used + length / 2 > (whole * (strips.length + 1)) / count;
    if (full && left >= open - 1) {
      strips.push(n);
      n = 0;
    }
    used += length + gap;
    n++;
  });
  strips.push(n);
  return strips;
}

/** Without those that are wider and higher than another one. */
function pareto(options: readonly Option[]): Option[] {
  const sorted = [...options].sort((a, b) => a.w - b.w || a.h - b.h);
  const front: Option[] = [];
  for (const option of sorted) {
    const least = front.at(-1);
    if (!least || option.h < least.h - 0.5) front.push(option);
  }
  if (front.length <= MAX_SHAPES_PER_STATE) return front;
  return Array.from(
    { length: MAX_SHAPES_PER_STATE },
    (_, i) => front[Math.round((i * (front.length - 1)) / (MAX_SHAPES_PER_STATE - 1))] as Option,
  );
}
