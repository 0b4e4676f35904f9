import { countTo, type Fitted } from "#core/layout/fitted.ts";
import { heldIn, LINE_WORDS, withQuestions, withSteps, type Words } from "#core/layout/level.ts";
import type { Picture } from "#core/layout/picture.ts";
import { childrenOf, type Item } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

/** How much larger a finished picture can be shown than its sketch. */
const MAX_FINISHING_GAIN = 1.25;

/** Finishes sketches that may fit: how much finishing gains is learnt on the way. */
export class Search {
  /** Whether it is seen whole with letters that are large enough. */
  readonly fits: (fit: Fitted) => boolean;
  readonly finish: (sketch: Fitted) => Steps<Fitted>;
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
  *tried(sketch: Fitted, gain = this.#gain): Steps<Fitted | undefined> {
    if (!this.fits(withGain(sketch, gain))) return undefined;
    const finished = yield* this.finish(sketch);
    if (!this.fits(finished)) this.#gain = Math.min(MAX_FINISHING_GAIN, (finished.zoom / sketch.zoom) * 1.04);
    return finished;
  }
}

const withGain = (fit: Fitted, gain: number): Fitted => ({ ...fit, zoom: fit.zoom * gain });

/** A first attempt at the map with these phases closed and so much said. */
type Sketching = (folded: ReadonlySet<string>, words: Words) => Steps<Fitted>;

/** The map, with so little said and so much closed that it fits: words beside lines go before anything is closed. */
export function* openMap(
  outer: ReadonlySet<string>,
  sketch: Sketching,
  search: Search,
  all: readonly Words[],
): Steps<Fitted> {
  const { fits, finish } = search;
  // Lines that can be followed matter more than words beside them.
  let knot: Fitted | undefined;
  // Of a large machine it is known first that words have no room at all.
  const isFar = outer.size > 0 && !fits(withGain(yield* sketch(outer, "none"), MAX_FINISHING_GAIN ** 2));
  for (const words of isFar ? [] : all) {
    const labelled = yield* search.tried(yield* sketch(outer, words), MAX_FINISHING_GAIN);
    if (!labelled || !fits(labelled)) continue;
    if (!labelled.knot) return yield* named(labelled, sketch, search);
    knot ??= labelled;
  }
  if (knot) return yield* named(knot, sketch, search);
  const folded = new Set(outer);
  let fit = yield* sketch(new Set(folded), "none");
  for (let round = 0; round < 40; round++) {
    const whole = yield* search.tried(fit);
    if (whole && fits(whole)) {
      let open = yield* reopened(whole, (foldedIds) => sketch(foldedIds, "none"), search);
      for (const more of [outerNamed, worded, named, listed]) open = yield* more(open, sketch, search);
      return open;
    }
    const next = toClose(fit.picture);
    if (next.length === 0) return whole ?? (yield* finish(fit));
    // far from it, several at a time
    const isFarFromIt = !fits(withGain(fit, 1.4));
    for (const id of next.slice(0, isFarFromIt ? Math.ceil(next.length / 3) : 1)) folded.add(id);
    fit = yield* sketch(new Set(folded), "none");
  }
  return yield* finish(fit);
}

/**
 * Phases of the outer level that are closed name the states that they hold: if not as they stand, then with the others of that level
 * closed as well, as far as needed. So a large machine is known by the names of its outer two levels.
 */
function* outerNamed(fit: Fitted, sketch: Sketching, search: Search): Steps<Fitted> {
  const { folded = new Set<string>() } = fit.view;
  const { scene } = fit.picture;
  const kids = childrenOf(scene);
  const outer = (kids.get(scene.root) ?? []).filter(({ node }) => node.children.length > 0);
  if (!outer.some((item) => item.folded)) return fit;
  const tell = (closed: ReadonlySet<string>) => sketch(closed, "none outer");
  const labelled = yield* search.tried(yield* tell(folded), MAX_FINISHING_GAIN);
  if (search.betters(labelled, fit)) return labelled;
  const all = new Set([...folded, ...outer.map(({ id }) => id)]);
  const least = yield* search.tried(yield* tell(all), MAX_FINISHING_GAIN);
  return search.betters(least, fit) ? yield* reopened(least, tell, search) : fit;
}

/** What is closed may have left room for words. */
function* worded(fit: Fitted, sketch: Sketching, search: Search): Steps<Fitted> {
  const { folded = new Set<string>(), words: known = "none" } = fit.view;
  for (const words of LINE_WORDS) {
    if (words === "none") break;
    const labelled = yield* search.finish(yield* sketch(folded, `${words}${heldIn(known)}`));
    if (search.betters(labelled, fit)) return labelled;
  }
  return fit;
}

/** Where there is room left, states tell by name which player they ask when the rules name one. */
function* named(fit: Fitted, sketch: Sketching, search: Search): Steps<Fitted> {
  const asks = [...fit.picture.scene.items.values()].some(({ node }) => typeof node.meta.asks === "object");
  if (!asks) return fit;
  const { folded = new Set<string>(), words = "none" } = fit.view;
  const labelled = yield* search.finish(yield* sketch(folded, withQuestions(words)));
  return search.betters(labelled, fit) ? labelled : fit;
}

/** Where there is room left, all closed phases name the states that they hold. */
function* listed(fit: Fitted, sketch: Sketching, search: Search): Steps<Fitted> {
  const { folded = new Set<string>(), words = "none" } = fit.view;
  if (folded.size === 0) return fit;
  const labelled = yield* search.tried(yield* sketch(folded, withSteps(words)), MAX_FINISHING_GAIN);
  return search.betters(labelled, fit) ? labelled : fit;
}

/** Closed states that are opened once more on trial. */
const MAX_REOPENED_STATES = 6;

/** Some that were closed on the way may stay open after all: those that hold most first. */
function* reopened(
  fit: Fitted,
  sketch: (folded: ReadonlySet<string>) => Steps<Fitted>,
  search: Search,
): Steps<Fitted> {
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
    const tried = yield* search.tried(yield* sketch(folded));
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
