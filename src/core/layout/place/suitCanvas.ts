import type { Rect, Size } from "#core/layout/geometry.ts";
import { withColumns } from "#core/layout/place/columns.ts";
import { crossingsOf } from "#core/layout/place/crossings.ts";
import { balanced, stripCounts } from "#core/layout/place/orders.ts";
import type { Placed } from "#core/layout/place/placed.ts";
import { placeInSteps, sizeInSteps } from "#core/layout/place/placeScene.ts";
import type { Solutions } from "#core/layout/place/solutions.ts";
import type { FrameLines, Orders } from "#core/layout/place/sides.ts";
import { trunksOf } from "#core/layout/place/trunks.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

/** A layout that was tried, with all positions. */
export interface Tried extends Placed {
  readonly orders: Orders;
}

/** A larger picture gains nothing. */
const AMPLE_ZOOM = 1.05;
/** Changes of one compound state that are tried beyond the choices; each is a layout. */
const MAX_CHANGES_PER_COMPOUND = 36;
/** Larger scenes are drawn as the first choice says, since they are read in parts. */
const MAX_SUITED_ITEMS = 160;
/** A picture that is smaller than this share of the zoom that is needed is not worth more trials. */
const NEAR_ZOOM_RATIO = 0.8;

/** What an illegible picture is worth compared with a legible one: a few more crossings are better. */
const ILLEGIBLE_WEIGHT = 0.8;

/**
 * Chooses among layouts the one that appears largest on the canvas, less a penalty for crossings; then tries, compound by compound, the
 * largest first, another flow or wrapping, kept where it helps. Lines are never changed.
 * @param isFree whether the author left open how the compound flows
 * @param need zoom that is needed; a layout much below it is not worth more trials
 * @param solutions what was solved before
 */
export function* suitCanvas(
  scene: Scene,
  choices: readonly Orders[],
  canvas: Size,
  isFree: (id: string) => boolean,
  need = 0,
  solutions?: Solutions,
): Steps<Tried> {
  const size = (orders: Orders) => sizeInSteps(scene, orders, solutions);
  const [first = new Map(), ...rest] = choices;
  let best: Tried = { orders: first, ...(yield* placeInSteps(scene, first, solutions)) };
  if (scene.items.size > MAX_SUITED_ITEMS || (rest.length === 0 && ![...first.keys()].some(isFree)))
    return best;
  const nets = netsOf(scene);
  const worthNow = (tried: Tried) =>
    worthOf(scene, tried, nets, canvas) * (zoomIn(scene, tried, canvas) < need ? ILLEGIBLE_WEIGHT : 1);
  let most = worthNow(best);
  const consider = function* (orders: Orders): Steps<boolean> {
    const sized = yield* size(orders);
    // if nothing crossed in it, it would be worth so much
    const bound = zoomOf(sized.size, canvas);
    if (bound * (bound < need ? ILLEGIBLE_WEIGHT : 1) <= most + 1e-9) return false;
    const tried = { orders, ...(yield* sized.placing()) };
    const worth = worthNow(tried);
    if (worth <= most + 1e-9) return false;
    [best, most] = [tried, worth];
    return true;
  };
  for (const orders of rest) yield* consider(orders);
  // a map that is far from being read is closed further; from near nothing is seen whole, and lines are what is read
  if (isMap(scene) && zoomIn(scene, best, canvas) < need * NEAR_ZOOM_RATIO) return best;
  let left = MAX_CHANGES_PER_COMPOUND;
  const area = (id: string) => areaOf(best.boxes.get(id));
  for (let helped = true; helped && left > 0 && zoomIn(scene, best, canvas) < AMPLE_ZOOM;) {
    helped = false;
    for (const id of [...best.orders.keys()].filter(isFree).sort((a, b) => area(b) - area(a)))
      for (const change of changesOf(best, id)) {
        if (left-- <= 0) return best;
        if (yield* consider(new Map(best.orders).set(id, change))) helped = true;
      }
  }
  return best;
}

const areaOf = (box: Rect | undefined): number => (box ? box.w * box.h : 0);

/** The same lines in the other flow, or wrapped otherwise. */
function changesOf({ orders, boxes }: Tried, id: string): FrameLines[] {
  const lines = orders.get(id);
  if (!lines || lines.lines.length < 2) return [];
  return (["down", "right"] as const).flatMap((flow) => {
    const lengths = lines.lines.map((line) =>
      Math.max(1, ...line.map((cell) => boxes.get(cell)?.[flow === "down" ? "h" : "w"] ?? 0)),
    );
    return stripCounts(lines.lines.length).flatMap((count) => {
      const strips = count === 1 ? [] : balanced(lengths, count, 30);
      const same = flow === lines.flow && strips.join() === lines.strips.join();
      return same ? [] : [{ flow, lines: lines.lines, strips }];
    });
  });
}

function zoomIn(scene: Scene, { boxes }: Placed, canvas: Size): number {
  const all = boxes.get(scene.root);
  return all ? zoomOf(all, canvas) : 0;
}
const zoomOf = ({ w, h }: Size, canvas: Size): number => Math.min(AMPLE_ZOOM, canvas.w / w, canvas.h / h);

function worthOf(scene: Scene, placed: Placed, nets: readonly (readonly string[])[], canvas: Size): number {
  const crossed = crossingsOf(
    nets.map((ids) =>
      ids.flatMap((id) => (placed.routes.has(id) ? [placed.routes.get(id)?.points ?? []] : [])),
    ),
  );
  return zoomIn(scene, placed, canvas) * Math.exp((-costOf(scene) * crossed) / Math.max(1, nets.length));
}

/** Arrows that may share their way. */
function netsOf(scene: Scene): string[][] {
  const nets = new Map<string, string[]>();
  for (const { net, arrows } of trunksOf(withColumns(scene).scene))
    nets.set(net, [...(nets.get(net) ?? []), ...arrows.map(({ arrow }) => arrow.id)]);
  return [...nets.values()];
}

/** The penalty of one crossing per line: a map has to be seen whole, elsewhere the lines are what is read. */
const costOf = (scene: Scene): number => (isMap(scene) ? 0.25 : 4);

const isMap = (scene: Scene): boolean => scene.items.get(scene.root)?.level === "map";
