/** Brings an element into view in the box that it is in, and moves nothing around the box: not the page, where panels stand one below the other. */
export function scrollWithin(box: HTMLElement, element: Element): void {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom)
    box.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top);
}
