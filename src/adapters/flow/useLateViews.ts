import { useEffect, useSyncExternalStore } from "react";

type Views = typeof import("#adapters/flow/lateViews.ts");

let views: Views | undefined;
const listeners = new Set<() => void>();

/** Loads what the first picture has nothing of. Without it the canvas goes on, and asks again when something of it is needed. */
export async function loadLateViews(): Promise<void> {
  views ??= await import("#adapters/flow/lateViews.ts").catch(() => undefined);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const viewsNow = (): Views | undefined => views;

/** What comes after the first picture, once it is there. @param needed asks for it now */
export function useLateViews(needed: boolean): Views | undefined {
  useEffect(() => {
    if (needed) void loadLateViews();
  }, [needed]);
  return useSyncExternalStore(subscribe, viewsNow);
}
