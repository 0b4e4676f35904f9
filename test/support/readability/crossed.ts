import {
  apart,
  borderCrossings,
  type Box,
  crossings,
  type Point,
} from "#test/support/readability/geometry.ts";

/** A line as it is seen, in pixels of the screen: the pieces of it that are shown. */
export interface SeenLine {
  /** Its bundle, or itself. */
  readonly key: string;
  /** Path ids of its ends. */
  readonly from: string;
  readonly to: string;
  readonly pieces: readonly (readonly Point[])[];
}

/** The border of a state that holds others. */
export interface SeenFrame {
  readonly id: string;
  readonly box: Box;
}

/** Two of them nearer than this on the same pair of lines are one crossing. */
const NEAR = 6;

/** Where lines properly cross others; a pair of bundles that cross there counts once. */
export function lineCrossings(lines: readonly SeenLine[]): Crossed[] {
  const found = new Map<string, Point[]>();
  lines.forEach((one, i) =>
    lines.slice(i + 1).forEach((other) => {
      if (one.key === other.key) return;
      const pair = [one.key, other.key].sort().join("\n");
      const at = one.pieces.flatMap((a) => other.pieces.flatMap((b) => crossings(a, b)));
      if (at.length > 0) found.set(pair, [...(found.get(pair) ?? []), ...at]);
    }),
  );
  return allApart(found);
}

/** Where lines pass the border of a frame that holds neither of their ends. */
export function frameCrossings(lines: readonly SeenLine[], frames: readonly SeenFrame[]): Crossed[] {
  const found = new Map<string, Point[]>();
  for (const { id, box } of frames)
    for (const { key, from, to, pieces } of lines) {
      if (isIn(from, id) || isIn(to, id)) continue;
      const at = pieces.flatMap((piece) => borderCrossings(piece, box));
      if (at.length > 0) found.set(`${key}\n${id}`, [...(found.get(`${key}\n${id}`) ?? []), ...at]);
    }
  return allApart(found);
}

export interface Crossed {
  /** Both lines, or the line and the frame. */
  readonly pair: string;
  readonly at: Point;
}

const allApart = (found: ReadonlyMap<string, readonly Point[]>): Crossed[] =>
  [...found].flatMap(([pair, points]) => apart(points, NEAR).map((at) => ({ pair, at })));

/** Whether a path id is another or lies below it. */
export const isIn = (id: string, above: string): boolean =>
  above === "" || id === above || id.startsWith(`${above}.`);

/** Points on a rounded corner. */
const ROUND = 4;

/** The corners of a path of one stroke, rounded ones as a few points; undefined for a path that is made otherwise. */
export function cornersOf(d: string): Point[] | undefined {
  if (d === "" || /[^MLHVQ\d\s.,e+-]/.test(d) || d.lastIndexOf("M") > 0) return undefined;
  const corners: Point[] = [];
  for (const [, letter = "", text = ""] of d.matchAll(/([MLHVQ])([^MLHVQ]*)/g)) {
    const numbers = (text.match(/[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/g) ?? []).map(Number);
    const last = corners.at(-1) ?? { x: 0, y: 0 };
    if (letter === "H") corners.push(...numbers.map((x) => ({ x, y: last.y })));
    else if (letter === "V") corners.push(...numbers.map((y) => ({ x: last.x, y })));
    else if (letter === "Q") corners.push(...rounded(last, numbers));
    else
      for (let i = 0; i + 1 < numbers.length; i += 2)
        corners.push({ x: numbers[i] as number, y: numbers[i + 1] as number });
  }
  return corners;
}

function rounded(from: Point, numbers: readonly number[]): Point[] {
  const found: Point[] = [];
  let a = from;
  for (let i = 0; i + 3 < numbers.length; i += 4) {
    const [bx = 0, by = 0, cx = 0, cy = 0] = numbers.slice(i, i + 4);
    for (let n = 1; n <= ROUND; n++) {
      const t = n / ROUND;
      const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
      found.push({ x: p * a.x + q * bx + r * cx, y: p * a.y + q * by + r * cy });
    }
    a = { x: cx, y: cy };
  }
  return found;
}
