import type { Point } from "#core/layout/geometry.ts";

const RADIUS = 9;
/** Length of an arrow head: the line stops before it. */
export const TIP = 8;

/** An SVG path along the points with rounded corners, ending where the arrow head begins. */
export function pathText(points: readonly Point[], tip: number = TIP): string {
  return pathOf(points, tip, shortLine);
}

/** The same path with one letter for all straight pieces: CSS turns one path into another only where their letters are the same. */
export function movablePath(points: readonly Point[]): string {
  return pathOf(points, TIP, (_, { x, y }) => `L${num(x)} ${num(y)}`);
}

function pathOf(points: readonly Point[], tip: number, line: (from: Point, to: Point) => string): string {
  const first = points[0];
  if (!first) return "";
  const parts = [`M${num(first.x)} ${num(first.y)}`];
  let at = first;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1] as Point;
    const b = points[i] as Point;
    const c = points[i + 1];
    if (!c) {
      const end = toward(b, a, Math.min(tip - 1, distance(a, b)));
      parts.push(line(at, end));
      continue;
    }
    const r = Math.min(RADIUS, distance(a, b) / 2, distance(b, c) / 2);
    const start = toward(b, a, r);
    const end = toward(b, c, r);
    parts.push(`${line(at, start)}Q${num(b.x)} ${num(b.y)} ${num(end.x)} ${num(end.y)}`);
    at = end;
  }
  return parts.join("");
}

/** A straight piece, in as few characters as it takes. */
function shortLine(from: Point, to: Point): string {
  const [x, y] = [num(to.x), num(to.y)];
  if (num(from.y) === y) return `H${x}`;
  return num(from.x) === x ? `V${y}` : `L${x} ${y}`;
}

/** Place and direction (degrees) of the arrow head. */
export function tipOf(points: readonly Point[]): { at: Point; angle: number } {
  const b = points.at(-1) ?? { x: 0, y: 0 };
  const a = points.at(-2) ?? b;
  return { at: b, angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
function toward(from: Point, to: Point, by: number): Point {
  const d = distance(from, to);
  return d === 0 ? from : { x: from.x + ((to.x - from.x) * by) / d, y: from.y + ((to.y - from.y) * by) / d };
}
const num = (value: number) => Math.round(value * 10) / 10;
