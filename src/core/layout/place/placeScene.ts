import { compose } from "#core/layout/place/compose.ts";
import type { Placed } from "#core/layout/place/placed.ts";
import { tableOf } from "#core/layout/place/sceneTable.ts";
import { solveScene } from "#core/layout/place/solve.ts";
import { withStrips } from "#core/layout/place/strips.ts";
import type { Orders } from "#core/layout/place/trunks.ts";
import type { Scene } from "#core/layout/scene/scene.ts";

/** Places for everything in a scene, by sums: sizes from the inside out, then corners and lines from the outside in. */
export function placeScene(given: Scene, wanted: Orders): Placed {
  const { scene, orders } = withStrips(given, wanted);
  return compose(solveScene(tableOf(scene, orders)));
}
