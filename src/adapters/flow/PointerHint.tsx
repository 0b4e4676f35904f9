import { useStore } from "@xyflow/react";
import { useLayoutEffect, useRef } from "react";
import { useLatest } from "#adapters/flow/gestures/useLatest.ts";
import type { Point } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/PointerHint.module.css";

/**
 * A few words beside the pointer, in letters of the screen whatever the zoom. What is said is also read aloud.
 * @param at on the canvas: a place, or a function that gives the newest one, which is called again whenever `follow` reports one
 */
export function PointerHint({
  at,
  follow,
  lines,
  changes,
  refused = false,
}: {
  at: Point | (() => Point);
  follow?: (moved: () => void) => () => void;
  lines: readonly string[];
  /** Lines of a file that go and come. */
  changes?: { readonly gone: readonly string[]; readonly come: readonly string[] };
  refused?: boolean;
}) {
  const [x, y, zoom] = useStore((s) => s.transform);
  const width = useStore((s) => s.width);
  const hint = useRef<HTMLDivElement>(null);
  const settle = useLatest(() => {
    const point = typeof at === "function" ? at() : at;
    const left = point.x * zoom + x;
    // at the right border it stands at the other side of the pointer
    const flips = left > width - 300;
    const place = `translate(${flips ? left - 18 : left + 18}px, ${point.y * zoom + y + 14}px)`;
    hint.current?.style.setProperty("transform", flips ? `${place} translateX(-100%)` : place);
  });
  useLayoutEffect(settle);
  useLayoutEffect(() => follow?.(settle), [follow, settle]);
  return (
    <div
      ref={hint}
      className={styles["pointerHint"]}
      role="status"
      data-aside
      data-refused={refused || undefined}
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {changes?.gone.map((line, i) => (
        <code key={`-${i}`} data-change="gone">
          − {line}
        </code>
      ))}
      {changes?.come.map((line, i) => (
        <code key={`+${i}`} data-change="come">
          + {line}
        </code>
      ))}
    </div>
  );
}
