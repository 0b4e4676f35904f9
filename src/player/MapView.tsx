import { useEffect, useLayoutEffect, useRef } from "react";
import type { Say } from "#player/say.ts";

/** How large the map is when it is read, beside the size that it was drawn for. */
const READING_SCALE = 0.85;

/** The marks of the map. It lies in a tree of its own, so that its style and that of the page do not meet. */
const MARKS = `
:host { display: block; }
svg { display: block; }
svg.read { min-width: 100%; height: auto; }
svg.whole { width: 100%; height: 100%; }
[data-now] > rect:first-of-type { stroke: var(--live); stroke-width: 2.5px; stroke-dasharray: none; }
[data-now="inner"] > rect:first-of-type { fill: var(--live-bg); }
[data-now="inner"] > text { fill: var(--live); font-weight: 700; }
@media (forced-colors: active) { [data-now] > rect:first-of-type { stroke: Highlight; } }
`;

/**
 * The map of the game with the active states marked; it follows them.
 * @param active `in` of a view @param isWhole shows all of it, however small
 */
export function MapView({
  svg,
  active,
  isWhole,
  say,
}: {
  readonly svg: string;
  readonly active: readonly string[];
  readonly isWhole: boolean;
  readonly say: Say;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: "open" });
    const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const style = document.createElement("style");
    style.textContent = MARKS;
    root?.replaceChildren(document.importNode(drawing, true), style);
  }, [svg]);
  useLayoutEffect(() => {
    const drawing = host.current?.shadowRoot?.querySelector("svg");
    if (!drawing) return;
    drawing.setAttribute("class", isWhole ? "whole" : "read");
    const natural = drawing.viewBox.baseVal.width;
    if (isWhole) drawing.removeAttribute("width");
    else drawing.setAttribute("width", String(Math.round(natural * READING_SCALE)));
    drawing.removeAttribute("height");
  }, [svg, isWhole]);
  useEffect(() => {
    const root = host.current?.shadowRoot;
    if (!root) return;
    const drawn = [...root.querySelectorAll<SVGGElement>("[data-state]")];
    const on = drawn.filter((state) => active.includes(state.dataset["state"] ?? ""));
    for (const state of drawn) delete state.dataset["now"];
    // What lies inside of a state that is drawn closed is not there: then that one is the innermost.
    for (const state of on) {
      const path = state.dataset["state"] ?? "";
      const hasInner = on.some((other) => other.dataset["state"]?.startsWith(`${path}.`));
      state.dataset["now"] = hasInner ? "around" : "inner";
    }
    follow(frame.current, root.querySelector<SVGGElement>('[data-now="inner"] > rect'));
  }, [svg, active, isWhole]);
  return (
    <section ref={frame} className="map" tabIndex={0} aria-label={say("map")}>
      <div ref={host} className={isWhole ? "map-host whole" : "map-host"} />
    </section>
  );
}

/** Moves the map so that a state is in its middle; one that is well in sight stays where it is. */
function follow(frame: HTMLElement | null, state: Element | null): void {
  if (!frame || !state) return;
  const [view, box] = [frame.getBoundingClientRect(), state.getBoundingClientRect()];
  const margin = 40;
  const isSeen =
    box.left >= view.left + margin &&
    box.right <= view.right - margin &&
    box.top >= view.top + margin &&
    box.bottom <= view.bottom - margin;
  if (isSeen) return;
  frame.scrollBy({
    left: box.left + box.width / 2 - view.left - view.width / 2,
    top: box.top + box.height / 2 - view.top - view.height / 2,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
}
