import type { Viewport } from "#adapters/flow/canvasProps.ts";
import { lateParts } from "#adapters/flow/gestures/Gesture.ts";
import type { Dropped, DrawnPicture } from "#adapters/flow/motion/moves.ts";
import type { Picture } from "#core/layout/picture.ts";

/** How long after a drop a state's motion starts from where it was dropped, in milliseconds: the new layout comes sooner. */
const DROP_MEMORY_MS = 400;

/**
 * States, lines and labels on their way from one picture to the next: the elements move, nothing is drawn again, and only what is on
 * the page costs something. Not where the person wants less motion, not at first, not while something is dragged. How they move is
 * loaded after the first picture.
 */
export class Motion {
  readonly #running = new Map<Element, Animation>();
  #last: Picture | undefined;
  #from: DrawnPicture | undefined;
  #still = false;
  #dropped: (Dropped & { readonly when: number }) | undefined;

  /** Another picture comes, and one looks at it from here until now. */
  leave(next: Picture | undefined, viewport: Viewport): void {
    this.#from = this.#last && { picture: this.#last, viewport };
    this.#last = next;
  }
  rest(still: boolean): void {
    this.#still = still;
  }
  /** A state was let go: it goes on from there. */
  drop(dropped: Dropped): void {
    this.#dropped = { ...dropped, when: performance.now() };
  }
  /** The picture is there. Gives how to stop looking for what it brings into view. */
  arrive(canvas: HTMLElement, now: DrawnPicture): (() => void) | undefined {
    const before = this.#from;
    this.#from = undefined;
    if (!before || before.picture === now.picture || this.#still) return undefined;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const dropped =
      this.#dropped && performance.now() - this.#dropped.when < DROP_MEMORY_MS ? this.#dropped : undefined;
    this.#dropped = undefined;
    const parts = lateParts();
    if (!parts) return undefined;
    const way = new parts.Way(before, now, dropped, this.#running);
    way.start(canvas, false);
    // what the new picture brings into view is there a moment later
    const later = requestAnimationFrame(() => way.start(canvas, true));
    return () => cancelAnimationFrame(later);
  }
}
