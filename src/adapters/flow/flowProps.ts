import type { ReactFlowProps } from "@xyflow/react";
import type { FlowNode, TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { NoteView } from "#adapters/flow/LateNotes.tsx";
import { MarkerView } from "#adapters/flow/MarkerView.tsx";
import { noFlowKeys } from "#adapters/flow/noFlowKeys.ts";
import { StateView } from "#adapters/flow/StateView.tsx";
import { TransitionView } from "#adapters/flow/TransitionView.tsx";

/** What of React Flow is always as it is here. */
export const flowProps = {
  ...noFlowKeys,
  nodeTypes: { state: StateView, marker: MarkerView, note: NoteView },
  edgeTypes: { transition: TransitionView },
  elementsSelectable: false,
  zoomOnDoubleClick: false,
  panOnScroll: true,
  zIndexMode: "manual",
  elevateNodesOnSelect: false,
  onlyRenderVisibleElements: true,
  nodeDragThreshold: 3,
  minZoom: 0.05,
  maxZoom: 2,
} as const satisfies ReactFlowProps<FlowNode, TransitionFlowEdge>;
