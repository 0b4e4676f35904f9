import {
  breakpointKey,
  readDebugSettings,
  NO_DEBUG_SETTINGS,
  type Breakpoint,
  type BreakOn,
  type DebugSettings,
} from "#core/run/debugging/breakpoint.ts";
import type { Renamed } from "#core/edit/command.ts";
import { selectionAfter, type PathMap } from "#app/studio/followPaths.ts";

/**
 * The breakpoints and watches of one machine: kept on this computer for the person who set them, never in the project. Where storage is
 * denied they last as long as the page.
 */
export class StoredBreakpoints {
  readonly #key: string;
  #stored: DebugSettings;
  readonly #listeners = new Set<() => void>();

  constructor(key: string) {
    this.#key = key;
    this.#stored = readDebugSettings(read(key));
  }

  readonly get = (): DebugSettings => this.#stored;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  has(breakpoint: BreakOn): boolean {
    return this.#stored.breakpoints.some((stored) => breakpointKey(stored) === breakpointKey(breakpoint));
  }
  /** Sets a breakpoint; one that is there already is switched on. */
  add(breakpoint: BreakOn): void {
    const key = breakpointKey(breakpoint);
    const others = this.#stored.breakpoints.filter((stored) => breakpointKey(stored) !== key);
    const known = others.length < this.#stored.breakpoints.length;
    this.#setBreakpoints(
      known
        ? this.#stored.breakpoints.map((stored) => (breakpointKey(stored) === key ? on(stored) : stored))
        : [...others, breakpoint],
    );
  }
  remove(breakpoint: BreakOn): void {
    const key = breakpointKey(breakpoint);
    this.#setBreakpoints(this.#stored.breakpoints.filter((stored) => breakpointKey(stored) !== key));
  }
  toggle(breakpoint: BreakOn): void {
    if (this.has(breakpoint)) this.remove(breakpoint);
    else this.add(breakpoint);
  }
  /** Switches one off, or on again. */
  switch(breakpoint: BreakOn, isOn: boolean): void {
    const key = breakpointKey(breakpoint);
    this.#setBreakpoints(
      this.#stored.breakpoints.map((stored) =>
        breakpointKey(stored) !== key ? stored : isOn ? on(stored) : { ...stored, off: true },
      ),
    );
  }
  removeAll(): void {
    this.#setBreakpoints([]);
  }
  setWatches(watches: readonly string[]): void {
    this.#set({ ...this.#stored, watches });
  }
  /** States, events and guards were renamed, or are gone. What is gone stays: an undo may bring it back. */
  follow(pathMap: PathMap, names: readonly Renamed[]): void {
    const next = this.#stored.breakpoints.map((breakpoint) => followed(breakpoint, pathMap, names));
    if (next.some((item, i) => item !== this.#stored.breakpoints[i])) this.#setBreakpoints(next);
  }

  #setBreakpoints(breakpoints: readonly Breakpoint[]): void {
    this.#set({ ...this.#stored, breakpoints });
  }
  #set(entry: DebugSettings): void {
    this.#stored = entry;
    write(this.#key, entry);
    for (const listener of this.#listeners) listener();
  }
}

const on = ({ off: _, ...breakpoint }: Breakpoint): Breakpoint => breakpoint;

/** A breakpoint after a command, as what it stops at is called then. */
function followed(breakpoint: Breakpoint, pathMap: PathMap, names: readonly Renamed[]): Breakpoint {
  const nameAfter = (kind: Renamed["kind"], name: string) =>
    names.find((renamed) => renamed.kind === kind && renamed.from === name)?.to ?? name;
  const idAfter = (kind: "state" | "transition", id: string) => {
    const after = selectionAfter({ kind, id }, pathMap, names);
    return after ? after.id : id;
  };
  switch (breakpoint.on) {
    case "state": {
      const state = idAfter("state", breakpoint.state);
      return state === breakpoint.state ? breakpoint : { ...breakpoint, state };
    }
    case "transition": {
      const transition = idAfter("transition", breakpoint.transition);
      return transition === breakpoint.transition ? breakpoint : { ...breakpoint, transition };
    }
    case "event": {
      const event = nameAfter("event", breakpoint.event);
      return event === breakpoint.event ? breakpoint : { ...breakpoint, event };
    }
    case "guard": {
      const guard = breakpoint.guard.includes("|")
        ? idAfter("transition", breakpoint.guard)
        : nameAfter("guard", breakpoint.guard);
      return guard === breakpoint.guard ? breakpoint : { ...breakpoint, guard };
    }
    case "context":
      return breakpoint;
  }
}

const known = new Map<string, StoredBreakpoints>();

/** What is kept of a machine of a game. */
export function storedBreakpoints(game: string, machine: string): StoredBreakpoints {
  const key = `turnwright.breakpoints.${game}.${machine}`;
  const entry = known.get(key) ?? new StoredBreakpoints(key);
  known.set(key, entry);
  return entry;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function write(key: string, entry: DebugSettings): void {
  try {
    if (entry.breakpoints.length === 0 && entry.watches.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(entry satisfies typeof NO_DEBUG_SETTINGS));
  } catch {
    /* private mode or full: it lasts for this page */
  }
}
