import type { Chart, StatePath } from "#core/chart/chart.ts";
import { placeOf, transitionId, type TransitionRef } from "#core/chart/places.ts";
import type { Selection } from "#app/studio/route.ts";

/** The transition that a state has now and had not before. */
export function newTransition(before: Chart, after: Chart, source: StatePath): Selection {
  const ids = (chart: Chart) =>
    (placeOf(chart, source)?.node.transitions ?? []).map(({ slot, event, index }) =>
      transitionId({
        source,
        slot,
        index,
        ...(event === undefined ? {} : { event }),
      } satisfies TransitionRef),
    );
  const known = new Set(ids(before));
  const id = ids(after).find((otherId) => !known.has(otherId));
  return id === undefined ? null : { kind: "transition", id };
}
