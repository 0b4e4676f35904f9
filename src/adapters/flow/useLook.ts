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
import { drawAsStored, type DrawnBefore, type Opened, readableAt } from "#adapters/flow/drawnInSteps.ts";
import { useOpener } from "#adapters/flow/useOpener.ts";
import { isManyStates, useUnfolding } from "#adapters/flow/useUnfolding.ts";
import type { Chart } from "#core/chart/chart.ts";
import { placeOf } from "#core/chart/places.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { Level, View } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";

/** What a person does first: from then on the size of the canvas is theirs. */
const ACTS = ["pointerdown", "wheel", "keydown"] as const;
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
  const { open, openNow } = useOpener({ chart, names, arrangement, consts, lang, flows });
  const isUnopened = room !== undefined && !givenLook && !ownLook;
  const isLarge = useMemo(() => isManyStates(chart), [chart]);
  if (isUnopened && !isLarge) setOwnLook(openNow({ room }));
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
  const readable = readableAt(level, lang);
  const show = useCallback(
    (next: Look) => {
      setOwnLook((known) => ({ look: next, orders: known?.orders }));
      onLook?.(next);
    },
    [onLook],
  );
  const storedOf = (next: Look) => (next.page === undefined ? flows?.last()[next.level] : undefined);
  const unfolding = useUnfolding(
    { chart, names, arrangement, room, like },
    { open, viewOf: (next) => viewOf(next, consts, arrangement), stored: storedOf, lang },
    ready,
    ({ wanted, room: size, look: next, orders }) => {
      if ("look" in wanted && !wanted.room) return show(next);
      if (!("look" in wanted) && !wanted.isFirst) onLook?.(next);
      setRoom(size);
      setOwnLook("look" in wanted ? undefined : { look: next, orders });
      setOpening((n) => n + 1);
    },
  );
  const { drawn, takes } = unfolding;
  useFirstRoom(frame, (next) => {
    setSettled((n) => n + 1);
    if (takes(givenLook ? { look: givenLook, room: next } : { room: next, isFirst: true })) return;
    setRoom((known) => (known && known.w === next.w && known.h === next.h ? known : next));
    setOwnLook(undefined);
    setOpening((n) => n + 1);
  });
  const openBeside = useEffectEvent(() => void (room && takes({ room, isFirst: true })));
  useEffect(() => {
    if (isUnopened && isLarge) openBeside();
  }, [isUnopened, isLarge]);
  const scene = useScene(ready, chart, names, view, drawn?.look === looked ? drawn : undefined);
  const picture = usePicture(scene, { drawn, arrangement, room, opening, lang }, (of, size) =>
    drawAsStored(of, arrangement, size, readable, {
      like,
      stored: page === undefined ? flows?.last()[level] : undefined,
    }),
  );
  if (picture && (last?.opening !== opening || last.orders !== picture.orders))
    setLast({ opening, orders: picture.orders });

  useStoreOnAct(opening, level, () => {
    if (picture && page === undefined) flows?.store(level, picture.orders);
  });

  /** @param first how one looks until all of it is drawn, where that is not at once */
  const set = (next: Look, first?: Look) =>
    void (takes(first ? { look: first, next: { look: next } } : { look: next }) || show(next));
  /** Fits to the canvas as it is now; `only`: at that level, else at the most detailed one that fits; `rearrange`: arranged for it again. */
  const refit = useCallback(
    (only: Level | undefined, at: string | undefined, rearrange = false) => {
      const area = freeArea(frame.current);
      const size = area && area.width > 0 ? roomIn(area, at) : room;
      if (!size) return;
      const wanted = { room: size, only, page: at, rearrange };
      if (takes(wanted)) return;
      setRoom((known) => (known && known.w === size.w && known.h === size.h ? known : size));
      setOpening((n) => n + 1);
      const opened = openNow(wanted);
      show(opened.look);
      setOwnLook(opened);
    },
    [frame, room, openNow, show, takes],
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

/** The picture of a scene, which is known where it was drawn before it is looked at. */
function usePicture(
  scene: Scene | undefined,
  {
    drawn,
    arrangement,
    room,
    opening,
    lang,
  }: Pick<ChartCanvasProps, "arrangement" | "lang"> & {
    readonly drawn: DrawnBefore | undefined;
    readonly room: Size | undefined;
    readonly opening: number;
  },
  draw: (scene: Scene, room: Size) => Steps<Picture>,
): Picture | undefined {
  return useMemo(() => {
    if (!scene || !room) return undefined;
    if (drawn?.scene === scene && drawn.room === room) return drawn.picture;
    return drawOnPage(scene.chart, () => atOnce(draw(scene, room)));
    // oxlint-disable-next-line react/exhaustive-deps -- how compounds flow is of the picture before
  }, [scene, arrangement, room, opening, lang]);
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
