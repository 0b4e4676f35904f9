import { bundlesOf } from "#core/layout/place/bundles.ts";
import { crossedAt } from "#core/layout/place/crossings.ts";
import type { Placed } from "#core/layout/place/placed.ts";
import { placeInSteps } from "#core/layout/place/placeScene.ts";
import type { Tried } from "#core/layout/place/suitCanvas.ts";
import { isFork } from "#core/layout/place/trunks.ts";
import { blockOf, type Scene } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

/** More crossings per line than this make a knot. */
const KNOT_CROSSINGS_PER_LINE = 0.5;
/** Lines are turned into named jumps until no more crossings per line than this are left; below the limit, since states move with them. */
const AIMED_CROSSINGS_PER_LINE = 0.42;
/** At most this share of the lines becomes named jumps. */
const MAX_JUMP_SHARE = 0.4;

/** Source and target box, as in `View.jumps`. */
const wayKey = (from: string, to: string): string => `${from}\n${to}`;

/** For each crossing the lines that pass there, of either net. */
type Crossed = readonly (readonly (readonly number[])[])[];

/** A line that may become a named jump. */
interface Line {
  readonly at: number;
  readonly net: string;
  readonly keys: Set<string>;
  /** Whether it stays a line in any case. */
  mustStay: boolean;
}

/** How often the lines are examined again after some have become named jumps. */
const UNKNOTTING_ROUNDS = 4;

/**
 * The transitions that are better shown as named jumps, where the lines of the map are a knot as it is drawn now; undefined where there is
 * none. Nothing flows or wraps otherwise meanwhile.
 * @param sceneWith the same scene with such transitions as named jumps
 */
export function* knotsInSteps(
  picture: Tried & { readonly scene: Scene },
  sceneWith: (listed: ReadonlySet<string>) => Steps<Scene>,
): Steps<ReadonlySet<string> | undefined> {
  let [scene, placed]: [Scene, Placed] = [picture.scene, picture];
  const listed = new Set<string>();
  for (let round = 0; round < UNKNOTTING_ROUNDS; round++) {
    const knots = knotsIn(scene, placed);
    if (!knots) break;
    for (const knot of knots) listed.add(knot);
    scene = yield* sceneWith(listed);
    placed = yield* placeInSteps(scene, picture.orders);
  }
  return listed.size > 0 ? listed : undefined;
}

/**
 * Which transitions of a map are better shown as named jumps, where its lines cross more often than once for two of them: those
 * that cross most, as few as are needed. What leads to several at once, and what leads to the next state as the text has it, stays a line. Undefined where no line has to go.
 */
function knotsIn(scene: Scene, { routes }: Pick<Placed, "routes">): ReadonlySet<string> | undefined {
  const bundles = bundlesOf(scene);
  const lines = new Map<string, Line>();
  const ways = scene.arrows.flatMap((arrow) => {
    const points = routes.get(arrow.id)?.points;
    if (!points) return [];
    const [from, to] = [blockOf(scene, arrow.from), blockOf(scene, arrow.to)];
    const net = bundles.get(arrow.id) ?? arrow.id;
    const isOwn = arrow.role !== "line" || from === to;
    // both ways between two boxes are one line
    const key = isOwn ? arrow.id : [net, ...[from, to].sort()].join("\n");
    const line = lines.get(key) ?? { at: lines.size, net, keys: new Set<string>(), mustStay: isOwn };
    lines.set(key, line);
    line.keys.add(wayKey(from, to));
    line.mustStay ||= isFork({ net }) || isFixed(scene, from, to);
    return { net, line: line.at, points };
  });
  let crossed: Crossed = crossedAt(ways);
  const left = new Map([...lines.values()].map((line) => [line.at, line] as const));
  const listed = new Set<string>();
  const count = () => new Set([...left.values()].map(({ net }) => net)).size;
  const most = Math.floor(lines.size * MAX_JUMP_SHARE);
  if (crossed.length <= KNOT_CROSSINGS_PER_LINE * count()) return undefined;
  for (let named = 0; named < most && crossed.length > AIMED_CROSSINGS_PER_LINE * count(); named++) {
    const worst = worstOf(left, crossed);
    if (worst === undefined) break;
    for (const key of left.get(worst)?.keys ?? []) listed.add(key);
    left.delete(worst);
    crossed = crossed.flatMap((pair) => {
      const sides = pair.map((side) => side.filter((line) => line !== worst));
      return sides.every((side) => side.length > 0) ? [sides] : [];
    });
  }
  return listed.size > 0 ? listed : undefined;
}

/** The line that most crossings would go with; of what is shared with others of its net a part. */
function worstOf(left: ReadonlyMap<number, Line>, crossed: Crossed): number | undefined {
  const cost = new Map<number, number>();
  for (const pair of crossed)
    for (const side of pair) for (const line of side) cost.set(line, (cost.get(line) ?? 0) + 1 / side.length);
  let [worst, most]: [number | undefined, number] = [undefined, 0];
  for (const [line, sum] of cost) {
    const { mustStay = true, keys } = left.get(line) ?? {};
    const each = sum / Math.max(1, keys?.size ?? 0);
    if (!mustStay && each > most) [worst, most] = [line, each];
  }
  return worst;
}

/** Ports are names as it is; what stands beside each other in the text is how it goes on. */
function isFixed({ items }: Scene, from: string, to: string): boolean {
  const [a, b] = [items.get(from), items.get(to)];
  if (!a || !b || a.shape === "port" || b.shape === "port" || a.level !== "map") return true;
  if (a.parent === undefined || a.parent !== b.parent) return false;
  const siblings = items.get(a.parent)?.node.children ?? [];
  return Math.abs(siblings.indexOf(a.node) - siblings.indexOf(b.node)) === 1;
}
