import { Background, BackgroundVariant, ReactFlow, ReactFlowProvider } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import {
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { CanvasControls } from "#adapters/flow/CanvasControls.tsx";
import type {
  CanvasHandle,
  ChartCanvasProps,
  Look,
  Selection,
  Viewport,
} from "#adapters/flow/canvasProps.ts";
import { CanvasFrame } from "#adapters/flow/CanvasFrame.tsx";
import { CanvasPath } from "#adapters/flow/CanvasPath.tsx";
import { flowProps } from "#adapters/flow/flowProps.ts";
import { useLatest, useLatestOf } from "#adapters/flow/gestures/useLatest.ts";
import { CanvasContextSlot, type CanvasContext, type Gestures } from "#adapters/flow/overlayStore.ts";
import { MarqueeFrame } from "#adapters/flow/MarqueeFrame.tsx";
import { PointerRest } from "#adapters/flow/PointerRest.ts";
import { useMotion, useMotionAfter } from "#adapters/flow/motion/useMotion.ts";
import { useAdding } from "#adapters/flow/useAdding.ts";
import { useProposing } from "#adapters/flow/useProposing.ts";
import { useCanvasKeys } from "#adapters/flow/useCanvasKeys.ts";
import { useDragging } from "#adapters/flow/useDragging.ts";
import { useFocused } from "#adapters/flow/useFocused.ts";
import { useGraph, useOverlayStore } from "#adapters/flow/useGraph.ts";
import { useLateViews } from "#adapters/flow/useLateViews.ts";
import { useLeading } from "#adapters/flow/useLeading.ts";
import { useLook } from "#adapters/flow/useLook.ts";
import { useManyStates } from "#adapters/flow/useManyStates.ts";
import { usePointer } from "#adapters/flow/usePointer.ts";
import { useRenaming } from "#adapters/flow/useRenaming.ts";
import type { useUnfolding } from "#adapters/flow/useUnfolding.ts";
import { useViews } from "#adapters/flow/useViews.ts";
import { useZoomLevels } from "#adapters/flow/useZoomLevels.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { pathId, transitionRef } from "#core/chart/places.ts";
import type { Picture } from "#core/layout/picture.ts";
import { NO_SCENE } from "#core/layout/scene/noScene.ts";
import styles from "#adapters/flow/ChartCanvas.module.css";

/** The chart as a graph. Draws what it is given and reports gestures; it changes nothing itself. */
export function ChartCanvas(props: ChartCanvasProps & { ref?: Ref<CanvasHandle> }) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

const NO_CONSTS: readonly Const[] = [];
const NO_PICTURE: Picture = {
  scene: NO_SCENE,
  boxes: new Map(),
  markers: [],
  routes: new Map(),
  notes: new Map(),
  orders: new Map(),
};

const ground = {
  variant: BackgroundVariant.Dots,
  gap: 20,
  size: 1.4,
  color: "var(--dot)",
  bgColor: "var(--paper)",
};

function Canvas({ ref, ...props }: ChartCanvasProps & { ref?: Ref<CanvasHandle> }) {
  const { arrangement, names, words, readOnly = false, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [overview, setOverview] = useState(false);

  const looking = useLook(frame, props);
  const picture = looking.picture ?? NO_PICTURE;
  const motion = useMotion(looking.picture);
  const { nodes, edges, badges, movable } = useGraph(picture, props);
  const views = useViews(frame, props, looking);
  const { renaming, rename, name } = useRenaming(frame, props);
  const dragging = useDragging(frame, picture, arrangement, nodes, {
    ...props,
    onDropped: (drop) => motion.drop(drop),
  });
  const leading = useLeading(picture, edges, props, useLateViews(false));
  const proposing = useProposing(frame, picture, props, looking.pictureOf);
  const adding = useAdding(picture, props, views.enter);
  const busy = dragging.id !== undefined || leading.isHeld || renaming !== undefined;
  const zooming = useZoomLevels({
    frame,
    picture: looking.picture,
    look: looking.look,
    set: looking.set,
    busy,
  });
  useMotionAfter(motion, frame, looking.picture, dragging.id !== undefined);

  const select = useCallback((next: Selection | undefined) => onSelect?.(next), [onSelect]);
  const selectTransition = useCallback(
    (id: string) => {
      const transition = transitionRef(id);
      if (transition) select({ kind: "transition", ref: transition });
    },
    [select],
  );
  const many = useManyStates(picture, props);
  const [rest] = useState(() => new PointerRest());
  useLayoutEffect(() => rest.settle(), [rest, looking.picture]);
  const clicks = { many, views, rename, select, selectTransition, rest, onDoubleClick: adding.onDoubleClick };
  const pointer = usePointer(picture, props, clicks);
  const focused = useFocused(frame);
  const isLooked = overview || pointer.hovered !== undefined || props.selection?.kind === "state";
  const isAsked = (proposing.proposed ?? looking.unfolding.count) !== undefined;
  const late = useLateViews(isLooked || busy || isAsked);
  const describedState = busy ? undefined : (pointer.hovered ?? focused);
  const signs: Signs = { late, picture, dragging, leading, proposing, describedState };
  const overlay = useOverlayStore(props, {
    badges,
    renaming,
    dropInto: dragging.dropInto,
    hovered: pointer.hovered,
  });
  useHandle(ref, { views, rename, propose: proposing.propose, overview: () => setOverview((now) => !now) });
  const parts: Gestures = { ...leading, ...views, selectTransition, name };
  const context = useContextValue(
    { overlay, names, words, rest },
    parts,
    looking.picture,
    props.consts ?? NO_CONSTS,
  );
  const onKeyDown = useCanvasKeys(picture, props, views, { rename, adding, proposing, ...looking });
  const handlers = useLatestOf({
    ...pointer.events,
    ...dragging.events,
    ...leading.events,
    onInit: views.onInit,
    onMoveStart: zooming.onMoveStart,
    onMoveEnd: (event: MouseEvent | TouchEvent | null, at: Viewport) => {
      props.onView?.(views.isFitted(at) ? undefined : at);
      zooming.onMoveEnd(event, at);
    },
  });
  return (
    <CanvasContextSlot value={context}>
      <CanvasFrame
        ref={frame}
        stale={props.stale}
        lang={props.lang}
        label={words.canvas}
        leading={leading.isHeld}
        onKeyDown={onKeyDown}
        marquee={many.marquee}
        onPointerMove={rest.move}
      >
        <ReactFlow
          {...flowProps}
          nodes={dragging.nodes}
          edges={edges}
          {...handlers}
          nodesDraggable={movable}
          nodesConnectable={!readOnly && props.onConnect !== undefined}
          colorMode={props.theme ?? "light"}
        >
          <Background {...ground} />
          <MarqueeFrame gesture={many.marquee.gesture} />
          <Within {...signs} {...{ looking, views, props }} onEnter={overview ? views.enter : undefined} />
        </ReactFlow>
        {!late || readOnly || busy || !props.onAddNext ? null : (
          <late.QuickAdd picture={picture} words={words} onAdd={adding.next} />
        )}
        {adding.isEmpty ? (
          <button type="button" className={styles["firstState"]} onClick={adding.first}>
            {words.firstState}
          </button>
        ) : null}
        <Above {...signs} unfolding={looking.unfolding} words={words} names={names} />
        <Beside
          props={props}
          views={views}
          look={looking.look}
          select={select}
          overview={overview}
          picture={picture}
          onOverview={() => setOverview((now) => !now)}
        />
      </CanvasFrame>
    </CanvasContextSlot>
  );
}

/** What the signs of gestures depend on; they come after the first picture. */
interface Signs {
  readonly late: ReturnType<typeof useLateViews>;
  readonly picture: Picture;
  readonly dragging: ReturnType<typeof useDragging>;
  readonly leading: ReturnType<typeof useLeading>;
  readonly proposing: ReturnType<typeof useProposing>;
  /** The state that the card describes, by path id. */
  readonly describedState: string | undefined;
}

/** Signs of gestures that stand in the picture. */
function Within({
  late,
  picture,
  leading,
  proposing,
  describedState,
  looking: { look },
  views,
  props,
  onEnter,
}: Signs & {
  looking: ReturnType<typeof useLook>;
  views: ReturnType<typeof useViews>;
  props: ChartCanvasProps;
  /** Undefined: without the overview. */
  onEnter: ((id: string) => void) | undefined;
}) {
  if (!late) return null;
  return (
    <>
      {onEnter ? <late.OverviewMap {...props} picture={picture} onEnter={onEnter} /> : null}
      <late.EmptyView {...{ picture, look }} onLost={views.firstView} />
      <late.KeepInView picture={picture} selection={props.selection} />
      <late.LooseEnd leading={leading} boxes={picture.boxes} />
      <late.Ghosts proposed={proposing.proposed} />
      <late.StepCard picture={picture} consts={props.consts ?? NO_CONSTS} hovered={describedState} />
    </>
  );
}

/** Signs of gestures that stand over it. */
function Above({
  late,
  picture,
  dragging,
  proposing,
  unfolding,
  words,
  names,
}: Signs & Pick<ChartCanvasProps, "words" | "names"> & { unfolding: ReturnType<typeof useUnfolding> }) {
  if (!late) return null;
  return (
    <>
      <late.ProposalBar proposing={proposing} words={words} />
      <late.UnfoldingBar {...unfolding} words={words} />
      <late.DragSigns {...{ dragging, picture, names, words }} />
    </>
  );
}

/** What nodes and edges may ask for; it stays the same object while gestures do as things are then. */
function useContextValue(
  { overlay, names, words, rest }: Pick<CanvasContext, "overlay" | "names" | "words" | "rest">,
  newest: Gestures,
  picture: Picture | undefined,
  consts: readonly Const[],
): CanvasContext {
  const now = useRef<{ gestures: Gestures; picture: Picture | undefined; consts: readonly Const[] }>(
    undefined,
  );
  useLayoutEffect(() => {
    now.current = { gestures: newest, picture, consts };
  });
  return useMemo(
    () => ({
      overlay,
      names,
      words,
      rest,
      gestures: () => now.current?.gestures,
      picture: () => now.current?.picture,
      consts: () => now.current?.consts ?? NO_CONSTS,
    }),
    [overlay, names, words, rest],
  );
}

/** What stands over the picture and does not move with it: the path, what is wrong with the picture, the tools. */
function Beside({
  props,
  views,
  look,
  select,
  overview,
  picture,
  onOverview,
}: {
  props: ChartCanvasProps;
  views: ReturnType<typeof useViews>;
  look: Look | undefined;
  select: (what: Selection) => void;
  overview: boolean;
  picture: Picture;
  onOverview: () => void;
}) {
  const top = picture.boxes.get(picture.scene.root)?.y ?? 0;
  const anyFolded = (look?.folded.size ?? 0) > 0;
  return (
    <>
      <CanvasPath {...props} views={views} look={look} top={top} select={select} />
      {props.banner ? <div className={styles["banner"]}>{props.banner}</div> : null}
      <CanvasControls
        words={props.words}
        fit={views.fit}
        level={look?.level ?? "map"}
        onLevel={views.level}
        allFolded={anyFolded}
        onFoldAll={() => views.foldAll(!anyFolded)}
        onTidyUp={props.readOnly ? undefined : props.onTidyUp}
        overview={overview}
        picture={picture}
        onOverview={onOverview}
      />
    </>
  );
}

/** What the shell asks for is done as things are then. */
function useHandle(
  ref: Ref<CanvasHandle> | undefined,
  now: {
    views: ReturnType<typeof useViews>;
    rename: (id: string) => void;
    propose: CanvasHandle["propose"];
    overview: () => void;
  },
): void {
  const latest = useLatest(() => now);
  useImperativeHandle(
    ref,
    () => ({
      fit: () => latest().views.fit(),
      reveal: (path) => latest().views.reveal(pathId(path), false),
      show: (path) => latest().views.show(pathId(path)),
      rename: (path) => latest().rename(pathId(path)),
      propose: (changes) => latest().propose(changes),
      level: (level) => latest().views.level(level),
      foldAll: (closed) => latest().views.foldAll(closed),
      overview: () => latest().overview(),
    }),
    [latest],
  );
}
