import { MiniMap } from "@xyflow/react";
import type { badgesOf } from "#adapters/flow/badges.ts";
import { type FlowNode, statePathId } from "#adapters/flow/flowGraph.ts";

/** The whole picture, small. */
export function OverviewMap({
  active,
  badges,
}: {
  active: ReadonlySet<string> | undefined;
  badges: ReturnType<typeof badgesOf>;
}) {
  return (
    <MiniMap
      pannable
      zoomable
      nodeColor={(node) => colourOf(node as FlowNode, active, badges)}
      nodeStrokeWidth={2}
      nodeBorderRadius={4}
      maskColor="var(--hover)"
      bgColor="var(--panel)"
    />
  );
}

/** What is active and what has problems stands out in the overview; rows would only be a grey block. */
function colourOf(
  node: FlowNode,
  active: ReadonlySet<string> | undefined,
  badges: ReturnType<typeof badgesOf>,
): string {
  const id = statePathId(node.id);
  const item = node.type === "state" ? node.data.item : undefined;
  if (id === undefined || !item) return "transparent";
  if (active?.has(id) && item.shape !== "compound" && item.shape !== "parallel") return "var(--live)";
  if ((badges.get(id)?.errors ?? 0) > 0) return "var(--stop)";
  if (item.shape === "row" || item.parent === undefined) return "transparent";
  return item.shape === "compound" || item.shape === "parallel" ? "var(--hover)" : "var(--line-2)";
}
