import { ViewportPortal } from "@xyflow/react";
import type { Rect } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/canvas.module.css";

/** The frame that is drawn around states to select them. */
export function MarqueeFrame({ frame }: { frame: Rect | undefined }) {
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
