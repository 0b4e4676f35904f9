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
import {
  FlowGraph,
  type FlowNode,
  type StateFlowNode,
  statePathId,
  type TransitionFlowEdge,
} from "#adapters/flow/flowGraph.ts";
import { ownKeys } from "#adapters/flow/ownKeys.ts";
import { NoteView } from "#adapters/flow/NoteView.tsx";
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
import { useZoomLevels } from "#adapters/flow/useZoomLevels.ts";
import { useRetarget } from "#adapters/flow/useRetarget.ts";
import { focusNode, useCamera } from "#adapters/flow/useCamera.ts";
import { useDragging } from "#adapters/flow/useDragging.ts";
import { foldableStates } from "#adapters/flow/foldableStates.ts";
import { DropMark } from "#adapters/flow/DropMark.tsx";
import { LassoFrame } from "#adapters/flow/LassoFrame.tsx";
import { useLook } from "#adapters/flow/useLook.ts";
import { useManyStates } from "#adapters/flow/useManyStates.ts";
import { usePointer } from "#adapters/flow/usePointer.ts";
import { RetargetLine } from "#adapters/flow/RetargetLine.tsx";
import { keyGesture } from "#adapters/flow/keyGesture.ts";
import { placeOf, pathId, pathOf, transitionId, transitionRef } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { moveByKey, type Way } from "#core/layout/arrangement/arrange.ts";
import { compoundIn, lastKey, parentId } from "#core/layout/arrangement/arrangement.ts";
import { linesOf } from "#core/layout/arrangement/linesOf.ts";
import type { Level } from "#core/layout/level.ts";
import { portOf } from "#core/layout/scene/ports.ts";
import type { Picture } from "#core/layout/picture.ts";
import { NO_SCENE } from "#core/layout/scene/noScene.ts";
import styles from "#adapters/flow/canvas.module.css";

const nodeTypes = { state: StateView, marker: MarkerView, note: NoteView };
const edgeTypes = { transition: TransitionView };
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

const NO_PICTURE: Picture = {
  scene: NO_SCENE,
  boxes: new Map(),
  markers: [],
  routes: new Map(),
  notes: new Map(),
  orders: new Map(),
};

