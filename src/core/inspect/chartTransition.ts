import type { Chart } from "#core/chart/chart.ts";
import { pathOf, placeOf, transitionOf, type TransitionRef } from "#core/chart/places.ts";
import type { InspectedTransition } from "#core/inspect/fact.ts";

/**
 * The transition of a chart that an app says was taken, to light it up; undefined where the chart has none there. XState makes events of
 * what is written under `after`, `onDone` and in an `invoke`: this leads back.
 */
export function chartTransition(chart: Chart, transition: InspectedTransition): TransitionRef | undefined {
  const source = pathOf(transition.source);
  const place = placeOf(chart, source);
  if (!place) return undefined;
  const written = slotOf(
    transition.event,
    place.node.invoke.map(({ id }) => id),
  );
  const ref = { source, ...written, index: transition.index ?? 0 };
  return transitionOf(chart, ref) ? ref : undefined;
}

function slotOf(
  event: string,
  invokes: readonly (string | undefined)[],
): Pick<TransitionRef, "slot" | "event"> {
  if (event === "") return { slot: "always" };
  // A delay may hold dots, as a number does; the id of the state begins behind the last one that could.
  const [, delay] = /^xstate\.after\.(\d+(?:\.\d+)?|[^.]+)\./.exec(event) ?? [];
  if (delay !== undefined) return { slot: "after", event: delay };
  if (event.startsWith("xstate.done.state.")) return { slot: "onDone" };
  const [, kind, actor] = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.+)$/s.exec(event) ?? [];
  if (kind === undefined || actor === undefined) return { slot: "on", event };
  const named = invokes.indexOf(actor);
  // Without an id of its own an invoke is called by its number: `0.machine.state`.
  const place = named >= 0 ? named : Number(/^\d+(?=\.)/.exec(actor)?.[0] ?? 0);
  const slot =
    kind === "done.actor" ? "invoke.onDone" : kind === "error.actor" ? "invoke.onError" : "invoke.onSnapshot";
  return { slot, event: String(place) };
}
