import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import type { ChartCanvasProps, Look } from "#adapters/flow/canvasProps.ts";
import { freeArea, roomIn } from "#adapters/flow/useCamera.ts";
import { placeOf } from "#core/chart/places.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import { floorOf, type Level, type View } from "#core/layout/level.ts";
import { openView, SMALLEST } from "#core/layout/openView.ts";
import { drawPicture, type Picture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";

/** What a person does first: from then on the size of the canvas is theirs. */
const ACTS = ["pointerdown", "wheel", "keydown"] as const;
/** How it was looked at anew, and how compounds flow then. */
interface Opened {
  readonly look: Look;
  readonly orders: Picture["orders"] | undefined;
}
const NONE: ReadonlySet<string> = new Set();

/**
 * How one looks at the chart, and the picture of it. At first the size of the canvas decides how much is said; after that only the
 * person does, and Fit. The picture follows the chart and the size at which it was last fitted, not a pane that is being dragged.
 */
export function useLook(
  frame: RefObject<HTMLElement | null>,
  {
    chart,
    names,
    arrangement,
    consts,
    lang,
    look: given,
    onLook,
  }: Pick<ChartCanvasProps, "chart" | "names" | "arrangement" | "consts" | "lang" | "look" | "onLook">,
) {
  const [room, setRoom] = useState<Size | undefined>();
  const [own, setOwn] = useState<Opened | undefined>();
  /** Counts how often it was looked at anew, by itself or by Fit. */
  const [opening, setOpening] = useState(0);
  /** Counts how often it was looked at anew because the canvas had found its size. */
  const [settled, setSettled] = useState(0);
  useFirstRoom(frame, (next) => {
    setSettled((n) => n + 1);
    setRoom((known) => (known && known.w === next.w && known.h === next.h ? known : next));
    setOwn(undefined);
    setOpening((n) => n + 1);
  });

  /** Looks anew: at the level that is wanted, or at the most detailed one that fits. */
  const open = useCallback(
    (size: Size, only: Level | undefined, page: string | undefined): Opened => {
      const base = { ...(page ? { page } : {}), ...(consts ? { consts } : {}) };
      const { view, picture } = openView(chart, names, arrangement, size, { lang, only, base });
      const look = {
        ...(only ? { pinned: only } : {}),
        level: view.level,
        folded: view.folded ?? NONE,
        ...(page ? { page } : {}),
        ...(view.words ? { words: view.words } : {}),
      };
      return { look, orders: picture.orders };
    },
    [chart, names, arrangement, consts, lang],
  );

  if (room && !given && !own) setOwn(open(room, undefined, undefined));
  const looked = given ?? own?.look;
  const page = looked?.page !== undefined && placeOf(chart, looked.page.split(".")) ? looked.page : undefined;
  const { level, folded, levels, words }: Partial<Look> & Pick<Look, "level" | "folded"> = looked ?? {
    level: "map",
    folded: NONE,
  };
  const view = useMemo<View>(
    () => ({
      level,
      folded,
      ...(levels ? { levels } : {}),
      ...(words ? { words } : {}),
      ...(page ? { page } : {}),
      ...(consts ? { consts } : {}),
      arrangement,
    }),
    [level, folded, levels, words, page, consts, arrangement],
  );
  const ready = room !== undefined && looked !== undefined;
  const scene = useMemo(() => (ready ? sceneOf(chart, names, view) : undefined), [ready, chart, names, view]);
  // What is edited turns nothing: compounds flow and wrap as they did, until the picture is fitted anew.
  const [last, setLast] = useState<{ opening: number; orders: Picture["orders"] } | undefined>();
  const like = last?.opening === opening ? last.orders : own?.orders;
  const picture = useMemo<Picture | undefined>(
    () =>
      scene && room
        ? drawPicture(scene, arrangement, room, {
            readable: floorOf(lang) / SMALLEST[level],
            ...(like ? { like } : {}),
          })
        : undefined,
    // oxlint-disable-next-line react/exhaustive-deps -- `like` is of the picture before
    [scene, arrangement, room, opening, lang],
  );
  if (picture && last?.opening !== opening) setLast({ opening, orders: picture.orders });

  const set = useCallback(
    (next: Look) => {
      setOwn((known) => ({ look: next, orders: known?.orders }));
      onLook?.(next);
    },
    [onLook],
  );
  /** Fits to the canvas as it is now; `only`: at that level, else at the most detailed one that fits. */
  const refit = useCallback(
    (only: Level | undefined, at: string | undefined) => {
      const area = freeArea(frame.current);
      const size = area && area.width > 0 ? roomIn(area, at) : room;
      if (!size) return;
      setRoom((known) => (known && known.w === size.w && known.h === size.h ? known : size));
      setOpening((n) => n + 1);
      const opened = open(size, only, at);
      set(opened.look);
      setOwn(opened);
    },
    [frame, room, open, set],
  );
  /** The same picture with other lines: what an arrangement would bring before it is taken. */
  const pictureOf = useCallback(
    (other: Arrangement) =>
      scene && room ? drawPicture(scene, other, room, like ? { like } : {}) : undefined,
    [scene, room, like],
  );
  return { look: looked, picture, pictureOf, set, refit, opening, settled };
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
    const seen = new ResizeObserver(([entry]) => {
      if (!first && entry) measure(entry.contentRect);
      first = false;
    });
    seen.observe(canvas);
    const stop = () => {
      seen.disconnect();
      for (const act of ACTS) window.removeEventListener(act, stop, true);
    };
    for (const act of ACTS) window.addEventListener(act, stop, { capture: true, passive: true });
    return stop;
  }, [frame]);
}
