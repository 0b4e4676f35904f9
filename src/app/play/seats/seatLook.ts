import { useSyncExternalStore } from "react";
import type { RunSession } from "#app/play/RunSession.ts";

/** How a person looks at the seats of a play. */
export interface SeatLook {
  /** Steps of this seat stand out, others step back; null for all. */
  readonly filter: string | null;
  /** Several people share the screen: each sees what its own seat may do. */
  readonly hotSeat: boolean;
  /** The seat that took the screen last. */
  readonly sits: string | null;
  /** The seat for which the screen was requested. */
  readonly requested: string | null;
}

const first: SeatLook = { filter: null, hotSeat: false, sits: null, requested: null };

interface Store {
  look: SeatLook;
  readonly listeners: Set<() => void>;
}
const stores = new WeakMap<RunSession, Store>();
const storeOf = (session: RunSession): Store => {
  const store = stores.get(session) ?? { look: first, listeners: new Set() };
  stores.set(session, store);
  return store;
};

/** The look at the seats of a session, the same in all its panels, and how to change it. */
export function useSeatLook(session: RunSession): [SeatLook, (change: Partial<SeatLook>) => void] {
  const look = useSyncExternalStore(
    (listener) => {
      const { listeners } = storeOf(session);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => storeOf(session).look,
  );
  return [look, (change) => changeLook(session, change)];
}

function changeLook(session: RunSession, change: Partial<SeatLook>): void {
  const store = storeOf(session);
  store.look = { ...store.look, ...change };
  for (const listener of store.listeners) listener();
}
