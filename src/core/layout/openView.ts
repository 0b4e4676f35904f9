import type { Chart, StateNode } from "#core/chart/chart.ts";
import { pathId, placeOf, pathOf } from "#core/chart/places.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import { countTo, type Fitted, zoomOf } from "#core/layout/fitted.ts";
import type { Size } from "#core/layout/geometry.ts";
import {
  floorOf,
  heldIn,
  type Level,
  type View,
  LINE_WORDS,
  lineWords,
  PAGE_WORDS,
  type Words,
} from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { openMap, Search } from "#core/layout/openMap.ts";
import type { Flows } from "#core/layout/place/sides.ts";
import { knotsInSteps } from "#core/layout/place/knots.ts";
import { drawInSteps, sketchInSteps } from "#core/layout/picture.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { sceneInSteps } from "#core/layout/scene/sceneOf.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";

export { type Fitted, MAX_ZOOM_FACTOR, zoomOf } from "#core/layout/fitted.ts";

/** Smallest letters of a level, in pixels of the canvas. */
export const SMALLEST: Readonly<Record<Level, number>> = { map: 12, flow: 12, full: 10.5 };
/** States that are drawn at once when some may be closed. */
const MAX_OPEN_STATES = 320;

/** What a person wants of a view. */
export interface Wanted {
  /** Language of the labels: Chinese characters need larger letters. */
  readonly lang?: string | undefined;
  /** A level; then only folding makes it fit. */
  readonly only?: Level | undefined;
  readonly base?: Omit<View, "level" | "folded" | "words">;
  /** Compounds, by path id, that are closed in any case. */
  readonly closed?: ReadonlySet<string>;
}

/**
 * A machine as it opens: at the most detailed level at which all of it is seen with letters of the least size or larger. On the
 * map words beside lines go first where room is scarce, guards of arcs, then guards, then events. Where not even that fits, cards are closed that hold most, and beyond that whole compounds.
 * @param canvas what is free for the picture
 */
export const openView = (...given: Parameters<typeof viewInSteps>): Fitted => atOnce(viewInSteps(...given));

/** The same in steps. */
export function* viewInSteps(
  chart: Chart,
  names: ChartNames,
  arrangement: Arrangement,
  canvas: Size,
  { lang, only, base, closed }: Wanted = {},
): Steps<Fitted> {
  const floor = floorOf(lang);
  const page = placeOf(chart, pathOf(base?.page ?? ""))?.node ?? chart.root;
  const size = countTo(page, MAX_OPEN_STATES + 1);
  const sketch = function* (level: Level, folded?: ReadonlySet<string>, words?: Words): Steps<Fitted> {
    const shut = new Set([...(closed ?? []), ...(folded ?? [])]);
    const view: View = {
      ...base,
      arrangement,
      level,
      ...(shut.size > 0 ? { folded: shut } : {}),
      ...(words === undefined ? {} : { words }),
    };
    const scene = yield* sceneInSteps(chart, names, view);
    const picture = yield* sketchInSteps(scene, arrangement, canvas);
    return { view, picture, zoom: zoomOf(picture, canvas) };
  };
  const finish = function* ({ view, picture: { scene } }: Fitted): Steps<Fitted> {
    const need = floor / SMALLEST[view.level];
    const drawn = function* (as: View, labelled: Scene): Steps<Fitted> {
      const picture = yield* drawInSteps(labelled, arrangement, canvas, { need });
      return { view: as, picture, zoom: zoomOf(picture, canvas) };
    };
    const fit = yield* drawn(view, scene);
    return view.level === "map" ? yield* untied(fit, need, chart, names, drawn) : fit;
  };
  const isShown = ({ view, zoom }: Fitted) => zoom * SMALLEST[view.level] >= floor - 0.01;
  const outer = new Set(
    size > MAX_OPEN_STATES ? outerFolds(page, base?.page ?? "", MAX_OPEN_STATES / 4) : [],
  );
  if (only === "full" || only === "flow") {
    const whole =
      size > (only === "full" ? MAX_FULL_STATES : MAX_FLOW_STATES)
        ? undefined
        : yield* finish(yield* sketch(only));
    return whole ?? (yield* finish(yield* sketch(only, outer)));
  }
  if (only === undefined)
    for (const level of ["full", "flow"] as const) {
      if (size > (level === "full" ? MAX_FULL_STATES : MAX_FLOW_STATES)) continue;
      const fit = yield* new Search(isShown, finish).tried(yield* sketch(level));
      if (fit && isShown(fit)) return fit;
    }
  const search = new Search(isShown, finish);
  const all = base?.page && size <= MAX_STATES_WITH_WHOLE_LABELS ? PAGE_WORDS : LINE_WORDS;
  return yield* openMap(outer, (folded, words) => sketch("map", folded, words), search, all);
}

