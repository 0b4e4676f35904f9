import { countSteps } from "#core/text/budget.ts";
import { aimedLabels, type LabelContent } from "#core/layout/content/labelContent.ts";
import { grow, overlaps, type Point, type Rect, type Size } from "#core/layout/geometry.ts";
import { DOT, FORK_R, type Placed, type Route } from "#core/layout/place/placed.ts";
import { type Arrow, blockOf, isFrame, type Item, type Scene } from "#core/layout/scene/scene.ts";

/**
 * Labels that the arrangement left no room for are placed where the finished picture has some: beside a segment of their line that is no
 * other line's, as near to its beginning as possible. They move nothing.
 */

/** A horizontal or vertical segment from `lo` to `hi`, at `at` on the other axis. `ahead` where it runs from `lo` to `hi`. */
interface Piece {
  readonly flat: boolean;
  readonly lo: number;
  readonly hi: number;
  readonly at: number;
  readonly ahead: boolean;
}

/** Distances in pixels between a label and its own line, and between it and everything else. */
const BESIDE = 5;
const ABOVE = 2;
const BELOW = 4;
const ALIEN = 8;
const APART = 3;
/** A segment beside a label is at least this long, or as long as the label. */
const MIN_SEGMENT_PX = 22;
/** Distance in pixels between the positions that are tried along a segment. */
const STEP = 12;
/** Positions along one segment that are tried for a label. */
const MAX_POSITIONS_PER_SEGMENT = 24;
/** Half of an arrowhead, and of the sign of a called phase on a line. */
const HEAD = 6;
const SIGN = 7;

/** The routes of a placed scene, with the labels that were left over wherever there is room for them. */
export function withFreeWords(scene: Scene, placed: Placed): ReadonlyMap<string, Route> {
  const { routes } = placed;
  const waiting = scene.arrows.filter(({ id, spare }) => {
    const route = routes.get(id);
    return spare && spare.forms.length > 0 && route !== undefined && !route.label;
  });
  if (waiting.length === 0) return routes;
  const ground = new Ground(scene, placed);
  const moved = new Map(routes);
  const tell = (arrow: Arrow, beside: readonly Arrow[], forms: readonly LabelContent[]): boolean => {
    const placement = ground.place(arrow, beside, forms);
    const route = routes.get(arrow.id);
    if (placement && route) moved.set(arrow.id, { ...route, ...placement });
    return placement !== undefined;
  };
  const left = waiting.filter((arrow) => !tell(arrow, [], formsOf(arrow)));
  for (const group of onOneLine(scene, left)) {
    const [first, ...others] = group as [Arrow, ...Arrow[]];
    if (others.length > 0 && tell(first, others, together(group.map(formsOf)))) continue;
    // a label that names the target may stand at a segment that others share
    for (const arrow of group) tell(arrow, ground.sharing(arrow), aimedForms(arrow));
  }
  return moved;
}

const formsOf = ({ spare }: Arrow): readonly LabelContent[] => spare?.forms ?? [];

/** The same label with the target of its line. */
const aimedForms = (arrow: Arrow): readonly LabelContent[] =>
  arrow.toward === undefined
    ? formsOf(arrow)
    : formsOf(arrow)
        .slice(0, 1)
        .flatMap((form) => aimedLabels(arrow.toward ?? "", form));

/** Transitions from one step to several steps of one phase run on one line. */
function onOneLine(scene: Scene, arrows: readonly Arrow[]): Iterable<readonly Arrow[]> {
  const groups = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const key = `${arrow.from}\n${blockOf(scene, arrow.to)}`;
    groups.set(key, [...(groups.get(key) ?? []), arrow]);
  }
  return groups.values();
}

/** The words of several arrows below each other, in each form that some of them have. */
function together(all: readonly (readonly LabelContent[])[]): LabelContent[] {
  const count = Math.max(...all.map(({ length }) => length));
  return Array.from({ length: count }, (_, form) => {
    const contents = all.flatMap((forms) => forms[form] ?? forms.at(-1) ?? []);
    const [first] = contents as [LabelContent];
    const rows = contents.flatMap((content) => content.rows);
    const w = Math.max(...contents.map(({ size }) => size.w));
    return { ...first, rows, size: { w, h: contents.reduce((sum, { size }) => sum + size.h, 0) } };
  });
}

