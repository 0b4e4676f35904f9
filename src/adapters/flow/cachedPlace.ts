import { type Place, placeBeside, type Surroundings, type Tally } from "#adapters/flow/leastCovered.ts";
import type { Point, Rect, Size } from "#core/layout/geometry.ts";

/** How the picture lies in the canvas. */
export interface View extends Point {
  readonly zoom: number;
}

/** A place, and which of the forms stands there. */
export interface FormPlace extends Place {
  readonly form: number;
}

/** A place that costs no more covers next to nothing: no other form of the card is tried then. */
const NEGLIGIBLE_COST = 600;

/** The place of one card, which is drawn again and again: sought again only where something has changed that decides it. */
export class CachedPlace {
  #last: { readonly key: string; readonly words: readonly Rect[]; readonly place: FormPlace } | undefined;

  /**
   * Where the card stands in the canvas, and in which form: see `placeBeside`.
   * @param forms sizes that it can have, the best first
   * @param about in pixels of the picture; the same list of words stands for words that have not moved
   */
  of(forms: readonly Size[], about: Surroundings, free: Rect, view: View, tally?: Tally): FormPlace {
    const { around, ends, lines, words } = about;
    const key = JSON.stringify([forms, free, view, around, ends, lines]);
    if (this.#last?.key === key && this.#last.words === words) return this.#last.place;
    const onScreen = ({ x, y, w, h }: Rect): Rect => ({
      x: x * view.zoom + view.x,
      y: y * view.zoom + view.y,
      w: w * view.zoom,
      h: h * view.zoom,
    });
    const surroundings: Surroundings = {
      around: onScreen(around),
      ends: ends.map(onScreen),
      lines: lines.map(onScreen),
      words: words.map(onScreen),
    };
    let place: FormPlace = { x: 0, y: 0, cost: Infinity, form: 0 };
    for (const [form, size] of forms.entries()) {
      if (place.cost <= NEGLIGIBLE_COST) break;
      const found = placeBeside(size, surroundings, free, tally);
      if (found.cost < place.cost) place = { ...found, form };
    }
    this.#last = { key, words, place };
    return place;
  }
}
