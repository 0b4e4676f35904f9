import { EdgeLabelRenderer, useReactFlow } from "@xyflow/react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { WayText } from "#core/layout/content/transitionText.ts";
import { KeptPlace } from "#adapters/flow/keptPlace.ts";
import type { Surroundings } from "#adapters/flow/leastCovered.ts";
import styles from "#adapters/flow/canvas.module.css";

/** So many of a list are shown, where nobody says otherwise. */
const MOST = 12;
/** Pixels that a list keeps from the canvas' border. */
const EDGE = 6;
/** The same below, where the tools stand. */
const FOOT = 52;

/**
 * What a line, an entry or a step stands for, in a list beside it: on what, where to, and how many actions (▸). It never reaches out of
 * the canvas, nor below its tools, and leaves what it tells of open to sight: see `placeBeside`. Read aloud elsewhere.
 */
export function WaysCard({
  ways,
  most = MOST,
  about,
  title,
  first,
}: {
  ways: readonly WayText[];
  /** So many are listed; more are counted. */
  most?: number | undefined;
  /** What it tells of, with what stands around, in pixels of the picture. */
  about: Surroundings;
  /** The name of what it tells of: the list may stand away from it. */
  title?: string;
  /** What is told before the list. */
  first?: ReactNode;
}) {
  const flow = useReactFlow();
  const list = useRef<HTMLDivElement>(null);
  const [kept] = useState(() => new KeptPlace());
  const left = ways.length - most;
  useLayoutEffect(() => {
    const card = list.current;
    const canvas = card?.closest("[data-canvas]")?.getBoundingClientRect();
    if (!card || !canvas) return;
    const { x, y, zoom } = flow.getViewport();
    const { width: w, height: h } = card.getBoundingClientRect();
    const free = { x: EDGE, y: EDGE, w: canvas.width - 2 * EDGE, h: canvas.height - FOOT - EDGE };
    const place = kept.of({ w, h }, about, free, { x, y, zoom });
    card.style.transform = `translate(${(place.x - x) / zoom}px, ${(place.y - y) / zoom}px) scale(var(--k))`;
  });
  return (
    <EdgeLabelRenderer>
      <div ref={list} className={styles["ways"]} aria-hidden="true" data-ways>
        {title === undefined ? null : <strong>{title}</strong>}
        <ul>
          {first}
          {ways.slice(0, most).map(({ id, when, target, actions }) => (
            <li key={id}>
              {when === "" ? null : <span>{when}</span>}
              {target === "" ? <b>↺</b> : <b>→ {target}</b>}
              {actions === 0 ? null : <small>▸ {actions}</small>}
            </li>
          ))}
          {left > 0 ? <li>+{left}</li> : null}
        </ul>
      </div>
    </EdgeLabelRenderer>
  );
}