/** The occupied areas of a picture, and what occupies them. */
class Ground {
  readonly #scene: Scene;
  readonly #boxes: Placed["boxes"];
  /** Areas that a label must not touch. */
  readonly #taken: Rect[] = [];
  /** Frames and cards: a label stands in them or beside them, never across a border. */
  readonly #borders: { readonly id: string; readonly card: boolean; readonly box: Rect }[] = [];
  readonly #lines: { readonly arrow: Arrow; readonly pieces: readonly Piece[] }[] = [];

  constructor(scene: Scene, { boxes, routes, markers, notes }: Placed) {
    this.#scene = scene;
    this.#boxes = boxes;
    for (const item of scene.items.values()) this.#state(item);
    for (const { at, points } of markers) {
      const [a, b] = [points[0] as Point, points.at(-1) as Point];
      this.#taken.push(grow(at, 2), { x: b.x - HEAD, y: a.y, w: 2 * HEAD, h: Math.max(DOT, b.y - a.y) });
    }
    for (const { at } of notes.values()) this.#taken.push(grow(at, ALIEN));
    for (const arrow of scene.arrows) {
      const route = routes.get(arrow.id);
      if (route) this.#line(arrow, route);
    }
  }

  #state(item: Item): void {
    const box = this.#boxes.get(item.id);
    if (!box || item.shape === "strip") return;
    const { head } = item.content;
    const isCard = item.shape === "card";
    if (!isCard && !isFrame(item)) return void this.#taken.push(grow(box, 2));
    this.#borders.push({ id: item.id, card: isCard, box });
    this.#taken.push({ ...box, h: head });
  }

  #line(arrow: Arrow, { points, label, fork }: Route): void {
    this.#lines.push({ arrow, pieces: piecesOf(points) });
    if (label && label.w > 0) this.#taken.push(grow(label, APART));
    const end = points.at(-1);
    if (end) this.#taken.push(around(end, HEAD));
    if (fork) this.#taken.push(around(fork, FORK_R + 2));
    if (arrow.via !== undefined) this.#taken.push(around(middleOf(points), SIGN));
  }

  /**
   * A label with its position, in the first form that fits somewhere.
   * @param beside arrows on the same line that the label names too
   */
  place(
    arrow: Arrow,
    beside: readonly Arrow[],
    forms: readonly LabelContent[],
  ): Pick<Route, "label" | "words"> | undefined {
    const ownLine = this.#lines.find((line) => line.arrow === arrow);
    const free = ownLine?.pieces.flatMap((piece) => this.#alone([arrow, ...beside], piece)) ?? [];
    for (const words of forms)
      for (const piece of free)
        for (const label of placesAt(piece, words.size))
          if (this.#isFree([arrow, ...beside], label)) {
            this.#taken.push(grow(label, APART));
            return { label, words };
          }
    return undefined;
  }

  /** The arrows that share a segment of the line. */
  sharing(arrow: Arrow): Arrow[] {
    const pieces = this.#lines.find((line) => line.arrow === arrow)?.pieces ?? [];
    const runsOn = (piece: Piece) =>
      pieces.some(
        ({ flat, at, lo, hi }) =>
          flat === piece.flat && Math.abs(at - piece.at) <= 2 && lo < piece.hi && hi > piece.lo,
      );
    return this.#lines.flatMap((line) =>
      line.arrow !== arrow && line.pieces.some(runsOn) ? [line.arrow] : [],
    );
  }

  /** The parts of a segment that no other arrow shares, in the direction of the line. */
  #alone(arrows: readonly Arrow[], piece: Piece): Piece[] {
    countSteps(this.#lines.length);
    let left: Piece[] = [piece];
    for (const { arrow: other, pieces } of this.#lines) {
      if (arrows.includes(other)) continue;
      for (const { flat, at, lo, hi } of pieces) {
        if (flat !== piece.flat || Math.abs(at - piece.at) > 2) continue;
        left = left.flatMap((item) => [
          ...(lo > item.lo ? [{ ...item, hi: Math.min(item.hi, lo) }] : []),
          ...(hi < item.hi ? [{ ...item, lo: Math.max(item.lo, hi) }] : []),
        ]);
      }
    }
    return piece.ahead ? left : left.toReversed();
  }

  #isFree(arrows: readonly Arrow[], label: Rect): boolean {
    countSteps(this.#lines.length + this.#borders.length);
    const [arrow] = arrows as [Arrow];
    const card = arrow.role === "arc" ? this.#scene.items.get(arrow.from)?.parent : undefined;
    const whole = this.#boxes.get(this.#scene.root);
    if (whole && !isIn(whole, label, APART)) return false;
    if (this.#taken.some((rect) => overlaps(rect, label))) return false;
    for (const { id, card: isCard, box } of this.#borders) {
      if (!overlaps(box, label, APART)) {
        if (id === card) return false;
        continue;
      }
      if ((isCard && id !== card) || !isIn(box, label, APART)) return false;
    }
    return this.#lines.every(({ arrow: other, pieces }) =>
      pieces.every((piece) => !meets(piece, label, arrows.includes(other) ? 1 : ALIEN)),
    );
  }
}

