import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { useCanvas } from "#adapters/flow/overlayStore.ts";
import type { MarkerFlowNode } from "#adapters/flow/flowGraph.ts";
import ends from "#adapters/flow/Ends.module.css";
import styles from "#adapters/flow/MarkerView.module.css";

/** The dot where a compound starts. Its line is drawn with it, as it belongs to no transition. */
export const MarkerView = memo(function MarkerView({ data }: NodeProps<MarkerFlowNode>) {
  const { words } = useCanvas();
  const [from, to] = data.line;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  return (
    <div className={styles["marker"]} title={words.startsHere}>
      <svg className={styles["markerLine"]} width="1" height="1" aria-hidden="true">
        <path d={`M0 0L${dx} ${dy}`} />
        <path
          className={styles["head"]}
          d="M0 0L-6 -3L-6 3z"
          transform={`translate(${dx} ${dy}) rotate(${angle})`}
        />
      </svg>
      <Handle type="source" position={Position.Right} isConnectable={false} className={ends["end"]} />
    </div>
  );
});
