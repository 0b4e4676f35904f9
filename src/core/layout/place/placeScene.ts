import type { Size } from "#core/layout/geometry.ts";
import { withColumns } from "#core/layout/place/columns.ts";
import { compose } from "#core/layout/place/compose.ts";
import type { Placed } from "#core/layout/place/placed.ts";
import { tableOf } from "#core/layout/place/sceneTable.ts";
import { solveScene } from "#core/layout/place/solve.ts";
import { Solutions } from "#core/layout/place/solutions.ts";
import { withStrips } from "#core/layout/place/strips.ts";
import type { Orders } from "#core/layout/place/sides.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";

/** Kept for all pictures, as long as what they are of. */
const shared = new Solutions();

/** A scene with the sizes of everything in it. */
export interface Sized {
  /** Of the whole. */
  readonly size: Size;
  /** Everything in its place. */
  readonly place: () => Placed;
}

/**
 * Places for everything in a scene, by sums: sizes from the inside out, then corners and lines from the outside in.
 * @param solutions what was solved before, where it still holds; the places are the same without it
 */
export function sizeScene(given: Scene, wanted: Orders, solutions: Solutions = shared): Sized {
  const { size, placing } = atOnce(sizeInSteps(given, wanted, solutions));
  return { size, place: () => atOnce(placing()) };
}

/** The same in steps. */
export function* sizeInSteps(
  given: Scene,
  wanted: Orders,
  solutions: Solutions = shared,
): Steps<{ readonly size: Size; readonly placing: () => Steps<Placed> }> {
  const inColumns = withColumns(given);
  yield;
  const { scene, orders } = withStrips(inColumns.scene, new Map([...wanted, ...inColumns.orders]));
  yield;
  const table = yield* solveScene(yield* tableOf(inColumns.scene, scene, orders), solutions);
  const size = table.solved.get(scene.root)?.cell.box ?? { w: 0, h: 0 };
  return { size, placing: () => compose(table) };
}

/** Everything in its place at once. */
export const placeScene = (scene: Scene, orders: Orders): Placed => sizeScene(scene, orders).place();

/** The same in steps. */
export function* placeInSteps(scene: Scene, orders: Orders, solutions: Solutions = shared): Steps<Placed> {
  const { placing } = yield* sizeInSteps(scene, orders, solutions);
  return yield* placing();
}