const around = ({ x, y }: Point, by: number): Rect => ({ x: x - by, y: y - by, w: 2 * by, h: 2 * by });

const isIn = (outer: Rect, { x, y, w, h }: Rect, gap: number): boolean =>
  x >= outer.x + gap &&
  y >= outer.y + gap &&
  x + w <= outer.x + outer.w - gap &&
  y + h <= outer.y + outer.h - gap;

function meets({ flat, lo, hi, at }: Piece, { x, y, w, h }: Rect, gap: number): boolean {
  const [along, long, across, wide] = flat ? [x, w, y, h] : [y, h, x, w];
  return lo < along + long + gap && hi > along - gap && at > across - gap && at < across + wide + gap;
}

const piecesOf = (points: readonly Point[]): Piece[] =>
  points.slice(1).map((b, i) => {
    const a = points[i] as Point;
    const flat = Math.abs(a.y - b.y) <= Math.abs(a.x - b.x);
    const [from, to] = flat ? [a.x, b.x] : [a.y, b.y];
    return { flat, lo: Math.min(from, to), hi: Math.max(from, to), at: flat ? a.y : a.x, ahead: from <= to };
  });

/** The middle of the longest piece: where the sign of a called phase stands. */
function middleOf(points: readonly Point[]): Point {
  const [longest] = piecesOf(points).toSorted((a, b) => b.hi - b.lo - (a.hi - a.lo));
  const { flat, lo, hi, at } = longest ?? { flat: true, lo: 0, hi: 0, at: 0 };
  return flat ? { x: (lo + hi) / 2, y: at } : { x: at, y: (lo + hi) / 2 };
}

/** Positions for a label beside a segment, from its beginning on. */
function* placesAt({ flat, lo, hi, at, ahead }: Piece, { w, h }: Size): Iterable<Rect> {
  const long = flat ? w : h;
  const room = hi - lo;
  if (room < Math.min(long, MIN_SEGMENT_PX)) return;
  const [first, last] = room >= long + 4 ? [lo + 2, hi - 2 - long] : [hi - long, lo];
  const [from, to] = ahead
    ? [Math.min(first, last), Math.max(first, last)]
    : [Math.max(first, last), Math.min(first, last)];
  const count = Math.min(MAX_POSITIONS_PER_SEGMENT, Math.ceil(Math.abs(to - from) / STEP));
  for (let i = 0; i <= count; i++) {
    const along = count === 0 ? from : from + ((to - from) * i) / count;
    if (flat) {
      yield { x: along, y: at - ABOVE - h, w, h };
      yield { x: along, y: at + BELOW, w, h };
    } else {
      yield { x: at + BESIDE, y: along, w, h };
      yield { x: at - BESIDE - w, y: along, w, h };
    }
  }
}
