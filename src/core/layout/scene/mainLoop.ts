import type { Chart } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { type Arrow, blockOf, type Item, type Scene, upwards } from "#core/layout/scene/scene.ts";

/** Fewer phases than this lead back to each other without being a round of the game. */
const MIN_LOOP_PHASES = 3;
/** Among more boxes than this no eye follows a round. */
const MAX_LOOP_BOXES = 150;
/** A chart with more states is not drawn as a whole only to find its round: what is open decides there. */
const MAX_LOOP_CHART_STATES = 600;
const NONE: ReadonlySet<Arrow> = new Set();
const known = new WeakMap<Scene, ReadonlySet<Arrow>>();

/**
 * The lines of the map by which a turn comes round: the way through the most phases that leads back to where it began. Calls count as
 * ways only where there is no round without them, and as few as can be. What is closed, and a phase that is the page, change nothing
 * about it: they show what they have of the round of the whole. Empty when nothing comes round, and from nearer than the map.
 */
export function mainLoopOf(scene: Scene): ReadonlySet<Arrow> {
  let loop = known.get(scene);
  if (!loop) known.set(scene, (loop = loopIn(scene)));
  return loop;
}

/** By transition id, of the map of a whole chart. */
const rounds = new WeakMap<Chart, ReadonlySet<string>>();

function loopIn(scene: Scene): ReadonlySet<Arrow> {
  if (scene.items.get(scene.root)?.level !== "map") return NONE;
  const { chart, whole } = scene;
  if (!whole || places(chart).size > MAX_LOOP_CHART_STATES) return loopInScene(scene);
  let round = rounds.get(chart);
  if (!round) {
    const parts = [...loopInScene(whole())].flatMap((arrow) => arrow.parts.map(({ id }) => id));
    rounds.set(chart, (round = new Set(parts)));
  }
  const ids = round;
  return new Set(
    scene.arrows.filter(({ role, parts }) => role === "line" && parts.some(({ id }) => ids.has(id))),
  );
}

type Ways = Map<string, Map<string, Arrow[]>>;

function loopInScene(scene: Scene): ReadonlySet<Arrow> {
  const lines = scene.arrows.filter(({ role }) => role === "line");
  for (const arrows of [lines, [...lines, ...(scene.calls ?? [])]]) {
    const ways = waysBetween(scene, arrows);
    const loop = longestLoop(
      [...scene.items.keys()].filter((id) => ways.has(id)),
      ways,
    );
    if (loop.length < MIN_LOOP_PHASES) continue;
    // of several lines between the same two the one out of the last step: halos on each other are a blot
    return new Set(
      loop.flatMap((id, i) => {
        const between = ways.get(id)?.get(loop[(i + 1) % loop.length] as string) ?? [];
        return between.findLast(({ role }) => role === "line") ?? [];
      }),
    );
  }
  return NONE;
}

/** From box to box: what leads to a frame leads to where that starts; what is parallel is one. */
function waysBetween(scene: Scene, arrows: readonly Arrow[]): Ways {
  const ways: Ways = new Map();
  for (const arrow of arrows) {
    const from = boxOf(scene, arrow.from);
    const to = boxOf(scene, startIn(scene, arrow.to));
    if (from === to) continue;
    const targets = ways.get(from) ?? new Map<string, Arrow[]>();
    ways.set(from, targets.set(to, [...(targets.get(to) ?? []), arrow]));
  }
  return ways;
}

function boxOf(scene: Scene, id: string): string {
  const parallel = upwards(scene, id).findLast((ancestor) => scene.items.get(ancestor)?.shape === "parallel");
  return parallel ?? blockOf(scene, id);
}

function startIn({ items, initials }: Scene, id: string): string {
  let at = id;
  for (;;) {
    const item: Item | undefined = items.get(at);
    const start = item?.shape === "compound" ? initials.get(at) : undefined;
    if (start === undefined || !items.has(start)) return at;
    at = start;
  }
}

/** The boxes of the longest round, in its order; of equals the one that begins first. */
function longestLoop(ids: readonly string[], ways: Ways): readonly string[] {
  let best: readonly string[] = [];
  if (ids.length > MAX_LOOP_BOXES) return best;
  for (const start of ids) {
    const loop = loopFrom(start, ways);
    if (loop.length < MIN_LOOP_PHASES) continue;
    if (best.length === 0 || worth([...loop, start], ways) > worth([...best, best[0] as string], ways))
      best = loop;
  }
  return best;
}

/** What a call takes from a way: more than any phases add. */
const CALL = 1000;

/** Of two ways the one with fewer calls is better, else the longer one. */
function worth(way: readonly string[], ways: Ways): number {
  const calls = way.slice(1).filter((to, i) =>
    ways
      .get(way[i] as string)
      ?.get(to)
      ?.every(({ role }) => role !== "line"),
  );
  return way.length - CALL * calls.length;
}

/** The longest way from a box back to it that passes none twice, without what leads back on the way. */
function loopFrom(start: string, ways: Ways): readonly string[] {
  const tails = new Map<string, readonly string[] | undefined>();
  const open = new Set<string>();
  /** From there on to the start; undefined where none leads. */
  const tailOf = (id: string): readonly string[] | undefined => {
    if (tails.has(id)) return tails.get(id);
    open.add(id);
    let best: readonly string[] | undefined;
    for (const next of ways.get(id)?.keys() ?? []) {
      if (next !== start && open.has(next)) continue;
      const rest = next === start ? [] : tailOf(next);
      const isFree = rest?.every((item) => !open.has(item)) === true;
      if (rest && isFree && (best === undefined || worth([id, ...rest], ways) > worth(best, ways)))
        best = [id, ...rest];
    }
    open.delete(id);
    tails.set(id, best);
    return best;
  };
  return tailOf(start) ?? [];
}
