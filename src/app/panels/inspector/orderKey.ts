import type { KeyboardEvent } from "react";

/** By how many places a key moves an entry of a list: Alt with an arrow up or down. Undefined for other keys. */
export function orderKey({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): -1 | 1 | undefined {
  if (!altKey || ctrlKey || metaKey || shiftKey) return undefined;
  return key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : undefined;
}
