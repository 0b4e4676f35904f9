import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";
import { machineOffers } from "#app/gestures/machineOffers.ts";
import type { Offer } from "#app/studio/offer.ts";
import { manyOffers, stateOffers } from "#app/gestures/stateOffers.ts";
import { transitionOffers } from "#app/gestures/transitionOffers.ts";
import type { Selection } from "#app/studio/route.ts";

/**
 * Every command that makes sense for what is selected, the machine itself when nothing is. Menu and palette show the same ones.
 * @param also further selected states, beside the one of the selection
 * @param symbols the names of the machine
 */
export function offersFor(
  chart: Chart,
  selection: Selection,
  { also = [], symbols = [] }: { also?: readonly StatePath[]; symbols?: readonly MachineSymbol[] } = {},
): Offer[] {
  const selected = selectedOffers(chart, selection, also);
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  return [...selected, ...machineOffers(symbols, chart.events ?? [], ref?.event)];
}

function selectedOffers(chart: Chart, selection: Selection, also: readonly StatePath[]): Offer[] {
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  const found = ref && transitionOf(chart, ref);
  if (ref && found)
    return transitionOffers({
      chart,
      place: found.place,
      transition: { ref, transition: found.transition },
      also: [],
    });
  const place = placeOf(chart, selection?.kind === "state" ? pathOf(selection.id) : []);
  if (!place) return [];
  const there = also.filter((path) => placeOf(chart, path));
  return there.length > 0
    ? manyOffers({ chart, place, also: there })
    : stateOffers({ chart, place, also: [] });
}
