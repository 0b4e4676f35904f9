import { ViewportPortal } from "@xyflow/react";
import type { Point } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/canvas.module.css";

/** Where an arrow would lead while its head is held. */
export function RetargetLine({ line }: { line: { readonly from: Point; readonly to: Point } | undefined }) {
  if (!line) return null;
  return (
    <ViewportPortal>
      <svg className={styles["retargetLine"]} aria-hidden="true">
        <path d={`M${line.from.x} ${line.from.y}L${line.to.x} ${line.to.y}`} />
      </svg>
    </ViewportPortal>
  );
}
