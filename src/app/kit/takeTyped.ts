/**
 * Has the field in which one types give what is typed, as when it is left; it keeps the keys while it is there. A field that is removed is not
 * left: what was typed in it would be lost with it. The code editor gives each letter at once.
 */
export function takeTyped(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.matches("input, textarea")) return;
  if (activeElement.closest(".monaco-editor")) return;
  activeElement.blur();
  if (activeElement.isConnected) activeElement.focus({ preventScroll: true });
}
