import { ViewportPortal } from "@xyflow/react";
import { PointerHint } from "#adapters/flow/PointerHint.tsx";
import { useGestureContext } from "#adapters/flow/gestures/useGesture.ts";
import type { useLeading } from "#adapters/flow/useLeading.ts";
import type { Rect } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/LooseEnd.module.css";

/** Where a transition would lead while its end is held, and why it may not. */
export function LooseEnd({
  leading: { gesture },
  boxes,
}: {
  leading: ReturnType<typeof useLeading>;
  boxes: ReadonlyMap<string, Rect>;
}) {
  const end = useGestureContext(gesture, (known) => known?.end);
  const goal = useGestureContext(gesture, (known) => known?.goal);
  if (!end || !goal) return null;
  const box = goal.target === undefined ? undefined : boxes.get(goal.target);
  return (
    <>
      <ViewportPortal>
        <svg
          className={styles["looseEnd"]}
          data-refused={goal.refused !== undefined || undefined}
          aria-hidden="true"
        >
          <path d={`M${end.from.x} ${end.from.y}L${goal.at.x} ${goal.at.y}`} />
        </svg>
        {box ? (
          <div
            className={styles["goal"]}
            data-aside
            data-refused={goal.refused !== undefined || undefined}
            style={{ transform: `translate(${box.x}px, ${box.y}px)`, width: box.w, height: box.h }}
          />
        ) : null}
      </ViewportPortal>
      {goal.refused === undefined ? null : <PointerHint at={goal.at} lines={[goal.refused]} refused />}
    </>
  );
}
