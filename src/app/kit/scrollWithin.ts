/** Brings an element into view in the box that it is in, and moves nothing around the box: not the page, where panels stand one below the other. */
export function scrollWithin(box: HTMLElement, element: Element): void {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  box.scrollTop += missing(inner.top - outer.top, inner.bottom - outer.bottom);
  box.scrollLeft += missing(inner.left - outer.left, inner.right - outer.right);
}

/** How far a box scrolls for an element that begins `before` its own beginning and ends `after` its end; the beginning is in view in any case. */
const missing = (before: number, after: number): number =>
  before < 0 ? before : Math.max(0, Math.min(after, before));
