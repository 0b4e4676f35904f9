import { EdgeLabelRenderer, useReactFlow } from "@xyflow/react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { WayText } from "#core/layout/content/transitionText.ts";
import { placeBeside } from "#adapters/flow/leastCovered.ts";
import type { Point, Rect } from "#core/layout/geometry.ts";
import styles from "#adapters/flow/canvas.module.css";

/** So many are listed; more are counted. */
const MOST = 12;
/** Pixels that a list keeps from the canvas' border. */
const EDGE = 6;
/** The same below, where the tools stand. */
const FOOT = 52;

/**
 * What a line, an entry or a step stands for, in a list beside it: on what, where to, and how many actions (▸). It never reaches out of
 * the canvas, nor below its tools; beside a step it stands where it covers the least words. Read aloud elsewhere.
 */
export function WaysCard({
  ways,
  at,
  first,
  beside,
}: {
  ways: readonly WayText[];
  at: Point;
  /** What is told before the list. */
  first?: ReactNode;
  /** The state that it is about, and what it should not cover. */
  beside?: { readonly around: Rect; readonly taken: readonly Rect[] };
}) {
  const flow = useReactFlow();
  const list = useRef<HTMLUListElement>(null);
  const left = ways.length - MOST;
  useLayoutEffect(() => {
    const card = list.current;
    const canvas = card?.closest("[data-canvas]")?.getBoundingClientRect();
    if (!card || !canvas) return;
    const placed = (dx: number, dy: number) => {
      const zoom = flow.getZoom();
      card.style.transform = `translate(${at.x + dx / zoom}px, ${at.y + dy / zoom}px) scale(var(--k))`;
    };
    placed(0, 0);
    const box = card.getBoundingClientRect();
    if (beside) {
      const view = flow.getViewport();
      const seen = ({ x, y, w, h }: Rect): Rect => ({
        x: x * view.zoom + view.x,
        y: y * view.zoom + view.y,
        w: w * view.zoom,
        h: h * view.zoom,
      });
      const free = { x: EDGE, y: EDGE, w: canvas.width - 2 * EDGE, h: canvas.height - FOOT - EDGE };
      const size = { w: box.width, h: box.height };
      const place = placeBeside(size, seen(beside.around), free, beside.taken.map(seen));
      placed(place.x - (box.left - canvas.left), place.y - (box.top - canvas.top));
      return;
    }
    const over = (end: number, most: number, begin: number, least: number) =>
      Math.max(Math.min(0, most - EDGE - end), least + EDGE - begin);
    const dx = over(box.right, canvas.right, box.left, canvas.left);
    const floor = canvas.bottom - FOOT + EDGE;
    const dy = over(box.bottom, floor, box.top, canvas.top);
    placed(box.right > canvas.right - EDGE ? dx : 0, box.bottom > floor - EDGE ? dy : 0);
  });
  return (
    <EdgeLabelRenderer>
      <ul ref={list} className={styles["ways"]} aria-hidden="true" data-ways>
        {first}
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
