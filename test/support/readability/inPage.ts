import {
  type Asked,
  measureReadability,
  type Readability,
} from "#test/support/readability/measureReadability.ts";
import { canvasBox } from "#test/support/readability/textRuns.ts";

/** What `judgePage` puts into a page. */
export interface Judge {
  /** Size of what is seen of the canvas, in pixels; undefined while there is none. */
  size(): { readonly width: number; readonly height: number } | undefined;
  /** The same as long as nothing in the canvas moves or changes; undefined before anything is drawn. */
  print(): string | undefined;
  /** @throws Error without a canvas */
  measure(asked: Asked): Readability;
}

const canvas = (): Element | null =>
  document.querySelector("[data-canvas]") ?? document.querySelector('[class*="_canvas_"]:has(.react-flow)');

/** Neither React Flow's nor its own canvas draws anything before it has a place for it. */
const drawn = "[data-state-name], .react-flow__node";

const judge: Judge = {
  size() {
    const root = canvas();
    if (!root) return undefined;
    const { left, top, right, bottom } = canvasBox(root);
    return { width: right - left, height: bottom - top };
  },
  print() {
    const root = canvas();
    if (!root?.querySelector(drawn) || document.querySelector('[aria-busy="true"]')) return undefined;
    const parts = [...root.querySelectorAll(`${drawn}, path, text`)];
    const places = parts.map((part) => {
      const { x, y, width } = part.getBoundingClientRect();
      return `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)}`;
    });
    return [parts.length, root.textContent?.length, ...places].join(",");
  },
  measure({ states, ends }) {
    const root = canvas();
    if (!root) throw new Error("There is no canvas");
    // A canvas that names its parts needs nothing more.
    const speaks = root.querySelector("[data-state-name]") !== null;
    return measureReadability(root, { states, ...(ends && !speaks ? { ends } : {}) });
  },
};

Object.assign(globalThis, { readabilityJudge: judge });
