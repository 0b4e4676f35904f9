import { statesInFrame, toggled } from "#adapters/flow/manyStates.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import { useLasso } from "#adapters/flow/useLasso.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

/** Selecting several states: one by one, or by a frame drawn around them. */
export function useManyStates({
  scene,
  boxes,
  selectedState,
  also,
  onSelectStates,
}: {
  scene: Scene;
  boxes: ReadonlyMap<string, Rect>;
  selectedState: string | undefined;
  also: readonly string[];
  onSelectStates: ((ids: readonly string[]) => void) | undefined;
}) {
  const chosen = selectedState === undefined || selectedState === "" ? [] : [selectedState, ...also];
  const toggle = (id: string | undefined) => {
    if (id !== undefined) onSelectStates?.(toggled(chosen, id));
  };
  const lasso = useLasso(onSelectStates !== undefined, {
    click: (at) => toggle(stateAtPoint(scene, boxes, at)?.id),
    frame: (around) => onSelectStates?.(statesInFrame(scene, boxes, around)),
  });
  /** Whether a state is one of several that are selected. */
  const has = (id: string) => also.length > 0 && chosen.includes(id);
  return { toggle, lasso, has };
}
