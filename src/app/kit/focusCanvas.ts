/**
 * Where the keys go when something was chosen in a dialog: to the graph, so that they work on what is selected there. What was opened
 * by the choice, as the field of a name, keeps them.
 */
export function focusCanvas(event: Event): void {
  const canvas = canvasWithoutFocus();
  if (!canvas) return;
  event.preventDefault();
  canvas.focus({ preventScroll: true });
}

/** The same where a dialog gives the keys back to what had them before: only when that is gone. */
export function focusCanvasIfLost(): void {
  setTimeout(() => canvasWithoutFocus()?.focus({ preventScroll: true }));
}

/** A field is done: the keys go back to what it is about, on the graph. */
export function leaveField(field: HTMLElement): void {
  if (!focusCanvasNow()) field.blur();
}

/** Gives the graph the keys. Answers whether there is one. */
export function focusCanvasNow(): boolean {
  const canvas = document.querySelector<HTMLElement>("[data-canvas]");
  canvas?.focus({ preventScroll: true });
  return canvas !== null;
}

function canvasWithoutFocus(): HTMLElement | undefined {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) return undefined;
  return document.querySelector<HTMLElement>("[data-canvas]") ?? undefined;
}
