import type { Chart, Transition } from "#core/chart/chart.ts";
import { places, transitionId, type PlacedState, type TransitionRef } from "#core/chart/places.ts";

/** A transition with where it stands. */
export interface PlacedTransition {
  readonly id: string;
  readonly ref: TransitionRef;
  readonly place: PlacedState;
  readonly transition: Transition;
}

/** Every transition of the chart in document order, candidates of an event in the order in which they are evaluated. */
export const placedTransitions = (chart: Chart): readonly PlacedTransition[] =>
  [...places(chart).values()].flatMap((place) =>
    place.node.transitions
      .toSorted((a, b) => a.keyAt.from - b.keyAt.from)
      .map((transition) => {
        const { slot, event, index } = transition;
        const ref = { source: place.path, slot, ...(event === undefined ? {} : { event }), index };
        return { id: transitionId(ref), ref, place, transition };
      }),
  );
