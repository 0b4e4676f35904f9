import { useStore } from "@xyflow/react";
import type { Point } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/canvas.module.css";

/** A few words beside the pointer, in letters of the screen whatever the zoom; `at` is on the canvas. What is said is also read aloud. */
export function PointerHint({
  at,
  lines,
  changes,
  refused = false,
}: {
  at: Point;
  lines: readonly string[];
  /** Lines of a file that go and come. */
  changes?: { readonly gone: readonly string[]; readonly come: readonly string[] };
  refused?: boolean;
}) {
  const [x, y, zoom] = useStore((s) => s.transform);
  const width = useStore((s) => s.width);
  const left = at.x * zoom + x;
  // at the right border it stands at the other side of the pointer
  const flips = left > width - 300;
  const place = `translate(${flips ? left - 18 : left + 18}px, ${at.y * zoom + y + 14}px)`;
  return (
    <div
      className={styles["pointerHint"]}
      role="status"
      data-aside
      data-refused={refused || undefined}
      style={{ transform: flips ? `${place} translateX(-100%)` : place }}
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
