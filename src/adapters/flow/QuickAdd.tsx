import { useStore } from "@xyflow/react";
import { useState } from "react";
import type { AddWay, ControlWords } from "#adapters/flow/canvasProps.ts";
import { leastCovering } from "#adapters/flow/leastCovered.ts";
import { useOverlay } from "#adapters/flow/overlayStore.ts";
import { canLeadOn } from "#adapters/flow/useAdding.ts";
import type { Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";
import { wordPlaces } from "#core/layout/wordPlaces.ts";
import styles from "#adapters/flow/QuickAdd.module.css";

/** A state that is smaller than this on the screen, in pixels, has no handles: they would cover it. */
const MIN_STATE_PX = { w: 40, h: 14 };

/** The width and height of a handle in pixels. */
const HANDLE_PX = 18;

/** Where a handle stands at the border of a state: where it covers the least words. */
function handlePlace({ x, y, w, h }: Rect, way: AddWay, isRow: boolean, words: readonly Rect[]): Rect {
  const at = (left: number, top: number): Rect => ({ x: left, y: top, w: HANDLE_PX, h: HANDLE_PX });
  const row = [at(x + w - 14, y + h - 9), at(x + w - 4, y + h / 2 - 9), at(x + w - 4, y + h - 4)];
  const right = [Math.min(h - 9, h / 2 + 18), h - 9, h / 2 - 9, -9].map((down) => at(x + w - 4, y + down));
  const down = [w / 2 - 9, w - 22, 4].map((along) => at(x + along, y + h - 8));
  const places = isRow ? row : way === "right" ? right : down;
  return leastCovering(places, words) ?? (places[0] as Rect);
}

/** Small handles at the state under the pointer, or the selected one: each adds a next state with a transition to it. */
export function QuickAdd({
  picture,
  words,
  onAdd,
}: {
  picture: Picture;
  words: ControlWords;
  onAdd: (id: string, way: AddWay) => void;
}) {
  const pointed = useOverlay((o) => o.hovered ?? o.selectedState);
  const naming = useOverlay((o) => o.renaming !== undefined);
  /** The pointer is on a handle, which lies partly beside its state. */
  const [pressedHandle, setPressedHandle] = useState<string | undefined>();
  const [x, y, zoom] = useStore((s) => s.transform);
  const id = pressedHandle ?? pointed;
  const item = id === undefined ? undefined : picture.scene.items.get(id);
  const box = id === undefined ? undefined : picture.boxes.get(id);
  if (naming || id === undefined || !box || !canLeadOn(picture, item)) return null;
  const onScreen = { x: box.x * zoom + x, y: box.y * zoom + y, w: box.w * zoom, h: box.h * zoom };
  if (onScreen.w < MIN_STATE_PX.w || onScreen.h < MIN_STATE_PX.h) return null;
  // A row has others below it and its card beside it: there is one way on.
  const ways: readonly AddWay[] = item.shape === "row" ? ["down"] : ["right", "down"];
  const written = wordPlaces(picture).map((wordPlace) => ({
    x: wordPlace.x * zoom + x,
    y: wordPlace.y * zoom + y,
    w: wordPlace.w * zoom,
    h: wordPlace.h * zoom,
  }));
  const placeOf = (way: AddWay) => {
    const { x: left, y: top } = handlePlace(onScreen, way, item.shape === "row", written);
    return { left, top };
  };
  return ways.map((way) => (
    <button
      key={way}
      type="button"
      tabIndex={-1}
      className={styles["quickAdd"]}
      data-aside
      data-way={way}
      data-way-handle
      aria-label={words.quickAdd}
      title={`${words.quickAdd} (N)`}
      style={placeOf(way)}
      onMouseEnter={() => setPressedHandle(id)}
      onMouseLeave={() => setPressedHandle(undefined)}
      onClick={(event) => {
        event.stopPropagation();
        setPressedHandle(undefined);
        onAdd(id, way);
      }}
    >
      +
    </button>
  ));
}
