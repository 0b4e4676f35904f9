import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import { statesInFrame, toggled } from "#adapters/flow/manyStates.ts";
import { useMarquee } from "#adapters/flow/useMarquee.ts";
import { pathId } from "#core/chart/places.ts";
import type { Picture } from "#core/layout/picture.ts";

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
