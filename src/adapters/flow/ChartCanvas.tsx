import {
  Background,
  BackgroundVariant,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import {
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { CanvasControls, PathBar } from "#adapters/flow/CanvasControls.tsx";
import type { CanvasHandle, ChartCanvasProps, Emphasis, Selection } from "#adapters/flow/canvasProps.ts";
import { CanvasFrame } from "#adapters/flow/CanvasFrame.tsx";
import { badgesOf } from "#adapters/flow/badges.ts";
import { stateAtPoint } from "#adapters/flow/dropTarget.ts";
import { FlowGraph, type FlowNode, statePathId, type TransitionFlowEdge } from "#adapters/flow/flowGraph.ts";
import { ownKeys } from "#adapters/flow/ownKeys.ts";
import { MarkerView } from "#adapters/flow/MarkerView.tsx";
import {
  CanvasContextSlot,
  type CanvasContext,
  EMPTY_OVERLAY,
  type Gestures,
  OverlayStore,
} from "#adapters/flow/overlayStore.ts";
import { StateView } from "#adapters/flow/StateView.tsx";
import { TransitionView } from "#adapters/flow/TransitionView.tsx";
import { spoken } from "#adapters/flow/spoken.ts";
import { useRetarget } from "#adapters/flow/useRetarget.ts";
import { focusNode, useCamera } from "#adapters/flow/useCamera.ts";
import { useDragging } from "#adapters/flow/useDragging.ts";
import { foldableStates } from "#adapters/flow/foldableStates.ts";
import { LassoFrame } from "#adapters/flow/LassoFrame.tsx";
import { useManyStates } from "#adapters/flow/useManyStates.ts";
import { usePointer } from "#adapters/flow/usePointer.ts";
import { RetargetLine } from "#adapters/flow/RetargetLine.tsx";
import { useSamePositions } from "#adapters/flow/useSamePositions.ts";
import { keyGesture } from "#adapters/flow/keyGesture.ts";
import { placeOf, pathId, pathOf, transitionId, transitionRef } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { drawPicture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene.ts";
import styles from "#adapters/flow/canvas.module.css";

const nodeTypes = { state: StateView, marker: MarkerView };
const edgeTypes = { transition: TransitionView };
const NONE: ReadonlySet<string> = new Set();
const NOTHING: readonly Diagnostic[] = [];
const NO_MORE: readonly string[] = [];

/** The chart as a graph. Draws what it is given and reports gestures; it changes nothing itself. */
export function ChartCanvas(props: ChartCanvasProps & { ref?: Ref<CanvasHandle> }) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({
  ref,
  chart,
  positions: given,
  names,
  lang,
  words,
  selection,
  also = NO_MORE,
  live,
  emphasis,
  diagnostics = NOTHING,
  folded = NONE,
  readOnly = false,
  stale,
  banner,
  theme = "light",
  onSelect,
  onSelectStates,
  onMoveNodes,
  onReparent,
  onConnect,
  onRetarget,
  onRename,
  onDelete,
  onOpen,
  onFold,
  onTidyUp,
  firstView: lastView,
  onView,
  onContextMenu,
}: ChartCanvasProps & { ref?: Ref<CanvasHandle> }) {
  const positions = useSamePositions(given);
  const flow = useReactFlow<FlowNode, TransitionFlowEdge>();
  const frame = useRef<HTMLDivElement>(null);
  const [graph] = useState(() => new FlowGraph());
  const [overlay] = useState(() => new OverlayStore());
  const [renaming, setRenaming] = useState<string | undefined>();
  const [dropInto, setDropInto] = useState<string | undefined>();
  const [overview, setOverview] = useState(false);

  const scene = useMemo(() => sceneOf(chart, names, folded), [chart, names, folded]);
  const picture = useMemo(() => drawPicture(scene, positions), [scene, positions]);
  const movable = !readOnly && onMoveNodes !== undefined;
  const nodes = useMemo(
    () => graph.nodes(picture, (item) => spoken(item, names, words), movable),
    [graph, picture, names, words, movable],
  );
  const edges = useMemo(() => graph.edges(picture, names, words.leads), [graph, picture, names, words]);
  const badges = useMemo(() => badgesOf(diagnostics, scene), [diagnostics, scene]);

  /** The state that is selected, or that the selected transition leaves. */
  const around = selection?.kind === "transition" ? selection.ref.source : selection?.path;
  const selectedState = selection?.kind === "state" ? pathId(selection.path) : undefined;
  const selectedTransition = selection?.kind === "transition" ? transitionId(selection.ref) : undefined;
  useLayoutEffect(() => {
    overlay.set({
      ...EMPTY_OVERLAY,
      selectedState,
      alsoSelected: new Set(also),
      selectedTransition,
      live,
      emphasis,
      renaming,
      dropInto,
      badges,
      readOnly,
    });
  }, [
    overlay,
    selectedState,
    also,
    selectedTransition,
    live,
    emphasis,
    renaming,
    dropInto,
    badges,
    readOnly,
  ]);

  const select = useCallback((next: Selection | undefined) => onSelect?.(next), [onSelect]);
  const selectState = useCallback((id: string) => select({ kind: "state", path: pathOf(id) }), [select]);
  const selectTransition = useCallback(
    (id: string) => {
      const ref = transitionRef(id);
      if (ref) select({ kind: "transition", ref });
    },
    [select],
  );
  const { fit, firstView, reveal, show, showAll } = useCamera(frame, picture, around && pathId(around));
  const turnTo = (pointed: Emphasis) =>
    showAll([
      ...pointed.states,
      ...[...pointed.transitions].map((id) => pathId(transitionRef(id)?.source ?? [])),
    ]);
  const onPointed = useEffectEvent(turnTo);
  useEffect(() => {
    if (emphasis && emphasis.states.size + emphasis.transitions.size > 0) onPointed(emphasis);
  }, [emphasis]);
  const rename = useCallback(
    (id: string) => {
      if (!readOnly && onRename && id !== "") setRenaming(id);
    },
    [readOnly, onRename],
  );
  useImperativeHandle(
    ref,
    () => ({
      fit,
      reveal: (path) => reveal(pathId(path), false),
      show: (path) => show(pathId(path)),
      rename: (path) => rename(pathId(path)),
    }),
    [fit, reveal, show, rename],
  );

  const retarget = useRetarget(
    edges,
    (at) => stateAtPoint(scene, picture.boxes, at),
    (id, target) => {
      const ref = edges.find((edge) => edge.id === id)?.data?.arrow.ref;
      if (ref) onRetarget?.(ref, target);
    },
  );

  const many = useManyStates({ scene, boxes: picture.boxes, selectedState, also, onSelectStates });

  const toggleFold = (id: string) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    onFold?.(next);
  };
  const endRename = (id: string, text: string | undefined) => {
    setRenaming(undefined);
    if (text !== undefined) onRename?.(pathOf(id), text);
    focusNode(frame.current, id);
  };
  const gestures = useRef<Gestures>(undefined);
  useLayoutEffect(() => {
    gestures.current = { selectTransition, toggleFold, endRename, startRetarget: retarget.start };
  });
  const context = useMemo<CanvasContext>(
    () => ({ overlay, names, words, gestures: () => gestures.current }),
    [overlay, names, words],
  );

  const dragging = useDragging(picture, nodes, edges, positions, { onMoveNodes, onReparent }, setDropInto);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const asked = keyGesture(event, scene, selection);
    if (!asked) return;
    if (asked.do === "delete" && readOnly) return;
    event.preventDefault();
    event.stopPropagation();
    if (asked.do === "state") {
      selectState(asked.id);
      reveal(asked.id, true);
    } else if (asked.do === "transition") selectTransition(asked.id);
    else if (asked.do === "open") {
      show(asked.id);
      onOpen?.(pathOf(asked.id));
    } else if (asked.do === "rename") rename(asked.id);
    else if (asked.do === "delete" && selection) onDelete?.(selection);
    else if (asked.do === "leave") select(undefined);
  };

  const pointer = usePointer({
    scene,
    boxes: picture.boxes,
    selection,
    many,
    select,
    onSelectStates,
    onConnect: readOnly ? undefined : onConnect,
    onContextMenu,
  });

  const allFolded = folded.size > 0;
  return (
    <CanvasContextSlot value={context}>
      <CanvasFrame
        ref={frame}
        stale={stale}
        lang={lang}
        label={words.canvas}
        onKeyDown={onKeyDown}
        lasso={many.lasso}
      >
        <ReactFlow<FlowNode, TransitionFlowEdge>
          nodes={dragging.nodes}
          edges={dragging.edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={dragging.onNodesChange}
          onNodeClick={pointer.onClick}
          onEdgeClick={(_, edge) =>
            selectTransition(transitionId((edge.data as NonNullable<typeof edge.data>).arrow.ref))
          }
          onPaneClick={pointer.onClick}
          onNodeDoubleClick={(_, node) => {
            const id = statePathId(node.id);
            if (id !== undefined) rename(id);
          }}
          onNodeContextMenu={pointer.onMenu}
          onEdgeContextMenu={pointer.onMenu}
          onPaneContextMenu={pointer.onMenu}
          onNodeDrag={dragging.onNodeDrag}
          onNodeDragStop={dragging.onNodeDragStop}
          onConnectEnd={pointer.onConnectEnd}
          nodesDraggable={movable}
          nodesConnectable={!readOnly && onConnect !== undefined}
          elementsSelectable={false}
          {...ownKeys}
          zoomOnDoubleClick={false}
          panOnScroll
          zIndexMode="manual"
          elevateNodesOnSelect={false}
          onlyRenderVisibleElements
          nodeDragThreshold={3}
          minZoom={0.08}
          maxZoom={2}
          onInit={() => {
            if (emphasis && emphasis.states.size + emphasis.transitions.size > 0) turnTo(emphasis);
            else if (lastView) void flow.setViewport(lastView);
            else firstView();
          }}
          onMoveEnd={(_, at) => onView?.(at)}
          colorMode={theme}
        >
          <Background
            variant={BackgroundVariant.Dots}
            gap={20}
            size={1.4}
            color="var(--dot)"
            bgColor="var(--paper)"
          />
          {overview ? (
            <MiniMap
              pannable
              zoomable
              nodeColor="var(--line-2)"
              maskColor="var(--hover)"
              bgColor="var(--panel)"
            />
          ) : null}
          <RetargetLine line={retarget.line} />
          <LassoFrame frame={many.lasso.shown} />
        </ReactFlow>
        {around && around.length > 0 ? (
          <PathBar
            path={around}
            keyAt={(path) => placeOf(chart, path)?.node.key ?? path.at(-1) ?? ""}
            names={names}
            label={words.path}
            onSelect={(path) => {
              select({ kind: "state", path });
              reveal(pathId(path), true);
            }}
          />
        ) : null}
        {banner ? <div className={styles["banner"]}>{banner}</div> : null}
        <CanvasControls
          words={words}
          fit={fit}
          allFolded={allFolded}
          onFoldAll={onFold ? () => onFold?.(new Set(allFolded ? [] : foldableStates(chart))) : undefined}
          onTidyUp={readOnly ? undefined : onTidyUp}
          overview={overview}
          onOverview={() => setOverview((now) => !now)}
        />
      </CanvasFrame>
    </CanvasContextSlot>
  );
}
