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
  type DrawnPicture,
} from "#adapters/flow/motion/moves.ts";
import styles from "#adapters/flow/TransitionView.module.css";

/** How long a motion takes, in milliseconds. */
const DURATION_MS = 200;
const TIMING = { duration: DURATION_MS, easing: "cubic-bezier(0.2, 0, 0.2, 1)" } as const;

/** The way from one picture to the next, on the elements that are on the page. */
export class Way {
  readonly #before: DrawnPicture;
  readonly #now: DrawnPicture;
  readonly #dropped: Dropped | undefined;
  readonly #running: Map<Element, Animation>;
  readonly #done = new Set<string>();
  readonly #at: ReturnType<typeof measure>;
  readonly #scale: number;
  readonly #places = new Map<Element, DOMMatrix>();

  constructor(
    before: DrawnPicture,
    now: DrawnPicture,
    dropped: Dropped | undefined,
    running: Map<Element, Animation>,
  ) {
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

  #once(key: string, step: () => boolean): void {
    if (!this.#done.has(key) && step()) this.#done.add(key);
  }

  /** @returns whether it is done: what the new picture does not have goes, what only it has is not there yet at first. */
  #node(element: HTMLElement, appearing: boolean): boolean {
    const name = element.dataset["id"] ?? "";
    const id = statePathId(name);
    const parent = name.replace(/^initial:/, "");
    const boxOf = ({ picture }: DrawnPicture, dropped: Dropped | undefined) =>
      id === undefined
        ? picture.markers.find((marker) => marker.parent === parent)?.at
        : boxBefore(picture, id, dropped);
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