function Canvas({
  ref,
  chart,
  arrangement,
  consts,
  names,
  lang,
  words,
  selection,
  also = NO_MORE,
  live,
  emphasis,
  diagnostics = NOTHING,
  look: given,
  readOnly = false,
  stale,
  banner,
  theme = "light",
  onSelect,
  onSelectStates,
  onArrange,
  onReparent,
  onConnect,
  onRetarget,
  onRename,
  onDelete,
  onOpen,
  onLook,
  onTidyUp,
  firstView: lastView,
  onView,
  onContextMenu,
}: ChartCanvasProps & { ref?: Ref<CanvasHandle> }) {
  const flow = useReactFlow<FlowNode, TransitionFlowEdge>();
  const frame = useRef<HTMLDivElement>(null);
  const [graph] = useState(() => new FlowGraph());
  const [overlay] = useState(() => new OverlayStore());
  const [renaming, setRenaming] = useState<string | undefined>();
  const [dropInto, setDropInto] = useState<string | undefined>();
  const [overview, setOverview] = useState(false);
  const [hovered, setHovered] = useState<string | undefined>();

  const looking = useLook(frame, { chart, names, arrangement, consts, lang, look: given, onLook });
  const { look } = looking;
  const picture = looking.picture ?? NO_PICTURE;
  const { scene } = picture;
  const movable = !readOnly && onArrange !== undefined;
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
      hovered,
      live,
      emphasis,
      renaming,
      dropInto,
      badges,
      readOnly,
    });
  }, [
    hovered,
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
  const { firstView, reveal, show, showAll } = useCamera(
    frame,
    looking.picture,
    around && pathId(around),
    lang,
  );
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
  const retarget = useRetarget(
    edges,
    (at) => stateAtPoint(scene, picture.boxes, at),
    (id, target) => {
      const ref = edges.find((edge) => edge.id === id)?.data?.arrow.ref;
      if (ref) onRetarget?.(ref, target);
    },
  );

  const many = useManyStates({ scene, boxes: picture.boxes, selectedState, also, onSelectStates });

  const turnLook = (next: NonNullable<typeof look>) => looking.set(next);
  const foldAll = (closed: boolean) =>
    look && turnLook({ ...look, folded: new Set(closed ? foldableStates(chart) : []) });
  const toggleFold = (id: string) => {
    if (!look) return;
    const next = new Set(look.folded);
    if (!next.delete(id)) next.add(id);
    turnLook({ ...look, folded: next });
  };
  // What is to be seen next, once the picture is there.
  const then = useRef<"fit" | undefined>(undefined);
  const refit = (only: Level | undefined, page: string | undefined) => {
    then.current = "fit";
    looking.refit(only, page);
  };
  // React Flow calls what it was given at first: what is drawn by then is newer.
  const ready = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    ready.current = () => {
      if (!looking.picture) return;
      if (emphasis && emphasis.states.size + emphasis.transitions.size > 0) turnTo(emphasis);
      else if (lastView) void flow.setViewport(lastView);
      else firstView();
    };
  });
  const onOpening = useEffectEvent(() => {
    if (!lastView && !(emphasis && emphasis.states.size + emphasis.transitions.size > 0))
      then.current = "fit";
  });
  useEffect(() => {
    if (looking.opening > 1) onOpening();
  }, [looking.opening]);
  useEffect(() => {
    if (then.current === undefined || !looking.picture) return;
    then.current = undefined;
    firstView();
  }, [looking.picture, firstView]);
  /** A phase as the page, at full detail; the breadcrumb leads back. */
  const enter = (id: string) => {
    const node = placeOf(chart, pathOf(id))?.node;
    if (!node || node.children.length === 0) return false;
    refit("full", id);
    return true;
  };
  // What the shell asks for is done as things are then.
  const asked = useRef<Pick<CanvasHandle, "fit" | "level" | "foldAll">>(undefined);
  useLayoutEffect(() => {
    asked.current = {
      fit: () => refit(look?.pinned, look?.page),
      level: (level) => refit(level, look?.page),
      foldAll,
    };
  });
  useImperativeHandle(
    ref,
    () => ({
      fit: () => asked.current?.fit(),
      reveal: (path) => reveal(pathId(path), false),
      show: (path) => show(pathId(path)),
      rename: (path) => rename(pathId(path)),
      level: (level) => asked.current?.level(level),
      foldAll: (closed) => asked.current?.foldAll(closed),
      overview: () => setOverview((now) => !now),
    }),
    [reveal, show, rename],
  );
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

  const dragging = useDragging(picture, arrangement, nodes, edges, { onArrange, onReparent }, setDropInto);

  /** Moves a state in the lines of its compound. */
  const moveAmong = (id: string, way: Way) => {
    const parent = parentId(id);
    const place = placeOf(chart, pathOf(parent));
    const order = picture.orders.get(parent);
    if (readOnly || !onArrange || !place || !order) return;
    const lines = linesOf(place.node, place.path, compoundIn(arrangement, parent));
    const next = moveByKey(lines, [lastKey(id)], way, order.flow);
    if (JSON.stringify(next.lines) !== JSON.stringify(lines.lines)) onArrange(parent, next);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const gesture = keyGesture(event, scene, selection);
    if (!gesture) return;
    if (gesture.do === "delete" && readOnly) return;
    event.preventDefault();
    event.stopPropagation();
    if (gesture.do === "state") {
      selectState(gesture.id);
      reveal(gesture.id, true);
    } else if (gesture.do === "transition") selectTransition(gesture.id);
    else if (gesture.do === "open") {
      if (!enter(gesture.id)) show(gesture.id);
      onOpen?.(pathOf(gesture.id));
    } else if (gesture.do === "rename") rename(gesture.id);
    else if (gesture.do === "arrange") moveAmong(gesture.id, gesture.way);
    else if (gesture.do === "delete" && selection) onDelete?.(selection);
    else if (gesture.do === "leave") select(undefined);
  };

  const zoomed = useZoomLevels({ frame, picture: looking.picture, look, set: looking.set });
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

  const allFolded = (look?.folded.size ?? 0) > 0;
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
            const shape = (node as StateFlowNode).data.item?.shape;
            if (id === undefined) return;
            const port = portOf(id);
            if (port) {
              if (!enter(port.state)) refit(undefined, undefined);
              return;
            }
            // On the map a phase opens, a step is renamed.
            if (shape === "card" || scene.items.get(id)?.folded) enter(id);
            else rename(id);
          }}
          onNodeMouseEnter={(_, node) => setHovered(statePathId(node.id) || undefined)}
          onNodeMouseLeave={() => setHovered(undefined)}
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
          minZoom={0.05}
          maxZoom={2}
          onInit={() => ready.current?.()}
          onMoveEnd={(event, at) => {
            onView?.(at);
            if (event) zoomed(at, event);
          }}
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
              nodeColor={(node) => minimapColour(node as FlowNode, live?.active, badges)}
              nodeStrokeWidth={2}
              nodeBorderRadius={4}
              maskColor="var(--hover)"
              bgColor="var(--panel)"
            />
          ) : null}
          <RetargetLine line={retarget.line} />
          <LassoFrame frame={many.lasso.shown} />
          <DropMark at={dragging.mark} />
        </ReactFlow>
        {(around && around.length > 0) || look?.page ? (
          <PathBar
            path={around && around.length > 0 ? around : pathOf(look?.page ?? "")}
            whole={look?.page ? words.whole : undefined}
            onWhole={() => refit(undefined, undefined)}
            keyAt={(path) => placeOf(chart, path)?.node.key ?? path.at(-1) ?? ""}
            names={names}
            label={words.path}
            onSelect={(path) => {
              select({ kind: "state", path });
              const id = pathId(path);
              if (look?.page && id !== look.page && look.page.startsWith(`${id}.`)) enter(id);
              else reveal(id, true);
            }}
          />
        ) : null}
        {banner ? <div className={styles["banner"]}>{banner}</div> : null}
        <CanvasControls
          words={words}
          fit={() => refit(look?.pinned, look?.page)}
          level={look?.level ?? "map"}
          onLevel={(level) => refit(level, look?.page)}
          allFolded={allFolded}
          onFoldAll={() => foldAll(!allFolded)}
          onTidyUp={readOnly ? undefined : onTidyUp}
          overview={overview}
          onOverview={() => setOverview((now) => !now)}
        />
      </CanvasFrame>
    </CanvasContextSlot>
  );
}

/** What is active and what has problems stands out in the overview; rows would only be a grey block. */
function minimapColour(
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
