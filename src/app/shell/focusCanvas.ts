/**
 * Where the keys go when a dialog closes: to the graph, so that they work on what is selected there. Whatever field something was asked
 * from keeps them, and so does what was opened meanwhile.
 */
export function focusCanvas(event: Event): void {
  const { activeElement, body } = document;
  const canvas = document.querySelector<HTMLElement>("[data-canvas]");
  if (!canvas || (activeElement && activeElement !== body)) return;
  event.preventDefault();
  canvas.focus({ preventScroll: true });
}
