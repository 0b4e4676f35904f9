import { guarded, type TellFailure } from "#core/diagnostic/failure.ts";

/** What came from the app's window. */
export interface WindowListener {
  readonly received: (message: unknown, origin: string) => void;
  /** A message could not be taken in: those after it are. */
  readonly failed: TellFailure;
}

/** The line to the window that opened or frames this page. */
export interface WindowLine {
  /** @param to the origin that the window has to have; `*` only for a hello, which says nothing but that we are here */
  send(message: object, to: string): void;
  /** Whether the window is closed: the one thing that is seen of it while it says nothing. */
  isClosed(): boolean;
  close(): void;
}

/**
 * The window that opened this page, else the one that frames it; undefined when there is neither, and when it is of our own origin: no
 * app is.
 */
export function appWindow(page: Window = window): Window | undefined {
  const opener = page.opener as Window | null;
  const found = opener ?? (page.parent === page ? undefined : page.parent);
  if (!found) return undefined;
  try {
    // Of another origin this throws.
    return found.location.origin === page.location.origin ? undefined : found;
  } catch {
    return found;
  }
}

/** Listens to that window alone: what any other window posts is not looked at. */
export function windowLine(
  app: Window,
  { received, failed }: WindowListener,
  page: Window = window,
): WindowLine {
  const listen = guarded("inspector", failed, ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === app) received(data, origin);
  });
  page.addEventListener("message", listen);
  return {
    send: (message, to) => app.postMessage(message, to),
    isClosed: () => app.closed,
    close: () => page.removeEventListener("message", listen),
  };
}

/** How the page came to stand there: opened by the window, or framed. It has to be checked at once: a window that is closed has no opener. */
export const wayHere = (page: Window = window): "opener" | "frame" => (page.opener ? "opener" : "frame");

/** Whether a page at that origin is of this computer. */
export const isOfThisComputer = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(origin);
