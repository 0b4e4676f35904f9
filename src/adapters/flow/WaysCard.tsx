import { EdgeLabelRenderer } from "@xyflow/react";
import type { WayText } from "#core/layout/content/transitionText.ts";
import type { Point } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/canvas.module.css";

/** So many are listed; more are counted. */
const MOST = 12;

/** What a line or an entry stands for, in a list beside it: on what, where to, and how many actions (▸). Read aloud elsewhere. */
export function WaysCard({ ways, at }: { ways: readonly WayText[]; at: Point }) {
  const left = ways.length - MOST;
  return (
    <EdgeLabelRenderer>
      <ul
        className={styles["ways"]}
        aria-hidden="true"
        data-ways
        style={{ transform: `translate(${at.x}px, ${at.y}px) scale(var(--k))` }}
      >
        {ways.slice(0, MOST).map(({ id, when, target, actions }) => (
          <li key={id}>
            {when === "" ? null : <span>{when}</span>}
            {target === "" ? <b>↺</b> : <b>→ {target}</b>}
            {actions === 0 ? null : <small>▸ {actions}</small>}
          </li>
        ))}
        {left > 0 ? <li>+{left}</li> : null}
      </ul>
    </EdgeLabelRenderer>
  );
}
