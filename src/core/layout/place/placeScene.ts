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
  const inColumns = withColumns(given);
  const { scene, orders } = withStrips(inColumns.scene, new Map([...wanted, ...inColumns.orders]));
  const table = solveScene(tableOf(inColumns.scene, scene, orders), solutions);
  const size = table.solved.get(scene.root)?.cell.box ?? { w: 0, h: 0 };
  return { size, place: () => compose(table) };
}

/** Everything in its place at once. */
export const placeScene = (scene: Scene, orders: Orders): Placed => sizeScene(scene, orders).place();
