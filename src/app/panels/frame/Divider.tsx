import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { SideName } from "#app/studio/folds.ts";
import { drawnTo, keyedTo, type Range } from "#app/studio/sizes.ts";
import css from "#app/panels/frame/Frame.module.css";

/** Arrow keys that make a panel larger and smaller. */
const KEYS = {
  left: ["ArrowRight", "ArrowLeft"],
  right: ["ArrowLeft", "ArrowRight"],
  bottom: ["ArrowUp", "ArrowDown"],
} as const;

/**
 * The line between the middle and a panel: drawn by the pointer or moved by its keys it makes the panel larger or smaller, past half of
 * its least size it folds it away. A double click brings back the first size. It is a window splitter of the ARIA patterns.
 */
export function Divider({
  side,
  title,
  panel,
  size,
  first,
  min,
  room,
  folded,
  onChange,
}: {
  side: SideName;
  title: string;
  /** Id of the panel's element. */
  panel: string;
  size: number;
  /** The size it came with. */
  first: number;
  min: number;
  /** Pixels that the middle must keep. */
  room: number;
  folded: boolean;
  onChange: (to: number | "folded", settled: boolean) => void;
}) {
  const drawn = useRef<{ readonly at: number; readonly from: number } | undefined>(undefined);
  const [active, setActive] = useState(false);
  const down = side === "bottom";
  const placeOf = (event: PointerEvent) =>
    down ? -event.clientY : side === "left" ? event.clientX : -event.clientX;
  /** What the middle can spare is the panel's. */
  const rangeAt = (bar: HTMLElement): Range => {
    const middle = bar.parentElement?.querySelector(`[data-middle="${down ? "rows" : "columns"}"]`);
    const { width = 0, height = 0 } = middle?.getBoundingClientRect() ?? {};
    return { min, max: (folded ? 0 : size) + (down ? height : width) - room };
  };
  const range = useRef<Range>({ min, max: Infinity });
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const bar = event.currentTarget;
    bar.focus({ preventScroll: true });
    bar.setPointerCapture(event.pointerId);
    range.current = rangeAt(bar);
    drawn.current = { at: placeOf(event), from: folded ? 0 : size };
    setActive(true);
  };
  const move = (event: PointerEvent) => {
    if (drawn.current)
      onChange(drawnTo(drawn.current.from + placeOf(event) - drawn.current.at, range.current), false);
  };
  const end = (event: PointerEvent) => {
    if (!drawn.current) return;
    const { at, from } = drawn.current;
    drawn.current = undefined;
    setActive(false);
    const moved = placeOf(event) - at;
    if (moved !== 0) onChange(drawnTo(from + moved, range.current), true);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const to = keyedTo(event.key, size, folded, rangeAt(event.currentTarget), KEYS[side]);
    if (to === undefined) return;
    event.preventDefault();
    onChange(to, true);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      className={css.bar}
      data-side={side}
      data-active={active || undefined}
      aria-label={title}
      aria-controls={panel}
      aria-orientation={down ? "horizontal" : "vertical"}
      aria-valuenow={folded ? 0 : size}
      aria-valuemin={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(first, true)}
      onKeyDown={press}
    />
  );
}
