/** What happens while a pointer is held, and when it is let go. */
export interface Held {
  readonly move: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  /** It is over, by letting go, by Escape or because the picture is gone. */
  readonly end: () => void;
}

/** Follows a pointer that is down, wherever it goes, until it is let go or Escape is pressed. Returns how to stop. */
export function holdPointer({ move, up, end }: Held): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const stop = () => {
    if (signal.aborted) return;
    listening.abort();
    end();
  };
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener(
    "pointerup",
    (event) => {
      stop();
      up(event);
    },
    { signal },
  );
  window.addEventListener("keydown", (event) => event.key === "Escape" && stop(), { signal });
  return stop;
}
