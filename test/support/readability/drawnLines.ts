import { clipped, type Box, type Point } from "#test/support/readability/geometry.ts";
import { cornersOf, type SeenFrame, type SeenLine } from "#test/support/readability/crossed.ts";
import { isShown, styleOf } from "#test/support/readability/paint.ts";
import type { LinePart, StatePart } from "#test/support/readability/surface.ts";

/** A line as it is seen: the pieces of it that lie in the canvas. */
export type DrawnLine = LinePart & SeenLine;

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
  const corners = cornersOf(path.getAttribute("d") ?? "");
  if (corners) return corners.map(seen);
  const length = path.getTotalLength();
  const step = 4 / (Math.hypot(matrix.a, matrix.b) || 1);
  const count = Math.max(1, Math.ceil(length / step));
  return Array.from({ length: count + 1 }, (_, i) => seen(path.getPointAtLength((length * i) / count)));
}

/** Borders of what holds states, where they are seen. */
export const seenFrames = (frames: readonly StatePart[]): SeenFrame[] =>
  frames
    .filter(({ element }) => isShown(element))
    .map(({ id, element }) => ({ id, box: element.getBoundingClientRect() }));
