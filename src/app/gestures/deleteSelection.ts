import type { Chart, StatePath } from "#core/chart/chart.ts";
import { offersFor } from "#app/gestures/offersFor.ts";
import { beginOffer } from "#app/gestures/runOffer.ts";
import type { Selection } from "#app/studio/route.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Deletes what is chosen on the graph, with the states chosen beside it, as the menu would. */
export function deleteSelection(
  studio: Studio,
  chart: Chart,
  chosen: Selection,
  also: readonly StatePath[],
): void {
  const remove = offersFor(chart, chosen, { also }).find(({ group }) => group === "delete");
  if (remove) beginOffer(studio, remove);
}
