import { ViewportPortal } from "@xyflow/react";
import { useGestureContext } from "#adapters/flow/gestures/useGesture.ts";
import type { useMarquee } from "#adapters/flow/useMarquee.ts";
import styles from "#adapters/flow/MarqueeFrame.module.css";

/** The frame that is drawn around states to select them. */
export function MarqueeFrame({ gesture }: Pick<ReturnType<typeof useMarquee>, "gesture">) {
  const frame = useGestureContext(gesture, (known) => known?.frame);
  if (!frame) return null;
  return (
    <ViewportPortal>
      <div
        className={styles["marquee"]}
        aria-hidden="true"
        style={{ transform: `translate(${frame.x}px, ${frame.y}px)`, width: frame.w, height: frame.h }}
      />
    </ViewportPortal>
  );
}
