import type { Rect } from "#core/layout/geometry.ts";

/** The length of a square's side, in pixels: about a state. */
const SIDE = 128;

/**
 * Things by the area that they take, so that what is around a place is found without a look at all others: each stands in the squares that its
 * area touches.
 */
export class Areas<T> {
  /** By column and row. */
  readonly #squares = new Map<number, Map<number, T[]>>();

  add(area: Rect, thing: T): void {
    for (let column = squareAt(area.x); column <= squareAt(area.x + area.w); column++) {
      let rows = this.#squares.get(column);
      if (!rows) this.#squares.set(column, (rows = new Map()));
      for (let row = squareAt(area.y); row <= squareAt(area.y + area.h); row++) {
        const things = rows.get(row);
        if (things) things.push(thing);
        else rows.set(row, [thing]);
      }
    }
  }

  /**
   * Whether something is as asked for. Asked about is at least what touches the area or is nearer to it than `gap`, and one thing may be
   * asked about several times.
   */
  some({ x, y, w, h }: Rect, gap: number, isAsked: (thing: T) => boolean): boolean {
    const [right, bottom] = [squareAt(x + w + gap), squareAt(y + h + gap)];
    for (let column = squareAt(x - gap); column <= right; column++) {
      const rows = this.#squares.get(column);
      if (!rows) continue;
      for (let row = squareAt(y - gap); row <= bottom; row++) {
        const things = rows.get(row);
        if (things?.some(isAsked)) return true;
      }
    }
    return false;
  }
}

const squareAt = (at: number): number => Math.floor(at / SIDE);
