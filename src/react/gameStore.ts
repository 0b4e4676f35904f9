import type { PlayState } from "#core/entries/play.ts";

/** A play as it is stored: plain JSON. `play` is the whole state; version, digest and snapshot are for `canRestore`. */
export interface SavedGame {
  readonly version?: number;
  readonly digest?: string;
  readonly snapshot: object;
  readonly play: PlayState;
}

/** Where a game is stored: in the browser, on a server, in a file. */
export interface GameStore {
  /** What was saved last; nothing (undefined or null) before that. */
  load(): unknown;
  /** Called after every step, never before the one before it has settled. May give a promise. */
  save(saved: SavedGame): unknown;
}

/**
 * A store in the browser. Where there is none, such as on a server, nothing is stored.
 * @param key under which the game stands
 * @param storage `localStorage` unless given
 */
export const browserStore = (key: string, storage: Storage | undefined = storageHere()): GameStore => ({
  load() {
    const text = storage?.getItem(key);
    return text == null ? undefined : (JSON.parse(text) as unknown);
  },
  save(saved) {
    storage?.setItem(key, JSON.stringify(saved));
  },
});

/** A page may be forbidden to store anything; reading the name throws then. */
function storageHere(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
