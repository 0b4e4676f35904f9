import { EdgeLabelRenderer, useReactFlow } from "@xyflow/react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { WayText } from "#core/layout/content/transitionText.ts";
import type { Rect, Size } from "#core/layout/geometry.ts";
import { CachedPlace } from "#adapters/flow/cachedPlace.ts";
import type { Surroundings } from "#adapters/flow/leastCovered.ts";
import styles from "#adapters/flow/WaysCard.module.css";

/** The distance between a list and the border of the canvas, in pixels. */
const CARD_MARGIN_PX = 6;
/** The same below, where the tools stand. */
const BOTTOM_MARGIN_PX = 52;
/** So much of the canvas' height a list takes while it names what is done on each way, and at most. */
const TALL = { naming: 0.4, most: 0.6 };

/** Widths, and in how many columns a list stands, the best first. */
const FORMS = [
  { width: 380, columns: 1 },
  { width: 560, columns: 1 },
  { width: 270, columns: 1 },
  { width: 680, columns: 2 },
] as const;
/** A list with more rows than this is set in columns. */
const MAX_ROWS_PER_COLUMN = 8;

/**
 * What a line, an entry or a step stands for, in a list beside it: on what, where to, and what is done on the way (▸), or how many things
 * where the list would be too high. It never reaches out of the canvas, nor below its tools, and leaves what it tells of open to sight:
 * see `placeBeside`. Read aloud elsewhere.
 */
export function WaysCard({
  ways,
  about,
  title,
  first,
}: {
  ways: readonly WayText[];
  /** What it tells of, with what stands around, in pixels of the picture. */
  about: Surroundings;
  /** The name of what it tells of: the list may stand away from it. */
  title?: string;
  /** The text before the list. */
  first?: ReactNode;
}) {
  const flow = useReactFlow();
  const list = useRef<HTMLDivElement>(null);
  const [cachedPlace] = useState(() => new CachedPlace());
  useLayoutEffect(() => {
    const card = list.current;
    const frame = card?.closest<HTMLElement>("[data-canvas]");
    if (!card || !frame) return;
    const canvas = frame.getBoundingClientRect();
    const { x, y, zoom } = flow.getViewport();
    const free = {
      x: CARD_MARGIN_PX,
      y: CARD_MARGIN_PX,
      w: canvas.width - 2 * CARD_MARGIN_PX,
      h: canvas.height - BOTTOM_MARGIN_PX - CARD_MARGIN_PX,
    };
    const forms = FORMS.filter(
      ({ width, columns }) =>
        width <= free.w && (columns === 1 || card.querySelectorAll("li").length >= MAX_ROWS_PER_COLUMN),
    );
    const [naming, maxHeight] = [canvas.height * TALL.naming, canvas.height * TALL.most];
    const sizes = forms.map((form) => shaped(card, form, naming, maxHeight));
    const ends = [...about.ends, ...handlesIn(frame, canvas, { x, y, zoom })];
    const place = cachedPlace.of(sizes, { ...about, ends }, free, { x, y, zoom });
    const form = forms[place.form];
    if (form) shaped(card, form, naming, maxHeight);
    card.style.transform = `translate(${(place.x - x) / zoom}px, ${(place.y - y) / zoom}px) scale(var(--k))`;
  });
  return (
    <EdgeLabelRenderer>
      <div ref={list} className={styles["ways"]} aria-hidden="true" data-ways>
        {title === undefined ? null : <strong>{title}</strong>}
        <ul>
          {first}
          {ways.map(({ id, when, target, actions }) => (
            <li key={id} data-way>
              {when === "" ? null : <span>{when}</span>}
              {target === "" ? <b>↺</b> : <b>→ {target}</b>}
              {actions.length === 0 ? null : (
                <small data-count={actions.length}>
                  ▸ <span>{actions.join(", ")}</span>
                </small>
              )}
            </li>
          ))}
        </ul>
        <div data-more hidden />
      </div>
    </EdgeLabelRenderer>
  );
}

/**
 * Gives a list a form, and its size in it: what is done on its ways is counted where it would be higher than `naming` with the names; ways
 * that have no room below `most` are counted at its end.
 */
function shaped(
  card: HTMLElement,
  { width, columns }: (typeof FORMS)[number],
  naming: number,
  maxHeight: number,
): Size {
  const rows = [...card.querySelectorAll<HTMLElement>("[data-way]")];
  const more = card.querySelector<HTMLElement>("[data-more]");
  const show = (count: number) => {
    for (const [i, row] of rows.entries()) row.hidden = i >= count;
    if (!more) return;
    more.hidden = count >= rows.length;
    more.textContent = `+${rows.length - count}`;
  };
  const height = () => card.getBoundingClientRect().height;
  card.style.maxWidth = `${width}px`;
  card.style.setProperty("--columns", String(columns));
  card.removeAttribute("data-brief");
  show(rows.length);
  if (rows.length > 1 && height() > naming) card.setAttribute("data-brief", "");
  for (let shown = rows.length; shown > 1 && height() > maxHeight;) show(--shown);
  const { width: w, height: h } = card.getBoundingClientRect();
  return { w, h };
}

/** The handles that add states, which stand over all of the picture: in its pixels. */
function handlesIn(
  frame: HTMLElement,
  canvas: DOMRect,
  { x, y, zoom }: { readonly x: number; readonly y: number; readonly zoom: number },
): Rect[] {
  return [...frame.querySelectorAll("[data-way-handle]")].map((handle) => {
    const { left, top, width, height } = handle.getBoundingClientRect();
    return {
      x: (left - canvas.left - x) / zoom,
      y: (top - canvas.top - y) / zoom,
      w: width / zoom,
      h: height / zoom,
    };
  });
}
