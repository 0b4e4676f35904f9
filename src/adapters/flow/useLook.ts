import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import type { ChartCanvasProps, Look } from "#adapters/flow/canvasProps.ts";
import { drawOnPage } from "#adapters/flow/drawOnPage.ts";
import { freeArea, roomIn } from "#adapters/flow/useCamera.ts";
import type { DrawnBefore } from "#adapters/flow/drawBeside.ts";
import { useUnfolding } from "#adapters/flow/useUnfolding.ts";
import type { Chart } from "#core/chart/chart.ts";
import { placeOf } from "#core/chart/places.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import { floorOf, type Level, type View } from "#core/layout/level.ts";
import { type Fitted, openLike, SMALLEST, zoomOf } from "#core/layout/openView.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { Flows } from "#core/layout/place/sides.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";

/** What a person does first: from then on the size of the canvas is theirs. */
const ACTS = ["pointerdown", "wheel", "keydown"] as const;
/** How it was looked at again, and how compounds flow then. */
interface Opened {
  readonly look: Look;
  readonly orders: Picture["orders"] | undefined;
}
const NONE: ReadonlySet<string> = new Set();

/**
 * How one looks at the chart, and the picture of it. At first the size of the canvas decides how much is said; after that only the
 * person does, and Fit. A machine that is too large to be drawn throws (`UndrawableError`). The picture follows the chart and the size at which it was last fitted, not a pane that is being dragged.
 */
export function useLook(
  frame: RefObject<HTMLElement | null>,
  {
    chart,
    names,
    arrangement,
    consts,
    lang,
    look: givenLook,
    onLook,
    flows,
  }: Pick<
    ChartCanvasProps,
    "chart" | "names" | "arrangement" | "consts" | "lang" | "look" | "onLook" | "flows"
  >,
) {
  const [room, setRoom] = useState<Size | undefined>();
  const [ownLook, setOwnLook] = useState<Opened | undefined>();
  /** Counts how often it was looked at again, by itself or by Fit. */
  const [opening, setOpening] = useState(0);
  /** Counts how often it was looked at again because the canvas had found its size. */
  const [settled, setSettled] = useState(0);
  useFirstRoom(frame, (next) => {
    setSettled((n) => n + 1);
    setRoom((known) => (known && known.w === next.w && known.h === next.h ? known : next));
    setOwnLook(undefined);
    setOpening((n) => n + 1);
  });

  /** Looks again: at the level that is wanted, or at the most detailed one that fits. */
  const open = useCallback(
    (size: Size, only: Level | undefined, page: string | undefined, rearrange: boolean): Opened => {
      const stored = rearrange || page !== undefined ? {} : (flows?.last() ?? {});
      const base = { ...(page ? { page } : {}), ...(consts ? { consts } : {}) };
      const opened = drawOnPage(chart, () =>
        openLike((levelName) => stored[levelName], chart, names, arrangement, size, { lang, only, base }),
      );
      return openedLook(opened, only);
    },
    [chart, names, arrangement, consts, lang, flows],
  );

  if (room && !givenLook && !ownLook) setOwnLook(open(room, undefined, undefined, false));
  const looked = givenLook ?? ownLook?.look;
  const page = looked?.page !== undefined && placeOf(chart, looked.page.split(".")) ? looked.page : undefined;
  const { level, folded, levels, words, jumps }: Partial<Look> & Pick<Look, "level" | "folded"> = looked ?? {
    level: "map",
    folded: NONE,
  };
  const view = useMemo<View>(
    () => viewOf({ level, folded, levels, words, jumps, page }, consts, arrangement),
    [level, folded, levels, words, jumps, page, consts, arrangement],
  );
  const ready = room !== undefined && looked !== undefined;
  // What is edited turns nothing: compounds flow and wrap as they did, until the picture is fitted again.
  const [last, setLast] = useState<{ opening: number; orders: Picture["orders"] } | undefined>();
  const like = last?.opening === opening ? last.orders : ownLook?.orders;
  const readable = floorOf(lang) / SMALLEST[level];
  const show = useCallback(
    (next: Look) => {
      setOwnLook((known) => ({ look: next, orders: known?.orders }));
      onLook?.(next);
    },
    [onLook],
  );
  const unfolding = useUnfolding(
    { chart, names, arrangement, room, like, readable },
    (next) => viewOf(next, consts, arrangement),
    show,
  );
  const { drawn, stop } = unfolding;
  const scene = useScene(ready, chart, names, view, drawn?.look === looked ? drawn : undefined);
  const picture = useMemo<Picture | undefined>(
    () =>
      drawn && drawn.scene === scene && drawn.room === room
        ? drawn.picture
        : scene && room
          ? drawOnPage(scene.chart, () =>
              drawAsStored(scene, arrangement, room, readable, {
                like,
                stored: page === undefined ? flows?.last()[level] : undefined,
              }),
            )
          : undefined,
    // oxlint-disable-next-line react/exhaustive-deps -- `like` is of the picture before
    [scene, arrangement, room, opening, lang],
  );
  if (picture && (last?.opening !== opening || last.orders !== picture.orders))
    setLast({ opening, orders: picture.orders });

  useStoreOnAct(opening, level, () => {
    if (picture && page === undefined) flows?.store(level, picture.orders);
  });

  const set = (next: Look) => void (unfolding.takes(next) || show(next));
  /** Fits to the canvas as it is now; `only`: at that level, else at the most detailed one that fits; `rearrange`: arranged for it again. */
  const refit = useCallback(
    (only: Level | undefined, at: string | undefined, rearrange = false) => {
      const area = freeArea(frame.current);
      const size = area && area.width > 0 ? roomIn(area, at) : room;
      if (!size) return;
      setRoom((known) => (known && known.w === size.w && known.h === size.h ? known : size));
      setOpening((n) => n + 1);
      const opened = open(size, only, at, rearrange);
      stop();
      show(opened.look);
      setOwnLook(opened);
    },
    [frame, room, open, show, stop],
  );
  /** The same picture with other lines: what an arrangement would bring before it is taken. */
  const pictureOf = useCallback(
    (other: Arrangement) =>
      scene && room
        ? drawOnPage(scene.chart, () => drawPicture(scene, other, room, like ? { like } : {}))
        : undefined,
    [scene, room, like],
  );
  return { look: looked, picture, pictureOf, set, refit, opening, settled, unfolding };
}

