import type { Chart, Transition } from "#core/chart/chart.ts";
import { pathOf, places, transitionId } from "#core/chart/places.ts";
import type { SeenTransition } from "#core/inspect/fact.ts";
import type { SeenStep } from "#core/inspect/session.ts";
import { transitionIdOf, type Microstep } from "#core/run/microstep.ts";

/** Ids of the transitions that a step took: as our copy took them, else as the app tells them. */
export function takenIn(
  step: SeenStep | undefined,
  recomputed: { readonly microsteps: readonly Microstep[] } | undefined,
  chart: Chart | undefined,
): string[] {
  if (recomputed) return recomputed.microsteps.flatMap(({ taken }) => taken.map(transitionIdOf));
  if (!step?.microsteps || !chart) return [];
  return step.microsteps.flatMap(({ taken }) => taken.flatMap((one) => placeOf(one, chart) ?? []));
}

/** The transition of the chart that an app tells of. XState makes events of what is written under other names. */
function placeOf({ source, event, index, targets }: SeenTransition, chart: Chart): string | undefined {
  const node = places(chart).get(source)?.node;
  const fits = (node?.transitions ?? []).filter((one) => isTrigger(one, event));
  const found =
    (index === undefined ? undefined : fits.find((one) => one.index === index)) ??
    fits.find((one) => leadsTo(one, targets)) ??
    fits[0];
  if (!found) return undefined;
  const { slot, event: written, index: at } = found;
  return transitionId({
    source: pathOf(source),
    slot,
    ...(written === undefined ? {} : { event: written }),
    index: at,
  });
}

function isTrigger({ slot, event }: Transition, told: string): boolean {
  switch (slot) {
    case "on":
      return event === told;
    case "always":
      return told === "";
    case "after":
      return told.startsWith(`xstate.after.${event}.`);
    case "onDone":
      return told.startsWith("xstate.done.state.");
    default:
      return /^xstate\.(done|error)\.actor\./.test(told) && slot.startsWith("invoke.");
  }
}

const leadsTo = ({ targets }: Transition, told: readonly string[]): boolean =>
  targets.map(({ resolved }) => (resolved ?? []).join(".")).join() === told.join();
