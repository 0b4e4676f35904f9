import { contrast } from "#test/support/readability/colour.ts";
import {
  type Box,
  boundsOf,
  common,
  overlapping,
  type Point,
  within,
} from "#test/support/readability/geometry.ts";
import { inkOf, isShown, paintAround, styleOf } from "#test/support/readability/paint.ts";

/** A piece of text as it is seen: what stands in one text node. */
export interface TextRun {
  readonly element: Element;
  readonly text: string;
  /** Font size in pixels of the screen, all transforms counted. */
  readonly px: number;
  /** Its lines, without the air that a font leaves above and below. */
  readonly lines: readonly Box[];
  readonly box: Box;
  /** Whole in the canvas. */
  readonly inCanvas: boolean;
  /** Cut off by a box around it, or with an ellipsis. */
  readonly clipped: boolean;
  /** Share of the places looked at that something else lies over, from 0 to 1. */
  readonly covered: number;
  /** The worst of the places that are not covered, as WCAG counts; 1 when all are. */
  readonly contrast: number;
}

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
/** The least font size in pixels at which a text can be read: East Asian characters have more strokes. */
export const floorOf = (text: string): number => (WIDE.test(text) ? 10 : 9);

/** Contrast of small text that can be read (WCAG 2, 1.4.3). */
const CONTRAST = 4.5;

export const isSmall = ({ text, px }: TextRun): boolean => px < floorOf(text) - 0.01;
export const isPale = (run: TextRun): boolean => run.covered < 1 && run.contrast < CONTRAST;

/** What of a canvas lies in the window. */
export const canvasBox = (root: Element): Box =>
  common(root.getBoundingClientRect(), {
    left: 0,
    top: 0,
    right: document.documentElement.clientWidth,
    bottom: document.documentElement.clientHeight,
  });

/** Every text that is seen, at least in part, in a canvas; `skip` leaves out what is no part of the drawing. */
export function textRuns(root: Element, skip: (element: Element) => boolean): TextRun[] {
  const canvas = canvasBox(root);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const runs: TextRun[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const element = node.parentElement;
    if (!element || node.data.trim() === "" || skip(element)) continue;
    const run = runOf(node, element, canvas, root);
    if (run) runs.push(run);
  }
  return runs;
}

const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });
const AIR = { above: 0.12, below: 0.08 };

function runOf(node: Text, element: Element, canvas: Box, root: Element): TextRun | undefined {
  if (!isShown(element)) return undefined;
  if (element.closest("title, desc, defs, style, script")) return undefined;
  const range = document.createRange();
  range.selectNodeContents(node);
  const lines = [...range.getClientRects()]
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom, height }) => ({
      left,
      top: top + AIR.above * height,
      right,
      bottom: bottom - AIR.below * height,
    }));
  if (lines.length === 0) return undefined;
  const window = windowOn(element, root);
  const seen = lines.filter((line) => overlapping(line, common(window, canvas), 1));
  if (seen.length === 0) return undefined;
  const looks = seen.flatMap(places).filter((at) => isIn(at, canvas) && isIn(at, window));
  const around = looks.map((at) => paintAround(element, at));
  if (around.every((one) => one === undefined)) return undefined;
  const free = around.flatMap((one) => (one && !one.covered ? [one] : []));
  return {
    element,
    text: node.data.replaceAll(/\s+/g, " ").trim(),
    px: Number.parseFloat(styleOf(element).fontSize) * scaleOf(element),
    lines,
    box: boundsOf(
      lines.flatMap(({ left, top, right, bottom }) => [
        { x: left, y: top },
        { x: right, y: bottom },
      ]),
    ),
    inCanvas: lines.every((line) => within(line, canvas)),
    clipped: node.data.trimEnd().endsWith("…") || !lines.every((line) => within(line, window, 1.5)),
    covered: 1 - free.length / looks.length,
    contrast: Math.min(
      21,
      ...free.map(({ behind }) => contrast(inkOf(element, behind), behind)),
      free.length ? 21 : 1,
    ),
  };
}

const isIn = ({ x, y }: Point, { left, top, right, bottom }: Box): boolean =>
  x > left && x < right && y > top && y < bottom;

/** Where a line of text is looked at: every twenty pixels, in its upper and its lower half. */
function places({ left, top, right, bottom }: Box): Point[] {
  const count = Math.max(3, Math.ceil((right - left) / 20));
  return Array.from({ length: count }, (_, i) => left + ((right - left) * (i + 0.5)) / count).flatMap((x) => [
    { x, y: top + (bottom - top) * 0.3 },
    { x, y: top + (bottom - top) * 0.7 },
  ]);
}

/** What the boxes around an element, up to the canvas, let be seen of it. */
function windowOn(element: Element, root: Element): Box {
  let window: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
    const { overflowX, overflowY, display, clipPath } = styleOf(at);
    const clips =
      display !== "inline" && display !== "contents" && `${overflowX}${overflowY}` !== "visiblevisible";
    // an inner part of an SVG has no box of its own that clips
    const inner = at instanceof SVGElement && at.ownerSVGElement !== null && at.tagName !== "foreignObject";
    if ((clips && !inner) || clipPath.startsWith("inset"))
      window = common(window, boxOf(at.getBoundingClientRect()));
  }
  return window;
}

/** How much larger an element is on the screen than its style says. */
export function scaleOf(element: Element): number {
  let scale = 1;
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at instanceof SVGGraphicsElement) {
      const matrix = at.getScreenCTM();
      return matrix ? scale * Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : scale;
    }
    const { transform, scale: own, zoom } = styleOf(at);
    if (transform !== "none") {
      const { a, b, c, d } = new DOMMatrix(transform);
      scale *= Math.sqrt(Math.abs(a * d - b * c));
    }
    if (own !== "none" && own !== "") scale *= Number.parseFloat(own);
    if (zoom !== "" && zoom !== "1") scale *= Number.parseFloat(zoom);
  }
  return scale;
}
