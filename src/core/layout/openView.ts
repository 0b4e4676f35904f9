import type { Chart, StateNode } from "#core/chart/chart.ts";
import { pathId, placeOf, pathOf } from "#core/chart/places.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import {
  floorOf,
  heldIn,
  type Level,
  type View,
  LINE_WORDS,
  lineWords,
  PAGE_WORDS,
  withQuestions,
  withSteps,
  type Words,
} from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { Flows } from "#core/layout/place/sides.ts";
import { knotsOf } from "#core/layout/place/knots.ts";
import { drawPicture, type Picture, sketchPicture } from "#core/layout/picture.ts";
import { childrenOf, type Item, type Scene } from "#core/layout/scene/scene.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";

/** Smallest letters of a level, in pixels of the canvas. */
export const SMALLEST: Readonly<Record<Level, number>> = { map: 12, flow: 12, full: 10.5 };
/** Nothing is enlarged beyond this when the whole picture is shown. */
export const MAX_ZOOM_FACTOR = 1.1;
/** States that are drawn at once when some may be closed. */
const MAX_OPEN_STATES = 320;

export interface Fitted {
  readonly view: View;
  readonly picture: Picture;
  /** At which the whole fits. */
  readonly zoom: number;
  /** Its lines are a knot: as named jumps, they would leave too little room for legible letters. */
  readonly knot?: true;
}

