import { createContext, useContext, useSyncExternalStore } from "react";
import type { EventFrom } from "xstate";
import type { ControlWords, Emphasis, LiveOverlay } from "#adapters/flow/canvasProps.ts";
import type { PointerRest } from "#adapters/flow/PointerRest.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { renamingMachine } from "#adapters/flow/gestures/renaming.machine.ts";

/** What lies over the picture and changes often: never part of a node's data, so that a step re-renders only what it touches. */
export interface Overlay {
  readonly selectedState: string | undefined;
  /** Selected beside it, by path id. */
  readonly alsoSelected: ReadonlySet<string>;
  readonly selectedTransition: string | undefined;
  /** The state under the pointer, when none is selected. */
  readonly hovered: string | undefined;
  /** What is pointed at in a head: only that is lit then, not all that leads from and to the state around it. */
  readonly entry: Entry | undefined;
  readonly live: LiveOverlay | undefined;
  readonly emphasis: Emphasis | undefined;
  readonly renaming: string | undefined;
  /** Compound that a dragged state would drop into. */
  readonly dropInto: string | undefined;
  /** Problems by path id. */
  readonly badges: ReadonlyMap<string, { readonly errors: number; readonly warnings: number }>;
  readonly readOnly: boolean;
}

/** An entry in a state's head, or a way that it tells by name. */
export interface Entry {
  readonly transitions: ReadonlySet<string>;
  /** Where they lead, by path id. */
  readonly targets: ReadonlySet<string>;
}

export const EMPTY_OVERLAY: Overlay = {
  selectedState: undefined,
  alsoSelected: new Set(),
  selectedTransition: undefined,
  hovered: undefined,
  entry: undefined,
  live: undefined,
  emphasis: undefined,
  renaming: undefined,
  dropInto: undefined,
  badges: new Map(),
  readOnly: false,
};

/** What nodes and edges may ask for. The object changes only with the language; `gestures` are there once the canvas is. */
export interface CanvasContext {
  readonly overlay: OverlayStore;
  readonly names: ChartNames;
  readonly words: ControlWords;
  readonly gestures: () => Gestures | undefined;
  readonly rest: PointerRest;
  /** What is drawn now. */
  readonly picture: () => Picture | undefined;
  /** Consts of the module. */
  readonly consts: () => readonly Const[];
}
export interface Gestures {
  selectTransition(id: string): void;
  toggleFold(id: string): void;
  /** The name in edit is given, left or given up. */
  name(event: Exclude<EventFrom<typeof renamingMachine>, { type: "edit" }>): void;
  startRetarget(id: string, event: React.PointerEvent): void;
}

/** A value with listeners. */
export class OverlayStore {
  #value: Overlay = EMPTY_OVERLAY;
  readonly #listeners = new Set<() => void>();
  readonly get = (): Overlay => this.#value;
  /** What is pointed at in a head stays as it is. */
  set(next: Omit<Overlay, "entry">): void {
    this.#tell({ ...next, entry: this.#value.entry });
  }
  point(entry: Entry | undefined): void {
    this.#tell({ ...this.#value, entry });
  }
  #tell(next: Overlay): void {
    this.#value = next;
    for (const listener of this.#listeners) listener();
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const CanvasContextSlot = createContext<CanvasContext | undefined>(undefined);

export function useCanvas(): CanvasContext {
  const context = useContext(CanvasContextSlot);
  if (!context) throw new Error("This component stands outside a ChartCanvas");
  return context;
}

/** A part of the overlay; the component renders again only when the selected value differs. Select strings, numbers, booleans. */
export function useOverlay<T extends string | number | boolean | undefined>(
  select: (overlay: Overlay) => T,
): T {
  const { overlay } = useCanvas();
  return useSyncExternalStore(overlay.subscribe, () => select(overlay.get()));
}
