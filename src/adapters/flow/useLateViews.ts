import { useEffect, useSyncExternalStore } from "react";

type Views = typeof import("#adapters/flow/lateViews.ts");

let views: Views | undefined;
const listeners = new Set<() => void>();

/** Loads what the first picture has nothing of. Without it the canvas goes on, and asks again as long as something of it is needed. */
export async function loadLateViews(): Promise<Views | undefined> {
  views ??= await import("#adapters/flow/lateViews.ts").catch(() => undefined);
  for (const listener of listeners) listener();
  return views;
}

/** Milliseconds until a chunk that did not load is requested again. */
const RETRY_DELAY_MS = 1500;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const viewsNow = (): Views | undefined => views;

/** What comes after the first picture, once it is there. @param isNeeded asks for it now */
export function useLateViews(isNeeded: boolean): Views | undefined {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const again = setInterval(() => {
      if (!views) void loadLateViews();
      else clearInterval(again);
    }, RETRY_DELAY_MS);
    void loadLateViews();
    return () => clearInterval(again);
  }, [isNeeded]);
  return useSyncExternalStore(subscribe, viewsNow);
}
