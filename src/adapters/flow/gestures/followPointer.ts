import type { Point } from "#core/layout/geometry.ts";

/** A gesture is over and nothing is done: by Escape, or because the window lost the keyboard or the system took the pointer away. */
export type Ending = { readonly type: "escape" } | { readonly type: "blur" };

/** What a gesture hears while a pointer is held; places are in pixels of the page. */
export type HeldEvent =
  | { readonly type: "pointer.move"; readonly at: Point }
  | { readonly type: "pointer.up"; readonly at: Point }
  | Ending;

/** Follows a pointer that is down, wherever it goes, until it is stopped. */
export function followPointer(send: (event: HeldEvent) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const at = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
  window.addEventListener("pointermove", (e) => send({ type: "pointer.move", at: at(e) }), { signal });
  window.addEventListener("pointerup", (e) => send({ type: "pointer.up", at: at(e) }), { signal });
  const stop = followEndings(send);
  return () => {
    listening.abort();
    stop();
  };
}

/** Hears only what ends a gesture early. */
export function followEndings(send: (event: Ending) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The key ends the gesture and nothing else.
    event.stopPropagation();
    event.preventDefault();
    send({ type: "escape" });
  };
  window.addEventListener("keydown", onKey, { signal, capture: true });
  window.addEventListener("pointercancel", () => send({ type: "blur" }), { signal });
  window.addEventListener("blur", () => send({ type: "blur" }), { signal });
  return () => listening.abort();
}
