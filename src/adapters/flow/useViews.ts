import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { ChartCanvasProps, Emphasis, Look } from "#adapters/flow/canvasProps.ts";
import { useLatest } from "#adapters/flow/gestures/useLatest.ts";
import { useCamera } from "#adapters/flow/useCamera.ts";
import { loadLateViews } from "#adapters/flow/useLateViews.ts";
import type { useLook } from "#adapters/flow/useLook.ts";
import type { Chart } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionRef } from "#core/chart/places.ts";
import type { Level } from "#core/layout/level.ts";

const isPointing = (emphasis: Emphasis | undefined): emphasis is Emphasis =>
  emphasis !== undefined && emphasis.states.size + emphasis.transitions.size > 0;

/** Path ids of what is pointed out: of a transition the state it leaves. */
const placesOf = ({ states, transitions }: Emphasis): readonly string[] => [
  ...states,
  ...[...transitions].map((id) => pathId(transitionRef(id)?.source ?? [])),
];

/** The innermost phase that holds all of them; undefined for the whole machine. */
export function phaseAround(chart: Chart, places: readonly string[]): string | undefined {
  const [first = [], ...rest] = places.map(pathOf);
  let shared = first.length;
  for (const path of rest) {
    let same = 0;
    while (same < shared && path[same] === first[same]) same++;
    shared = same;
  }
  const path = first.slice(0, shared);
  while (path.length > 0 && (placeOf(chart, path)?.node.children.length ?? 0) === 0) path.pop();
  return path.length === 0 ? undefined : pathId(path);
}

/** What one looks at: the level, what is closed, the phase that is the page, and where one is turned to. */
export function useViews(
  frame: RefObject<HTMLElement | null>,
  { chart, selection, emphasis, firstView: lastView, lang }: ChartCanvasProps,
  looking: ReturnType<typeof useLook>,
) {
  const flow = useReactFlow();
  const { look } = looking;
  /** The state that is selected, or that the selected transition leaves. */
  const around = selection?.kind === "transition" ? selection.ref.source : selection?.path;
  const camera = useCamera(frame, looking.picture, around && pathId(around), lang);
  const { firstView } = camera;
  // What is to be seen next, once the picture is there.
  const then = useRef<"fit" | "pointed" | "arrival" | undefined>(undefined);
  const refit = (only: Level | undefined, page: string | undefined, rearrange = false) => {
    then.current = "fit";
    looking.refit(only, page, rearrange);
  };
  /** Turns to what is pointed out. What the picture has no room for is seen in the phase around it. */
  const turnTo = (pointed: Emphasis) => {
    const places = placesOf(pointed);
    const drawn = looking.picture?.scene.items;
    if (!drawn || places.every((id) => drawn.has(id))) return camera.showAll(places);
    const phase = phaseAround(chart, places);
    if (phase === look?.page) return camera.showAll(places);
    refit(undefined, phase);
    then.current = "pointed";
  };
  const onPointed = useEffectEvent(turnTo);
  useEffect(() => {
    if (isPointing(emphasis)) onPointed(emphasis);
  }, [emphasis]);

  const change = (part: Partial<Look>) => look && looking.set({ ...look, ...part });
  const foldAll = (closed: boolean) =>
    void loadLateViews().then((late) => late?.foldAll(closed, chart, looking, camera.view()));
  const toggleFold = (id: string) => {
    const folded = new Set(look?.folded);
    if (!folded.delete(id)) folded.add(id);
    change({ folded });
  };
  const onOpening = useEffectEvent(() => {
    if (!lastView && !isPointing(emphasis)) then.current = "fit";
  });
  useLayoutEffect(() => {
    if (looking.opening > 1) onOpening();
  }, [looking.opening]);
  // What was turned to while the panels beside had other sizes is fitted to the room that there is now.
  const fitPointed = () => {
    refit(look?.pinned, look?.page);
    then.current = "pointed";
  };
  const onSettled = useEffectEvent(() => {
    if (isPointing(emphasis)) fitPointed();
  });
  useLayoutEffect(() => {
    if (looking.settled > 1) onSettled();
  }, [looking.settled]);
  const onFitted = useEffectEvent(() => {
    if (isPointing(emphasis)) camera.showAll(placesOf(emphasis));
  });
  /** The first picture is there, and so is the canvas that shows it. */
  const arrive = () => {
    if (isPointing(emphasis)) {
      // nobody turned to anything yet: what happens to be in view, or was fitted to another room, is not shown for that
      firstView();
      turnTo(emphasis);
      if (then.current === undefined && look?.page !== undefined) fitPointed();
    } else if (lastView) void flow.setViewport(lastView);
    else firstView();
  };
  const onArrival = useEffectEvent(arrive);
  useLayoutEffect(() => {
    if (!looking.picture || then.current === undefined) return;
    const next = then.current;
    then.current = undefined;
    if (next === "arrival") return onArrival();
    firstView();
    if (next === "pointed") onFitted();
  }, [looking.picture, firstView]);
  /** A phase as the page, at the most detailed level at which all of it can be read; the breadcrumb leads back. */
  const enter = (id: string) => {
    const node = placeOf(chart, pathOf(id))?.node;
    if (!node || node.children.length === 0) return false;
    refit(undefined, id);
    return true;
  };
  // React Flow calls what it was given at first: what is drawn by then is newer.
  const onInit = useLatest(() => {
    if (looking.picture) arrive();
    else then.current = "arrival";
  });
  return {
    ...camera,
    around,
    foldAll,
    toggleFold,
    enter,
    onInit,
    fit: () => refit(look?.pinned, look?.page, true),
    level: (level: Level) => refit(level, look?.page),
    /** Back from a phase to the whole machine. */
    whole: () => refit(undefined, undefined),
  };
}
