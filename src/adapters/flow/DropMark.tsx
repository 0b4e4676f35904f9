import { ViewportPortal } from "@xyflow/react";
import type { Rect } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/DropMark.module.css";

/** Where a dragged state will stand: between two lines, or in one. */
export function DropMark({ at }: { at: Rect | undefined }) {
  if (!at) return null;
  return (
    <ViewportPortal>
      <div
        className={styles["dropMark"]}
        data-aside
        style={{ transform: `translate(${at.x}px, ${at.y}px)`, width: at.w, height: at.h }}
      />
    </ViewportPortal>
  );
}
