/** An element that stands for a state: its box, or what holds its name. */
export interface StatePart {
  /** Path id. */
  readonly id: string;
  readonly element: Element;
}

/** A line of the picture. */
export interface LinePart {
  readonly id: string;
  /** Path ids of its ends. */
  readonly from: string;
  readonly to: string;
  /** Lines of one bundle share a way, which counts once. */
  readonly bundle?: string;
  readonly path: SVGGeometryElement;
}

/** Where to find in a canvas what the measure judges. */
export interface Surface {
  readonly names: readonly StatePart[];
  /** States and other boxes that no foreign line may pass, those that hold others left out. */
  readonly blocks: readonly StatePart[];
  /** Borders of what holds states. */
  readonly frames: readonly StatePart[];
  /** States that are closed, with how many states they hold. */
  readonly folds: readonly (StatePart & { readonly count: string })[];
  readonly lines: readonly LinePart[];
  /** Transitions that are told by words at their source instead of a line. */
  readonly chips: number;
  /** Whether an element is no part of the drawing: controls, breadcrumb, minimap. */
  readonly aside: (element: Element) => boolean;
  /** Whether a text belongs to a line, so that the line may pass it. */
  readonly labels: (text: Element, line: LinePart) => boolean;
}

/**
 * A canvas that says itself what it draws:
 * `data-state-name="<path id>"` holds a state's name, `data-state="<path id>"` is its box, `data-block` another box in the way of lines,
 * `data-frame="<path id>"` the border of what holds states; `data-fold="<path id>"` a closed state, with `data-count` how many it holds; `data-line="<id>"` with `data-from`, `data-to` and perhaps `data-bundle`
 * is a line (the path, or a group whose first path it is), `data-label-of="<ids>"` the words of lines or bundles, `data-chip` a
 * transition told by words; `data-aside` is no part of the drawing.
 */
export function ownSurface(root: Element): Surface {
  const all = (selector: string) => [...root.querySelectorAll(selector)];
  const parts = (attribute: string): StatePart[] =>
    all(`[${attribute}]`).map((element) => ({ id: element.getAttribute(attribute) ?? "", element }));
  const holds = (element: Element) => element.querySelector("[data-state], [data-block]") !== null;
  return {
    names: parts("data-state-name"),
    blocks: [...parts("data-state"), ...parts("data-block")].filter(({ element }) => !holds(element)),
    frames: parts("data-frame"),
    folds: parts("data-fold").map((part) => ({
      ...part,
      count: part.element.getAttribute("data-count") ?? "",
    })),
    lines: all("[data-line]").flatMap((element) => {
      const path = element instanceof SVGGeometryElement ? element : element.querySelector("path");
      const value = (name: string) => element.getAttribute(`data-${name}`) ?? "";
      const bundle = value("bundle");
      if (!path) return [];
      return [
        { id: value("line"), from: value("from"), to: value("to"), path, ...(bundle ? { bundle } : {}) },
      ];
    }),
    chips: all("[data-chip]").length,
    aside: (element) => element.closest("[data-aside]") !== null,
    labels: (text, { id, bundle }) => {
      const ids = text.closest("[data-label-of]")?.getAttribute("data-label-of")?.split(" ") ?? [];
      return ids.includes(id) || (bundle !== undefined && ids.includes(bundle));
    },
  };
}

/** Where each arrow of the canvas of format 1 begins and ends, which its page does not say: path ids by the arrow's id. */
export type ArrowEnds = Readonly<Record<string, { readonly from: string; readonly to: string }>>;

/** The canvas that drew one picture in pixels, by the classes of its style sheet and of React Flow. */
export function pixelSurface(root: Element, ends: ArrowEnds): Surface {
  const all = (selector: string) => [...root.querySelectorAll(selector)];
  const idOf = (element: Element) => element.closest("[data-id]")?.getAttribute("data-id") ?? "";
  const states: StatePart[] = all('.react-flow__node[data-id^="/"]').map((element) => ({
    id: idOf(element).slice(1),
    element,
  }));
  const shape = ({ element }: StatePart) => element.querySelector("[data-shape]")?.getAttribute("data-shape");
  const open = (state: StatePart) => shape(state) === "compound" || shape(state) === "parallel";
  const arrows = all(".react-flow__edge");
  return {
    names: states.flatMap(({ id, element }) => {
      const title = element.querySelector('[class*="_title_"]');
      return title ? [{ id, element: title }] : [];
    }),
    blocks: states.filter((state) => !open(state)),
    frames: states.filter((state) => open(state) && state.id !== ""),
    folds: [],
    lines: arrows.flatMap((element) => {
      const group = element.querySelector("g[data-transition]");
      const path = group?.querySelector<SVGPathElement>('path[class*="_line_"]');
      const known = ends[idOf(element)];
      return path && known && !group?.hasAttribute("data-jump")
        ? [{ id: idOf(element), ...known, path }]
        : [];
    }),
    chips: arrows.filter((element) => element.querySelector("g[data-jump]")).length,
    aside: (element) =>
      element.closest(
        '.react-flow__panel, [class*="_controls_"], [class*="_pathBar_"], [class*="_banner_"]',
      ) !== null,
    labels: (text, { id }) =>
      text.closest("[data-transition]")?.getAttribute("data-transition") === id.split("~")[0],
  };
}
