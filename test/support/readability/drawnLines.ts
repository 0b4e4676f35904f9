import {
  apart,
  borderCrossings,
  type Box,
  clipped,
  crossings,
  type Point,
} from "#test/support/readability/geometry.ts";
import { isShown, styleOf } from "#test/support/readability/paint.ts";
import type { LinePart, StatePart } from "#test/support/readability/surface.ts";

/** A line as it is seen: the pieces of it that lie in the canvas. */
export interface DrawnLine extends LinePart {
  /** Its bundle, or itself. */
  readonly key: string;
  readonly pieces: readonly (readonly Point[])[];
}

/** Two of them nearer than this on the same pair of lines are one crossing. */
const NEAR = 6;

/** Those of the lines that are seen in the canvas. */
export function drawnLines(parts: readonly LinePart[], canvas: Box): DrawnLine[] {
  return parts.flatMap((part) => {
    if (!isShown(part.path) || styleOf(part.path).stroke === "none") return [];
    const pieces = clipped(pointsOf(part.path), canvas);
    return pieces.length > 0 ? [{ ...part, key: part.bundle ?? part.id, pieces }] : [];
  });
}

/** The corners of a path on the screen; curves as corners four pixels apart. */
export function pointsOf(path: SVGGeometryElement): Point[] {
  const matrix = path.getScreenCTM();
  if (!matrix) return [];
  const seen = ({ x, y }: Point) => {
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: at.x, y: at.y };
  };
  const corners = straight(path.getAttribute("d") ?? "");
  if (corners) return corners.map(seen);
  const length = path.getTotalLength();
  const step = 4 / (Math.hypot(matrix.a, matrix.b) || 1);
  const count = Math.max(1, Math.ceil(length / step));
  return Array.from({ length: count + 1 }, (_, i) => seen(path.getPointAtLength((length * i) / count)));
}

/** The corners of a path of one stroke without curves; undefined for others. */
function straight(d: string): Point[] | undefined {
  if (d === "" || /[^MLHV\d\s.,e+-]/.test(d) || d.lastIndexOf("M") > 0) return undefined;
  const corners: Point[] = [];
  for (const [, letter = "", text = ""] of d.matchAll(/([MLHV])([^MLHV]*)/g)) {
    const numbers = (text.match(/[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/g) ?? []).map(Number);
    const last = corners.at(-1) ?? { x: 0, y: 0 };
    if (letter === "H") corners.push(...numbers.map((x) => ({ x, y: last.y })));
    else if (letter === "V") corners.push(...numbers.map((y) => ({ x: last.x, y })));
    else
      for (let i = 0; i + 1 < numbers.length; i += 2)
        corners.push({ x: numbers[i] as number, y: numbers[i + 1] as number });
  }
  return corners;
}

/** Where lines properly cross others; a pair of bundles that cross there counts once. */
export function lineCrossings(lines: readonly DrawnLine[]): number {
  const found = new Map<string, Point[]>();
  lines.forEach((one, i) =>
    lines.slice(i + 1).forEach((other) => {
      if (one.key === other.key) return;
      const pair = [one.key, other.key].sort().join("\n");
      const at = one.pieces.flatMap((a) => other.pieces.flatMap((b) => crossings(a, b)));
      if (at.length > 0) found.set(pair, [...(found.get(pair) ?? []), ...at]);
    }),
  );
  return sumApart(found);
}

/** Where lines pass the border of a frame that holds neither of their ends. */
export function frameCrossings(lines: readonly DrawnLine[], frames: readonly StatePart[]): number {
  const found = new Map<string, Point[]>();
  for (const { id, element } of frames) {
    const box = element.getBoundingClientRect();
    for (const { key, from, to, pieces } of lines) {
      if (isIn(from, id) || isIn(to, id)) continue;
      const at = pieces.flatMap((piece) => borderCrossings(piece, box));
      if (at.length > 0) found.set(`${key}\n${id}`, [...(found.get(`${key}\n${id}`) ?? []), ...at]);
    }
  }
  return sumApart(found);
}

const sumApart = (found: ReadonlyMap<string, readonly Point[]>): number =>
  [...found.values()].reduce((sum, points) => sum + apart(points, NEAR).length, 0);

/** Whether a path id is another or lies below it. */
export const isIn = (id: string, above: string): boolean =>
  above === "" || id === above || id.startsWith(`${above}.`);
