import type { Viewport } from "#adapters/flow/canvasProps.ts";
import { statePathId } from "#adapters/flow/flowGraph.ts";
import {
  boxBefore,
  boxFrames,
  type Dropped,
  type Frames,
  lineFrames,
  lineOf,
  measure,
  pointFrames,
  type Seen,
} from "#adapters/flow/motion/moves.ts";
import type { Picture } from "#core/layout/picture.ts";
import styles from "#adapters/flow/canvas.module.css";

/** Milliseconds. */
const LASTS = 200;
const TIMING = { duration: LASTS, easing: "cubic-bezier(0.2, 0, 0.2, 1)" } as const;

/**
 * States, lines and labels on their way from one picture to the next: the elements move, nothing is drawn anew, and only what is on
 * the page costs something. Not where the person wants less motion, not at first, not while something is dragged.
 */
export class Motion {
  readonly #running = new Map<Element, Animation>();
  #last: Picture | undefined;
  #from: Seen | undefined;
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
  drop(what: Dropped): void {
    this.#dropped = { ...what, when: performance.now() };
  }
  /** The picture is there. Gives how to stop looking for what it brings into view. */
  arrive(canvas: HTMLElement, now: Seen): (() => void) | undefined {
    const before = this.#from;
    this.#from = undefined;
    if (!before || before.picture === now.picture || this.#still) return undefined;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const dropped =
      this.#dropped && performance.now() - this.#dropped.when < 2 * LASTS ? this.#dropped : undefined;
    this.#dropped = undefined;
    const way = new Way(before, now, dropped, this.#running);
    way.start(canvas, false);
    // what the new picture brings into view is there a moment later
    const later = requestAnimationFrame(() => way.start(canvas, true));
    return () => cancelAnimationFrame(later);
  }
}

/** The way from one picture to the next, on the elements that are on the page. */
class Way {
  readonly #before: Seen;
  readonly #now: Seen;
  readonly #dropped: Dropped | undefined;
  readonly #running: Map<Element, Animation>;
  readonly #done = new Set<string>();
  readonly #at: ReturnType<typeof measure>;
  readonly #scale: number;
  readonly #places = new Map<Element, DOMMatrix>();

  constructor(before: Seen, now: Seen, dropped: Dropped | undefined, running: Map<Element, Animation>) {
    this.#before = before;
    this.#now = now;
    this.#dropped = dropped;
    this.#running = running;
    this.#at = measure(before.viewport, now.viewport);
    this.#scale = before.viewport.zoom / now.viewport.zoom;
    // what is still on its way goes on from where it is seen
    for (const [element, animation] of running)
      if (animation.playState === "running" && element instanceof HTMLElement)
        this.#places.set(element, new DOMMatrix(getComputedStyle(element).transform));
    for (const animation of running.values()) animation.cancel();
    running.clear();
  }

  start(canvas: HTMLElement, appearing: boolean): void {
    for (const element of canvas.querySelectorAll<HTMLElement>(".react-flow__node"))
      this.#once(`node ${element.dataset["id"]}`, () => this.#node(element, appearing));
    for (const element of canvas.querySelectorAll<SVGElement>(".react-flow__edge"))
      this.#once(`edge ${element.dataset["id"]}`, () => this.#edge(element, appearing));
    for (const element of canvas.querySelectorAll<HTMLElement>("[data-label-of]"))
      this.#once(`label ${element.dataset["labelOf"]}`, () => this.#label(element, appearing));
  }

  #once(key: string, doing: () => boolean): void {
    if (!this.#done.has(key) && doing()) this.#done.add(key);
  }

  /** @returns whether it is done: what the new picture does not have goes, what only it has is not there yet at first. */
  #node(element: HTMLElement, appearing: boolean): boolean {
    const name = element.dataset["id"] ?? "";
    const id = statePathId(name);
    const parent = name.replace(/^initial:/, "");
    const boxOf = ({ picture }: Seen, own: Dropped | undefined) =>
      id === undefined
        ? picture.markers.find((marker) => marker.parent === parent)?.at
        : boxBefore(picture, id, own);
    const [old, next] = [boxOf(this.#before, this.#dropped), boxOf(this.#now, undefined)];
    if (!next) return true;
    if (!old) return this.#appear(element, appearing);
    this.#move(element, boxFrames(old, next, this.#at, this.#scale));
    return true;
  }

  #edge(element: SVGElement, appearing: boolean): boolean {
    const id = element.dataset["id"] ?? "";
    const [old, next] = [lineOf(this.#before.picture, id), lineOf(this.#now.picture, id)];
    if (!next) return true;
    if (!old) return this.#appear(element, appearing);
    const frames = lineFrames(old, next, this.#at);
    if (!frames) return true;
    for (const path of element.querySelectorAll("path"))
      this.#move(path, path.matches(`.${styles["line"]}, .${styles["hit"]}`) ? frames.line : frames.head);
    return true;
  }

  #label(element: HTMLElement, appearing: boolean): boolean {
    const id = element.dataset["labelOf"] ?? "";
    const [old, next] = [this.#before, this.#now].map(({ picture }) => picture.routes.get(id)?.label);
    if (!next) return true;
    if (!old) return this.#appear(element, appearing);
    this.#move(element, pointFrames(old, next, this.#at));
    return true;
  }

  #appear(element: Element, appearing: boolean): boolean {
    if (appearing) this.#play(element, [{ opacity: 0 }, { opacity: 1 }]);
    return appearing;
  }

  #move(element: Element, frames: Frames | undefined): void {
    if (!frames) return;
    const place = this.#places.get(element);
    const [first, last] = frames;
    const { e: x, f: y } = place ?? { e: 0, f: 0 };
    const shift = this.#at({ x, y });
    this.#play(
      element,
      place ? [{ ...first, transform: `translate(${shift.x}px, ${shift.y}px)` }, last] : [first, last],
    );
  }

  #play(element: Element, frames: Keyframe[]): void {
    const animation = element.animate(frames, TIMING);
    this.#running.set(element, animation);
    animation.onfinish = () => this.#running.delete(element);
  }
}
