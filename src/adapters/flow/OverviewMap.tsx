import { Panel, useReactFlow, useStore } from "@xyflow/react";
import { type PointerEvent, useDeferredValue, useEffect, useMemo, useState } from "react";
import { badgesOf } from "#adapters/flow/badges.ts";
import type { ChartCanvasProps } from "#adapters/flow/canvasProps.ts";
import { drawBeside } from "#adapters/flow/drawBeside.ts";
import { drawOnPage } from "#adapters/flow/drawOnPage.ts";
import { isManyStates } from "#adapters/flow/useUnfolding.ts";
import type { Chart } from "#core/chart/chart.ts";
import { grow, type Size } from "#core/layout/geometry.ts";
import { areaOn, pointOn, stateAt } from "#core/layout/mapPlaces.ts";
import { type Fitted, openInSteps } from "#core/layout/openView.ts";
import { PAGE, type Picture } from "#core/layout/picture.ts";
import { isFrame, type Item } from "#core/layout/scene/scene.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";
import styles from "#adapters/flow/OverviewMap.module.css";

/** The largest size of the overview in pixels of the screen, and the largest share of the canvas it takes in each direction. */
const MAX_MAP_PX: Size = { w: 220, h: 160 };
const MAX_CANVAS_SHARE = 0.2;

/** How large a map of that shape is drawn in a canvas, with nothing empty around it. */
function sizeIn(canvas: Size, map: Size): Size {
  const scale = Math.min(
    Math.min(MAX_MAP_PX.w, canvas.w * MAX_CANVAS_SHARE) / map.w,
    Math.min(MAX_MAP_PX.h, canvas.h * MAX_CANVAS_SHARE) / map.h,
  );
  return { w: Math.round(map.w * scale), h: Math.round(map.h * scale) };
}

/**
 * The whole machine as a small map, whatever the canvas shows of it: what is active, what has problems, and what of it is in view. A
 * press or a drag turns the canvas to that place.
 */
export function OverviewMap({
  picture,
  chart,
  names,
  arrangement,
  consts,
  words,
  diagnostics,
  live,
  onEnter,
}: Pick<ChartCanvasProps, "chart" | "names" | "arrangement" | "consts" | "words" | "diagnostics" | "live"> & {
  /** What the canvas shows. */
  picture: Picture;
  /** Asked for a phase that the page does not show. */
  onEnter: (id: string) => void;
}) {
  const flow = useReactFlow();
  const canvas = { w: useStore((s) => s.width), h: useStore((s) => s.height) };
  const top = picture.scene.items.get(picture.scene.root);
  const isMap = picture.scene.root === "" && top?.level === "map";
  const other = useDeferredValue(isMap ? undefined : chart);
  const whole = useWholeMap(other, { names, arrangement, consts });
  const map = other ? whole : picture;
  const all = map?.boxes.get(map.scene.root);
  if (!map || !all) return null;
  const { x, y, w, h } = grow(all, 16);
  const size = sizeIn(canvas, { w, h });
  const turn = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return;
    const toMap = event.currentTarget.getScreenCTM()?.inverse();
    if (!toMap) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(toMap);
    const to = pointOn(map, picture, at);
    if (to) void flow.setCenter(to.x, to.y, { zoom: flow.getZoom() });
    else if (event.type === "pointerdown") {
      const id = stateAt(map, at);
      const item = id === undefined ? undefined : map.scene.items.get(id);
      if (item) onEnter(item.node.children.length > 0 ? item.id : (item.parent ?? ""));
    }
  };
  return (
    <Panel position="bottom-right" className={styles["overview"] ?? ""} data-aside>
      <svg
        role="img"
        aria-label={words.overview}
        width={size.w}
        height={size.h}
        viewBox={`${x} ${y} ${w} ${h}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          turn(event);
        }}
        onPointerMove={turn}
      >
        <Places map={map} active={live?.active} diagnostics={diagnostics} />
        <InView map={map} picture={picture} />
      </svg>
    </Panel>
  );
}

/** The map of a machine; of one with many states it is drawn beside what the person does, and until then it is as it was before. */
function useWholeMap(
  chart: Chart | undefined,
  { names, arrangement, consts }: Pick<ChartCanvasProps, "names" | "arrangement" | "consts">,
): Picture | undefined {
  const isLarge = useMemo(() => chart !== undefined && isManyStates(chart), [chart]);
  const [beside, setBeside] = useState<Picture>();
  const now = useMemo(
    () =>
      chart && !isLarge
        ? drawOnPage(chart, () => atOnce(mapInSteps(chart, { names, arrangement, consts }))).picture
        : undefined,
    [chart, isLarge, names, arrangement, consts],
  );
  useEffect(() => {
    const work = new AbortController();
    if (chart && isLarge)
      void drawBeside(chart, mapInSteps(chart, { names, arrangement, consts }), work.signal).then(
        (done) => done && setBeside(done.picture),
      );
    return () => work.abort();
  }, [chart, isLarge, names, arrangement, consts]);
  return isLarge ? beside : now;
}

const mapInSteps = (
  chart: Chart,
  { names, arrangement, consts }: Pick<ChartCanvasProps, "names" | "arrangement" | "consts">,
): Steps<Fitted> =>
  openInSteps(() => undefined, chart, names, arrangement, PAGE, {
    only: "map",
    ...(consts ? { base: { consts } } : {}),
  });

/** What is in view, on the map. */
function InView({ map, picture }: { map: Picture; picture: Picture }) {
  const [x, y, zoom] = useStore((s) => s.transform);
  const width = useStore((s) => s.width);
  const height = useStore((s) => s.height);
  const view = { x: -x / zoom, y: -y / zoom, w: width / zoom, h: height / zoom };
  const area = areaOn(map, picture, view);
  return area ? (
    <rect className={styles["inView"]} x={area.x} y={area.y} width={area.w} height={area.h} rx={6} />
  ) : null;
}

/** Rows of a card are drawn only where something is to be seen in them: all of them would be a grey block. */
function Places({
  map: { scene, boxes },
  active,
  diagnostics,
}: {
  map: Picture;
  active: ReadonlySet<string> | undefined;
  diagnostics: ChartCanvasProps["diagnostics"];
}) {
  const badges = useMemo(() => badgesOf(diagnostics ?? [], scene), [diagnostics, scene]);
  const kindOf = (item: Item): string | undefined => {
    if (item.folded && active)
      for (const activeId of active) if (activeId.startsWith(`${item.id}.`)) return "active";
    const holds = item.shape === "card" && !item.folded;
    if (!isFrame(item) && !holds && active?.has(item.id)) return "active";
    if (!isFrame(item) && (badges.get(item.id)?.errors ?? 0) > 0) return "error";
    return item.shape === "row" ? undefined : isFrame(item) ? "frame" : "card";
  };
  return [...scene.items.values()].map((item) => {
    const box = boxes.get(item.id);
    const kind = kindOf(item);
    if (!box || item.shape === "strip" || !kind) return null;
    const { x, y, w, h } = box;
    return (
      <rect key={item.id} data-place={item.id} data-kind={kind} {...{ x, y, width: w, height: h }} rx={8} />
    );
  });
}
