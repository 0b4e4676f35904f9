import { countSteps } from "#core/text/budget.ts";
import { aimedLabels, type LabelContent } from "#core/layout/content/labelContent.ts";
import { grow, overlaps, type Point, type Rect, type Size } from "#core/layout/geometry.ts";
import { Areas } from "#core/layout/place/areas.ts";
import { DOT, FORK_R, type Placed, type Route } from "#core/layout/place/placed.ts";
import { type Arrow, blockOf, isFrame, type Item, type Scene } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

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
/** Segments that are no farther apart, in pixels, lie on one line. */
const ON_ONE_LINE = 2;
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
export function* withFreeWords(scene: Scene, placed: Placed): Steps<ReadonlyMap<string, Route>> {
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
  const left: Arrow[] = [];
  for (const arrow of waiting) {
    if (!tell(arrow, [], formsOf(arrow))) left.push(arrow);
    yield;
  }
  for (const group of onOneLine(scene, left)) {
    const [first, ...others] = group as [Arrow, ...Arrow[]];
    if (others.length > 0 && tell(first, others, together(group.map(formsOf)))) continue;
    // a label that names the target may stand at a segment that others share
    for (const arrow of group) {
      tell(arrow, ground.sharing(arrow), aimedForms(arrow));
      yield;
    }
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

/** A line in the picture. */
interface Line {
  readonly arrow: Arrow;
  readonly pieces: readonly Piece[];
}
/** A segment of a line. */
interface Stretch {
  readonly line: Line;
  readonly piece: Piece;
}
/** A frame or a card. */
interface Border {
  readonly id: string;
  readonly card: boolean;
  readonly box: Rect;
}

/** The occupied areas of a picture, and what occupies them. */
class Ground {
  readonly #scene: Scene;
  readonly #boxes: Placed["boxes"];
  /** Areas that a label must not touch. */
  readonly #taken = new Areas<Rect>();
  /** A label stands in them or beside them, never across a border. */
  readonly #borders = new Areas<Border>();
  readonly #lines = new Map<Arrow, Line>();
  readonly #stretches = { flat: new Areas<Stretch>(), upright: new Areas<Stretch>() };

  constructor(scene: Scene, { boxes, routes, markers, notes }: Placed) {
    this.#scene = scene;
    this.#boxes = boxes;
    for (const item of scene.items.values()) this.#state(item);
    for (const { at, points } of markers) {
      const [a, b] = [points[0] as Point, points.at(-1) as Point];
      this.#take(grow(at, 2));
      this.#take({ x: b.x - HEAD, y: a.y, w: 2 * HEAD, h: Math.max(DOT, b.y - a.y) });
    }
    for (const { at } of notes.values()) this.#take(grow(at, ALIEN));
    for (const arrow of scene.arrows) {
      const route = routes.get(arrow.id);
      if (route) this.#line(arrow, route);
    }
  }

  #take(area: Rect): void {
    this.#taken.add(area, area);
  }

  #state(item: Item): void {
    const box = this.#boxes.get(item.id);
    if (!box || item.shape === "strip") return;
    const { head } = item.content;
    const isCard = item.shape === "card";
    if (!isCard && !isFrame(item)) return this.#take(grow(box, 2));
    this.#borders.add(box, { id: item.id, card: isCard, box });
    this.#take({ ...box, h: head });
  }

  #line(arrow: Arrow, { points, label, fork }: Route): void {
    const line = { arrow, pieces: piecesOf(points) };
    this.#lines.set(arrow, line);
    for (const piece of line.pieces)
      this.#stretches[piece.flat ? "flat" : "upright"].add(areaOf(piece), { line, piece });
    if (label && label.w > 0) this.#take(grow(label, APART));
    const end = points.at(-1);
    if (end) this.#take(around(end, HEAD));
    if (fork) this.#take(around(fork, FORK_R + 2));
    if (arrow.via !== undefined) this.#take(around(middleOf(points), SIGN));
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
    const arrows = new Set([arrow, ...beside]);
    const free = this.#lines.get(arrow)?.pieces.flatMap((piece) => this.#alone(arrows, piece)) ?? [];
    for (const words of forms)
      for (const piece of free)
        for (const label of placesAt(piece, words.size))
          if (this.#isFree(arrow, arrows, label)) {
            this.#take(grow(label, APART));
            return { label, words };
          }
    return undefined;
  }

  /** The arrows that share a segment of the line. */
  sharing(arrow: Arrow): Arrow[] {
    const sharing = new Set<Arrow>();
    for (const piece of this.#lines.get(arrow)?.pieces ?? [])
      this.#someBeside(piece, ({ line, piece: { lo, hi } }) => {
        if (lo < piece.hi && hi > piece.lo) sharing.add(line.arrow);
        return false;
      });
    sharing.delete(arrow);
    return [...sharing];
  }

  /** Whether a segment in the same direction, that may lie on this one, is as asked for. */
  #someBeside(piece: Piece, isAsked: (stretch: Stretch) => boolean): boolean {
    return this.#stretches[piece.flat ? "flat" : "upright"].some(areaOf(piece), ON_ONE_LINE, (stretch) => {
      countSteps(1);
      return Math.abs(stretch.piece.at - piece.at) <= ON_ONE_LINE && isAsked(stretch);
    });
  }

  /** The parts of a segment that no other arrow shares, in the direction of the line. */
  #alone(arrows: ReadonlySet<Arrow>, piece: Piece): readonly Piece[] {
    let left: readonly Piece[] = [piece];
    this.#someBeside(piece, ({ line, piece: { lo, hi } }) => {
      if (!arrows.has(line.arrow)) left = without(left, lo, hi);
      return left.length === 0;
    });
    return piece.ahead ? left : left.toReversed();
  }

  #isFree(arrow: Arrow, arrows: ReadonlySet<Arrow>, label: Rect): boolean {
    countSteps(1);
    const card = arrow.role === "arc" ? this.#scene.items.get(arrow.from)?.parent : undefined;
    const whole = this.#boxes.get(this.#scene.root);
    if (whole && !isIn(whole, label, APART)) return false;
    if (this.#taken.some(label, 0, (rect) => overlaps(rect, label))) return false;
    const own = card === undefined ? undefined : this.#boxes.get(card);
    if (own && !overlaps(own, label, APART)) return false;
    const isCrossed = ({ id, card: isCard, box }: Border) =>
      overlaps(box, label, APART) && ((isCard && id !== card) || !isIn(box, label, APART));
    if (this.#borders.some(label, APART, isCrossed)) return false;
    const isMet = ({ line, piece }: Stretch) => meets(piece, label, arrows.has(line.arrow) ? 1 : ALIEN);
    const { flat, upright } = this.#stretches;
    return !flat.some(label, ALIEN, isMet) && !upright.some(label, ALIEN, isMet);
  }
}

/** Segments without what lies from `lo` to `hi`. */
function without(pieces: readonly Piece[], lo: number, hi: number): readonly Piece[] {
  if (pieces.every((piece) => hi <= piece.lo || lo >= piece.hi)) return pieces;
  return pieces.flatMap((piece) => [
    ...(lo > piece.lo ? [{ ...piece, hi: Math.min(piece.hi, lo) }] : []),
    ...(hi < piece.hi ? [{ ...piece, lo: Math.max(piece.lo, hi) }] : []),
  ]);
}

const areaOf = ({ flat, lo, hi, at }: Piece): Rect =>
  flat ? { x: lo, y: at, w: hi - lo, h: 0 } : { x: at, y: lo, w: 0, h: hi - lo };

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