/** A named jump makes its box larger, and states move: a second round may be needed. */
const MAX_UNKNOTTING_ROUNDS = 2;
/** The shares of a knot that are tried as named jumps; the largest that there is room for is taken. */
const JUMP_SHARES = [1, 0.6, 0.3];
/** Among more states than this, lines are followed one at a time anyway. */
const MAX_UNKNOTTED_ITEMS = 160;
/** A picture that is smaller than this share of the zoom that is needed is closed further in any case. */
const NEAR_ZOOM_RATIO = 0.96;

/** The same with the lines of a knot as named jumps, unless it would be illegible then. */
function* untied(
  fit: Fitted,
  need: number,
  chart: Chart,
  names: ChartNames,
  draw: (view: View, scene: Scene) => Steps<Fitted>,
): Steps<Fitted> {
  let best = fit;
  if (fit.picture.scene.items.size > MAX_UNKNOTTED_ITEMS || fit.zoom < need * NEAR_ZOOM_RATIO) return fit;
  for (let round = 0; round < MAX_UNKNOTTING_ROUNDS; round++) {
    const { view, picture, zoom } = best;
    const withJumps = (more: ReadonlySet<string>): View => ({
      ...view,
      jumps: new Set([...(view.jumps ?? []), ...more]),
    });
    const more = yield* knotsInSteps(picture, (labels) => sceneInSteps(chart, names, withJumps(labels)));
    if (!more) break;
    // that it can be read comes first: the worst lines alone may leave room enough
    let next: Fitted | undefined;
    for (const share of JUMP_SHARES) {
      const labelled = withJumps(new Set([...more].slice(0, Math.ceil(more.size * share))));
      const tried = yield* draw(labelled, yield* sceneInSteps(chart, names, labelled));
      if (tried.zoom < Math.min(need, zoom) - 0.001) continue;
      next = tried;
      break;
    }
    if (!next) return { ...best, knot: true };
    best = next;
  }
  return best;
}

/** On a page with more states than this, labels in full are not tried. */
const MAX_STATES_WITH_WHOLE_LABELS = 45;
/**
 * The same, with everything where it stood before: unless it could not be read so. Words beside lines go first.
 * @param like how compounds flowed then, by level
 */
export const openLike = (...given: Parameters<typeof openInSteps>): Fitted => atOnce(openInSteps(...given));

/** The same in steps. */
export function* openInSteps(
  like: (level: Level) => Flows | undefined,
  ...[chart, names, arrangement, canvas, wanted = {}]: Parameters<typeof viewInSteps>
): Steps<Fitted> {
  const suited = yield* viewInSteps(chart, names, arrangement, canvas, wanted);
  const { level, words = "all" } = suited.view;
  const known = like(level);
  if (!known) return suited;
  const less = level === "map" ? LINE_WORDS.slice(LINE_WORDS.indexOf(lineWords(words)) + 1) : [];
  for (const wording of [words, ...less.map((fewer): Words => `${fewer}${heldIn(words)}`)]) {
    const view: View = { ...suited.view, words: wording };
    const scene = yield* sceneInSteps(chart, names, view);
    const picture = yield* drawInSteps(scene, arrangement, canvas, { like: known });
    const zoom = zoomOf(picture, canvas);
    if (zoom * SMALLEST[level] >= floorOf(wanted.lang) - 0.01) return { view, picture, zoom };
  }
  return suited;
}

/** States up to which these levels are tried with nothing closed. */
const MAX_FULL_STATES = 40;
const MAX_FLOW_STATES = 80;

/** Compounds that are closed so that no more than about so many states are drawn: the outermost level stays open, and others as far as that goes. */
function outerFolds(page: StateNode, root: string, most: number): string[] {
  const within = ({ node, path }: { node: StateNode; path: readonly string[] }) =>
    node.children.map((child) => ({ node: child, path: [...path, child.key] }));
  let open = within({ node: page, path: pathOf(root) });
  let count = 1 + open.length;
  while (open.length > 0) {
    const next = open.flatMap(within);
    count += next.length;
    if (count > most) break;
    open = next;
  }
  return open.filter(({ node }) => node.children.length > 0).map(({ path }) => pathId(path));
}