/** How far a picture has to be scaled to be seen whole, never up beyond `MAX_ZOOM_FACTOR`. */
export function zoomOf(picture: Picture, canvas: Size): number {
  const all = picture.boxes.get(picture.scene.root);
  return all ? Math.min(MAX_ZOOM_FACTOR, canvas.w / all.w, canvas.h / all.h) : 1;
}

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
export function openView(
  chart: Chart,
  names: ChartNames,
  arrangement: Arrangement,
  canvas: Size,
  { lang, only, base, closed }: Wanted = {},
): Fitted {
  const floor = floorOf(lang);
  const page = placeOf(chart, pathOf(base?.page ?? ""))?.node ?? chart.root;
  const size = countTo(page, MAX_OPEN_STATES + 1);
  const sketch = (level: Level, folded?: ReadonlySet<string>, words?: Words): Fitted => {
    const shut = new Set([...(closed ?? []), ...(folded ?? [])]);
    const view: View = {
      ...base,
      arrangement,
      level,
      ...(shut.size > 0 ? { folded: shut } : {}),
      ...(words === undefined ? {} : { words }),
    };
    const picture = sketchPicture(sceneOf(chart, names, view), arrangement, canvas);
    return { view, picture, zoom: zoomOf(picture, canvas) };
  };
  const finish = ({ view, picture: { scene } }: Fitted): Fitted => {
    const need = floor / SMALLEST[view.level];
    const drawn = (as: View, labelled: Scene): Fitted => {
      const picture = drawPicture(labelled, arrangement, canvas, { need });
      return { view: as, picture, zoom: zoomOf(picture, canvas) };
    };
    return view.level === "map" ? untied(drawn(view, scene), need, chart, names, drawn) : drawn(view, scene);
  };
  const isShown = ({ view, zoom }: Fitted) => zoom * SMALLEST[view.level] >= floor - 0.01;
  const outer = new Set(
    size > MAX_OPEN_STATES ? outerFolds(page, base?.page ?? "", MAX_OPEN_STATES / 4) : [],
  );
  if (only === "full" || only === "flow") {
    const whole =
      size > (only === "full" ? MAX_FULL_STATES : MAX_FLOW_STATES) ? undefined : finish(sketch(only));
    return whole ?? finish(sketch(only, outer));
  }
  if (only === undefined)
    for (const level of ["full", "flow"] as const) {
      if (size > (level === "full" ? MAX_FULL_STATES : MAX_FLOW_STATES)) continue;
      const fit = new Search(isShown, finish).tried(sketch(level));
      if (fit && isShown(fit)) return fit;
    }
  const search = new Search(isShown, finish);
  const all = base?.page && size <= MAX_STATES_WITH_WHOLE_LABELS ? PAGE_WORDS : LINE_WORDS;
  return openMap(outer, (folded, words) => sketch("map", folded, words), search, all);
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
function untied(
  fit: Fitted,
  need: number,
  chart: Chart,
  names: ChartNames,
  draw: (view: View, scene: Scene) => Fitted,
): Fitted {
  let best = fit;
  if (fit.picture.scene.items.size > MAX_UNKNOTTED_ITEMS || fit.zoom < need * NEAR_ZOOM_RATIO) return fit;
  for (let round = 0; round < MAX_UNKNOTTING_ROUNDS; round++) {
    const { view, picture, zoom } = best;
    const withJumps = (more: ReadonlySet<string>): View => ({
      ...view,
      jumps: new Set([...(view.jumps ?? []), ...more]),
    });
    const more = knotsOf(picture, (labels) => sceneOf(chart, names, withJumps(labels)));
    if (!more) break;
    // that it can be read comes first: the worst lines alone may leave room enough
    let next: Fitted | undefined;
    for (const share of JUMP_SHARES) {
      const labelled = withJumps(new Set([...more].slice(0, Math.ceil(more.size * share))));
      const tried = draw(labelled, sceneOf(chart, names, labelled));
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
export function openLike(
  like: (level: Level) => Flows | undefined,
  ...[chart, names, arrangement, canvas, wanted = {}]: Parameters<typeof openView>
): Fitted {
  const suited = openView(chart, names, arrangement, canvas, wanted);
  const { level, words = "all" } = suited.view;
  const known = like(level);
  if (!known) return suited;
  const less = level === "map" ? LINE_WORDS.slice(LINE_WORDS.indexOf(lineWords(words)) + 1) : [];
  for (const wording of [words, ...less.map((fewer): Words => `${fewer}${heldIn(words)}`)]) {
    const view: View = { ...suited.view, words: wording };
    const picture = drawPicture(sceneOf(chart, names, view), arrangement, canvas, { like: known });
    const zoom = zoomOf(picture, canvas);
    if (zoom * SMALLEST[level] >= floorOf(wanted.lang) - 0.01) return { view, picture, zoom };
  }
  return suited;
}

/** States up to which these levels are tried with nothing closed. */
const MAX_FULL_STATES = 40;
const MAX_FLOW_STATES = 80;

/** How much larger a finished picture can be shown than its sketch. */
const MAX_FINISHING_GAIN = 1.25;

/** Finishes sketches that may fit: how much finishing gains is learnt on the way. */
class Search {
  /** Whether it is seen whole with letters that are large enough. */
  readonly fits: (fit: Fitted) => boolean;
  readonly finish: (sketch: Fitted) => Fitted;
  #gain = MAX_FINISHING_GAIN;

  constructor(fits: Search["fits"], finish: Search["finish"]) {
    this.fits = fits;
    this.finish = finish;
  }

  /** Whether it may stand for `before`: it can be read, and its lines are no knot where they were none. */
  betters(next: Fitted | undefined, before: Fitted): next is Fitted {
    return next !== undefined && this.fits(next) && (next.knot === undefined || before.knot !== undefined);
  }

  /**
   * The finished picture, or undefined when it is not near to fitting.
   * @param gain how much finishing may gain; what was learnt of pictures with other words in them says little of this one
   */
  tried(sketch: Fitted, gain = this.#gain): Fitted | undefined {
    if (!this.fits(withGain(sketch, gain))) return undefined;
    const finished = this.finish(sketch);
    if (!this.fits(finished)) this.#gain = Math.min(MAX_FINISHING_GAIN, (finished.zoom / sketch.zoom) * 1.04);
    return finished;
  }
}

const withGain = (fit: Fitted, gain: number): Fitted => ({ ...fit, zoom: fit.zoom * gain });

/** The map, with so little said and so much closed that it fits: words beside lines go before anything is closed. */
function openMap(
  outer: ReadonlySet<string>,
  sketch: (folded: ReadonlySet<string>, words: Words) => Fitted,
  search: Search,
  all: readonly Words[],
): Fitted {
  const { fits, finish } = search;
  // Lines that can be followed matter more than words beside them.
  let knot: Fitted | undefined;
  // Of a large machine it is known first that words have no room at all.
  const isFar = outer.size > 0 && !fits(withGain(sketch(outer, "none"), MAX_FINISHING_GAIN ** 2));
  for (const words of isFar ? [] : all) {
    const labelled = search.tried(sketch(outer, words), MAX_FINISHING_GAIN);
    if (!labelled || !fits(labelled)) continue;
    if (!labelled.knot) return named(labelled, sketch, search);
    knot ??= labelled;
  }
  if (knot) return named(knot, sketch, search);
  const folded = new Set(outer);
  let fit = sketch(new Set(folded), "none");
  for (let round = 0; round < 40; round++) {
    const whole = search.tried(fit);
    if (whole && fits(whole)) {
      const open = reopened(whole, (foldedIds) => sketch(foldedIds, "none"), search);
      return listed(
        named(worded(outerNamed(open, sketch, search), sketch, search), sketch, search),
        sketch,
        search,
      );
    }
    const next = toClose(fit.picture);
    if (next.length === 0) return whole ?? finish(fit);
    // far from it, several at a time
    const isFarFromIt = !fits(withGain(fit, 1.4));
    for (const id of next.slice(0, isFarFromIt ? Math.ceil(next.length / 3) : 1)) folded.add(id);
    fit = sketch(new Set(folded), "none");
  }
  return finish(fit);
}

/**
 * Phases of the outer level that are closed name the states that they hold: if not as they stand, then with the others of that level
 * closed as well, as far as needed. So a large machine is known by the names of its outer two levels.
 */
function outerNamed(
  fit: Fitted,
  sketch: (folded: ReadonlySet<string>, words: Words) => Fitted,
  search: Search,
): Fitted {
  const { folded = new Set<string>() } = fit.view;
  const { scene } = fit.picture;
  const kids = childrenOf(scene);
  const outer = (kids.get(scene.root) ?? []).filter(({ node }) => node.children.length > 0);
  if (!outer.some((item) => item.folded)) return fit;
  const tell = (closed: ReadonlySet<string>) => sketch(closed, "none outer");
  const labelled = search.tried(tell(folded), MAX_FINISHING_GAIN);
  if (search.betters(labelled, fit)) return labelled;
  const least = search.tried(tell(new Set([...folded, ...outer.map(({ id }) => id)])), MAX_FINISHING_GAIN);
  return search.betters(least, fit) ? reopened(least, tell, search) : fit;
}

/** What is closed may have left room for words. */
function worded(
  fit: Fitted,
  sketch: (folded: ReadonlySet<string>, words: Words) => Fitted,
  search: Search,
): Fitted {
  const { folded = new Set<string>(), words: known = "none" } = fit.view;
  for (const words of LINE_WORDS) {
    if (words === "none") break;
    const labelled = search.finish(sketch(folded, `${words}${heldIn(known)}`));
    if (search.betters(labelled, fit)) return labelled;
  }
  return fit;
}

/** Where there is room left, states tell by name which player they ask when the rules name one. */
function named(
  fit: Fitted,
  sketch: (folded: ReadonlySet<string>, words: Words) => Fitted,
  search: Search,
): Fitted {
  const asks = [...fit.picture.scene.items.values()].some(({ node }) => typeof node.meta.asks === "object");
  if (!asks) return fit;
  const { folded = new Set<string>(), words = "none" } = fit.view;
  const labelled = search.finish(sketch(folded, withQuestions(words)));
  return search.betters(labelled, fit) ? labelled : fit;
}

/** Where there is room left, all closed phases name the states that they hold. */
function listed(
  fit: Fitted,
  sketch: (folded: ReadonlySet<string>, words: Words) => Fitted,
  search: Search,
): Fitted {
  const { folded = new Set<string>(), words = "none" } = fit.view;
  if (folded.size === 0) return fit;
  const labelled = search.tried(sketch(folded, withSteps(words)), MAX_FINISHING_GAIN);
  return search.betters(labelled, fit) ? labelled : fit;
}

/** Closed states that are opened once more on trial. */
const MAX_REOPENED_STATES = 6;

/** Some that were closed on the way may stay open after all: those that hold most first. */
function reopened(fit: Fitted, sketch: (folded: ReadonlySet<string>) => Fitted, search: Search): Fitted {
  let best = fit;
  const { items } = fit.picture.scene;
  const holds = (id: string) => {
    const node = items.get(id)?.node;
    return node ? countTo(node, 1000) : 0;
  };
  const closable = [...(fit.view.folded ?? [])]
    .filter((id) => items.has(id))
    .sort((a, b) => holds(b) - holds(a));
  for (const id of closable.slice(0, MAX_REOPENED_STATES)) {
    const folded = new Set(best.view.folded);
    folded.delete(id);
    const tried = search.tried(sketch(folded));
    if (search.betters(tried, best)) best = tried;
  }
  return best;
}

/** What may be closed to make room: innermost first, of these the largest. */
function toClose({ scene, boxes }: Picture): string[] {
  const kids = childrenOf(scene);
  const can = [...scene.items.values()].filter(
    (item) =>
      item.id !== scene.root &&
      (kids.get(item.id) ?? []).length > 0 &&
      (kids.get(item.id) ?? []).every((kid) => (kids.get(kid.id) ?? []).length === 0),
  );
  const area = (item: Item) => {
    const box = boxes.get(item.id);
    return box ? box.w * box.h : 0;
  };
  return can.sort((a, b) => b.depth - a.depth || area(b) - area(a)).map((item) => item.id);
}

function countTo(node: StateNode, most: number): number {
  let count = 1;
  for (const child of node.children) {
    count += countTo(child, most - count);
    if (count > most) return count;
  }
  return count;
}

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