/** What is drawn, which is known where it was drawn before it is looked at. */
function useScene(
  ready: boolean,
  chart: Chart,
  names: ChartNames,
  view: View,
  drawn: DrawnBefore | undefined,
): Scene | undefined {
  return useMemo(() => {
    if (!ready) return undefined;
    if (drawn?.chart === chart && drawn.names === names && drawn.arrangement === view.arrangement)
      return drawn.scene;
    return drawOnPage(chart, () => sceneOf(chart, names, view));
  }, [ready, chart, names, view, drawn]);
}

/** A look whose optional parts may be written as undefined. */
type Loose<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

function viewOf(
  { level, folded, levels, words, jumps, page }: Loose<Look>,
  consts: View["consts"],
  arrangement: Arrangement,
): View {
  return {
    level,
    folded,
    ...(levels ? { levels } : {}),
    ...(words ? { words } : {}),
    ...(jumps ? { jumps } : {}),
    ...(page ? { page } : {}),
    ...(consts ? { consts } : {}),
    arrangement,
  };
}

/** How one looks at what was opened; `only`: the level that was wanted. */
function openedLook({ view, picture }: Fitted, only: Level | undefined): Opened {
  const { level, folded = NONE, page, words, jumps } = view;
  const look = {
    ...(only ? { pinned: only } : {}),
    level,
    folded,
    ...(page ? { page } : {}),
    ...(words ? { words } : {}),
    ...(jumps ? { jumps } : {}),
  };
  return { look, orders: picture.orders };
}

/** Once a person does something with what an opening brought it is to stand so again, in other views and after a reload. */
function useStoreOnAct(opening: number, level: Level, store: () => void): void {
  const onAct = useEffectEvent(store);
  useEffect(() => {
    const acts = [...ACTS, "pagehide"];
    const act = () => onAct();
    for (const eventName of acts)
      window.addEventListener(eventName, act, { capture: true, passive: true, once: true });
    return () => {
      for (const eventName of acts) window.removeEventListener(eventName, act, true);
    };
  }, [opening, level]);
}

/**
 * As it flowed in the picture before. At first as it was kept, unless it could not be read so on this canvas, and could otherwise.
 * @param readable zoom at which the smallest letters can be read
 */
function drawAsStored(
  scene: Scene,
  arrangement: Arrangement,
  room: Size,
  readable: number,
  { like, stored }: { readonly like: Flows | undefined; readonly stored: Flows | undefined },
): Picture {
  const draw = (flows: Flows | undefined) => drawPicture(scene, arrangement, room, { readable, like: flows });
  if (like || !stored) return draw(like);
  const known = draw(stored);
  if (zoomOf(known, room) >= readable - 0.001) return known;
  const suited = draw(undefined);
  return zoomOf(suited, room) > zoomOf(known, room) ? suited : known;
}

/**
 * The room of the canvas at first, and until the person does something: panels and bars beside it come when they are loaded, which takes
 * as long as it takes.
 */
function useFirstRoom(frame: RefObject<HTMLElement | null>, onRoom: (room: Size) => void): void {
  const tell = useEffectEvent(onRoom);
  useLayoutEffect(() => {
    const canvas = frame.current;
    if (!canvas) return undefined;
    // a canvas that is not shown yet has none
    const measure = (area: { width: number; height: number } | undefined) => {
      if (area && area.width > 0) tell(roomIn(area));
    };
    measure(freeArea(canvas));
    let first = true;
    const observer = new ResizeObserver(([entry]) => {
      if (!first && entry) measure(entry.contentRect);
      first = false;
    });
    observer.observe(canvas);
    const stop = () => {
      observer.disconnect();
      for (const act of ACTS) window.removeEventListener(act, stop, true);
    };
    for (const act of ACTS) window.addEventListener(act, stop, { capture: true, passive: true });
    return stop;
  }, [frame]);
}
