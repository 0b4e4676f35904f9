import type { KeyboardEvent } from "react";
import type { Selection } from "#adapters/flow/canvasProps.ts";
import { walkStates, walkTransitions } from "#adapters/flow/walk.ts";
import type { Way } from "#core/layout/arrangement/arrange.ts";
import { pathId, transitionId } from "#core/chart/places.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

/** What a key asks of the canvas. */
export type KeyGesture =
  | { readonly do: "state" | "transition" | "open" | "rename" | "edit" | "next"; readonly id: string }
  | { readonly do: "arrange"; readonly id: string; readonly way: Way }
  | { readonly do: "delete" | "leave" | "first" };

const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * Arrows walk the states as in the outline, with Shift the transitions of the selected one, with Alt they move it among its siblings;
 * Enter, F2, N or Insert, Delete, Escape. Undefined
 * for every other key, while an input method composes, and in fields.
 */
export function keyGesture(
  event: KeyboardEvent,
  scene: Scene,
  selection: Selection | undefined,
): KeyGesture | undefined {
  if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return undefined;
  if (event.target instanceof HTMLInputElement) return undefined;
  if (event.altKey) {
    const way = WAYS[event.key];
    const id = selection?.kind === "state" ? pathId(selection.path) : "";
    return way === undefined || event.shiftKey || id === "" ? undefined : { do: "arrange", id, way };
  }
  const onButton = event.target instanceof HTMLElement && event.target.closest("button") !== null;
  const selected = selection?.kind === "state" ? pathId(selection.path) : undefined;
  const arrow = selection?.kind === "transition" ? selection.ref : undefined;
  const state = selected ?? (arrow && pathId(arrow.source));
  switch (event.key) {
    case "ArrowUp":
    case "ArrowDown":
    case "ArrowLeft":
    case "ArrowRight": {
      if (event.shiftKey && state !== undefined) {
        const step = event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : -1;
        const id = walkTransitions(scene, state, arrow && transitionId(arrow), step);
        return id === undefined ? undefined : { do: "transition", id };
      }
      // from a transition, the first step leads back to its state
      const id = arrow && state !== undefined ? state : walkStates(scene, state, event.key);
      return id === undefined ? undefined : { do: "state", id };
    }
    case "Enter":
      return onButton || selected === undefined ? undefined : { do: "open", id: selected };
    case "F2":
      if (selected !== undefined) return { do: "rename", id: selected };
      return arrow && { do: "edit", id: transitionId(arrow) };
    case "n":
    case "N":
    case "Insert":
      if (event.shiftKey) return undefined;
      return selected === undefined ? { do: "first" } : { do: "next", id: selected };
    case "Delete":
    case "Backspace":
      return onButton || !selection ? undefined : { do: "delete" };
    case "Escape":
      return selection ? { do: "leave" } : undefined;
    default:
      return undefined;
  }
}
