import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import { useMarquee } from "#adapters/flow/useMarquee.ts";
import { pathId } from "#core/chart/places.ts";
import type { Picture } from "#core/layout/picture.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

const NO_MORE: readonly string[] = [];

/** Selecting several states: one by one, or by a frame drawn around them. */
export function useManyStates(
  { scene, boxes }: Picture,
  {
    selection,
    also = NO_MORE,
    onSelectStates,
  }: Pick<ChartCanvasProps, "selection" | "also" | "onSelectStates">,
) {
  const first = selection?.kind === "state" ? pathId(selection.path) : "";
  const selected = first === "" ? [] : [first, ...also];
  const toggle = (id: string | undefined) => {
    if (id !== undefined) onSelectStates?.(toggled(selected, id));
  };
  const marquee = useMarquee(onSelectStates !== undefined, {
    click: (at) => toggle(stateAtPoint(scene, boxes, at)?.id),
    frame: (around) => onSelectStates?.(statesInFrame(scene, boxes, around)),
  });
  /** Whether a state is one of several that are selected. */
  const has = (id: string) => also.length > 0 && selected.includes(id);
  return { toggle, marquee, has };
}

/** The states that stand whole in a frame, by path id; of those that hold each other the outermost. */
export function statesInFrame(scene: Scene, boxes: ReadonlyMap<string, Rect>, frame: Rect): string[] {
  const inside = new Set<string>();
  for (const { id } of scene.items.values()) {
    const box = boxes.get(id);
    if (id !== "" && box && holds(frame, box)) inside.add(id);
  }
  return [...inside].filter((id) => {
    const parent = scene.items.get(id)?.parent;
    return parent === undefined || !inside.has(parent);
  });
}

/** A selection with a state more, or without it when it was there. A state and what it holds are not selected together. */
export function toggled(selected: readonly string[], id: string): string[] {
  if (id === "") return [...selected];
  if (selected.includes(id)) return selected.filter((selectedId) => selectedId !== id);
  const apart = selected.filter((selectedId) => !isWithin(selectedId, id) && !isWithin(id, selectedId));
  return [...apart, id];
}

const isWithin = (id: string, top: string): boolean => id.startsWith(`${top}.`) || top === "";
const holds = (outer: Rect, r: Rect): boolean =>
  r.x >= outer.x && r.y >= outer.y && r.x + r.w <= outer.x + outer.w && r.y + r.h <= outer.y + outer.h;
