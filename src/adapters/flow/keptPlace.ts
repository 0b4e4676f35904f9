import { placeBeside, type Surroundings, type Tally } from "#adapters/flow/leastCovered.ts";
import type { Point, Rect, Size } from "#core/layout/geometry.ts";

/** How the picture lies in the canvas. */
export interface View extends Point {
  readonly zoom: number;
}

/** The place of one card, which is drawn again and again: sought anew only where something has changed that decides it. */
export class KeptPlace {
  #last: { readonly asked: string; readonly words: readonly Rect[]; readonly place: Point } | undefined;

  /**
   * Where the card stands in the canvas: see `placeBeside`.
   * @param about in pixels of the picture; the same list of words stands for words that have not moved
   */
  of(card: Size, about: Surroundings, free: Rect, view: View, tally?: Tally): Point {
    const { around, ends, lines, words } = about;
    const asked = JSON.stringify([card, free, view, around, ends, lines]);
    if (this.#last?.asked === asked && this.#last.words === words) return this.#last.place;
    const seen = ({ x, y, w, h }: Rect): Rect => ({
      x: x * view.zoom + view.x,
      y: y * view.zoom + view.y,
      w: w * view.zoom,
      h: h * view.zoom,
    });
    const shown: Surroundings = {
      around: seen(around),
      ends: ends.map(seen),
      lines: lines.map(seen),
      words: words.map(seen),
    };
    const place = placeBeside(card, shown, free, tally);
    this.#last = { asked, words, place };
    return place;
  }
}
