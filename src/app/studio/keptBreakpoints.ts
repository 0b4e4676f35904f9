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
export class KeptBreakpoints {
  readonly #key: string;
  #kept: DebugSettings;
  readonly #listeners = new Set<() => void>();

  constructor(key: string) {
    this.#key = key;
    this.#kept = readDebugSettings(read(key));
  }

  readonly get = (): DebugSettings => this.#kept;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  has(wanted: BreakOn): boolean {
    return this.#kept.breakpoints.some((one) => breakpointKey(one) === breakpointKey(wanted));
  }
  /** Sets a breakpoint; one that is there already is switched on. */
  add(wanted: BreakOn): void {
    const key = breakpointKey(wanted);
    const others = this.#kept.breakpoints.filter((one) => breakpointKey(one) !== key);
    const known = others.length < this.#kept.breakpoints.length;
    this.#setBreakpoints(
      known
        ? this.#kept.breakpoints.map((one) => (breakpointKey(one) === key ? on(one) : one))
        : [...others, wanted],
    );
  }
  remove(wanted: BreakOn): void {
    const key = breakpointKey(wanted);
    this.#setBreakpoints(this.#kept.breakpoints.filter((one) => breakpointKey(one) !== key));
  }
  toggle(wanted: BreakOn): void {
    if (this.has(wanted)) this.remove(wanted);
    else this.add(wanted);
  }
  /** Switches one off, or on again. */
  switch(wanted: BreakOn, isOn: boolean): void {
    const key = breakpointKey(wanted);
    this.#setBreakpoints(
      this.#kept.breakpoints.map((one) =>
        breakpointKey(one) !== key ? one : isOn ? on(one) : { ...one, off: true },
      ),
    );
  }
  removeAll(): void {
    this.#setBreakpoints([]);
  }
  setWatches(watches: readonly string[]): void {
    this.#set({ ...this.#kept, watches });
  }
  /** States, events and guards were renamed, or are gone. What is gone stays: an undo may bring it back. */
  follow(pathMap: PathMap, names: readonly Renamed[]): void {
    const next = this.#kept.breakpoints.map((one) => followed(one, pathMap, names));
    if (next.some((one, i) => one !== this.#kept.breakpoints[i])) this.#setBreakpoints(next);
  }

  #setBreakpoints(breakpoints: readonly Breakpoint[]): void {
    this.#set({ ...this.#kept, breakpoints });
  }
  #set(kept: DebugSettings): void {
    this.#kept = kept;
    write(this.#key, kept);
    for (const listener of this.#listeners) listener();
  }
}

const on = ({ off: _, ...one }: Breakpoint): Breakpoint => one;

/** A breakpoint after a command, as what it stops at is called then. */
function followed(one: Breakpoint, pathMap: PathMap, names: readonly Renamed[]): Breakpoint {
  const nameAfter = (kind: Renamed["kind"], name: string) =>
    names.find((renamed) => renamed.kind === kind && renamed.from === name)?.to ?? name;
  const idAfter = (kind: "state" | "transition", id: string) => {
    const after = selectionAfter({ kind, id }, pathMap, names);
    return after ? after.id : id;
  };
  switch (one.on) {
    case "state": {
      const state = idAfter("state", one.state);
      return state === one.state ? one : { ...one, state };
    }
    case "transition": {
      const transition = idAfter("transition", one.transition);
      return transition === one.transition ? one : { ...one, transition };
    }
    case "event": {
      const event = nameAfter("event", one.event);
      return event === one.event ? one : { ...one, event };
    }
    case "guard": {
      const guard = one.guard.includes("|")
        ? idAfter("transition", one.guard)
        : nameAfter("guard", one.guard);
      return guard === one.guard ? one : { ...one, guard };
    }
    case "context":
      return one;
  }
}

const known = new Map<string, KeptBreakpoints>();

/** What is kept of a machine of a game. */
export function keptBreakpoints(game: string, machine: string): KeptBreakpoints {
  const key = `turnwright.breakpoints.${game}.${machine}`;
  const kept = known.get(key) ?? new KeptBreakpoints(key);
  known.set(key, kept);
  return kept;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function write(key: string, kept: DebugSettings): void {
  try {
    if (kept.breakpoints.length === 0 && kept.watches.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept satisfies typeof NO_DEBUG_SETTINGS));
  } catch {
    /* private mode or full: it lasts for this page */
  }
}
