import { type Colour, colourOf, faded, over } from "#test/support/readability/colour.ts";
import type { Point } from "#test/support/readability/geometry.ts";

/** What lets less through hides. */
const HIDES = 0.1;
const WHITE: Colour = [255, 255, 255, 1];

/**
 * Lets every painted element be found by its place while `look` runs: `elementsFromPoint` passes over what the pointer does.
 * An adopted sheet, as a policy of the page may refuse a style element.
 */
export function everythingFound<T>(look: () => T): T {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { pointer-events: auto !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  try {
    return look();
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  }
}

/** Forgets what was looked up: styles may have changed since. */
let looked = new WeakMap<Element, CSSStyleDeclaration>();
export function lookAnew(): void {
  looked = new WeakMap();
}
export function styleOf(element: Element): CSSStyleDeclaration {
  const known = looked.get(element);
  if (known) return known;
  const style = getComputedStyle(element);
  looked.set(element, style);
  return style;
}

/** How opaque an element is with all that holds it, from 0 to 1. */
export function opacityOf(element: Element): number {
  const own = Number(styleOf(element).opacity);
  return element.parentElement ? own * opacityOf(element.parentElement) : own;
}

export const isShown = (element: Element): boolean =>
  styleOf(element).visibility === "visible" && opacityOf(element) >= 0.05;

/** The colour that an element itself paints at a point, its strokes, borders and texts left out. */
function fillAt(element: Element, at: Point): Colour {
  const style = styleOf(element);
  if (element instanceof SVGElement && !(element instanceof SVGSVGElement)) {
    if (!(element instanceof SVGGeometryElement)) return [0, 0, 0, 0];
    const matrix = element.getScreenCTM()?.inverse();
    const point = new DOMPoint(at.x, at.y).matrixTransform(matrix);
    if (!element.isPointInFill(point)) return [0, 0, 0, 0];
    return faded(colourOf(style.fill), Number(style.fillOpacity) * opacityOf(element));
  }
  return faded(colourOf(style.backgroundColor), opacityOf(element));
}

/** What a text has around it at a point; undefined where it is not painted itself, as `clip-path` cuts it off. */
export function paintAround(
  text: Element,
  at: Point,
): { readonly covered: boolean; readonly behind: Colour } | undefined {
  const stack = document.elementsFromPoint(at.x, at.y);
  const own = stack.findIndex((one) => text.contains(one));
  if (own < 0) return undefined;
  const covered = stack.slice(0, own).some((one) => !one.contains(text) && fillAt(one, at)[3] > HIDES);
  const behind = stack.slice(own).reduceRight((under, one) => over(fillAt(one, at), under), WHITE);
  return { covered, behind };
}

/** The colour in which a text is written, over what is behind it. */
export function inkOf(text: Element, behind: Colour): Colour {
  const style = styleOf(text);
  const svg = text instanceof SVGElement;
  const ink = colourOf(svg ? style.fill : style.webkitTextFillColor || style.color);
  return over(faded(ink, opacityOf(text) * (svg ? Number(style.fillOpacity) : 1)), behind);
}
