import type { Chart } from "#core/chart/chart.ts";
import { activeCandidates, candidatesFor } from "#core/inspect/candidates.ts";
import type { Recomputed } from "#core/inspect/recompute.ts";
import type { InspectedStep } from "#core/inspect/session.ts";

/**
 * What can be said of an event that changed nothing, as the last part of a key below `inspect.unchanged`: by what the app did, by our copy of its
 * machine, or by the guards that its definition has.
 * @param recomputed the same step of our copy, where it was played @param chart the machine as the app gives it, where that is whole
 */
export function unchangedKey(
  { unchanged, event: { type }, after }: InspectedStep,
  recomputed: Pick<Recomputed, "refused"> | undefined,
  chart: Chart | undefined,
): "sent" | "copy-refuses" | "copy-takes" | "guarded" | "unguarded" | "open" {
  if (unchanged?.sent) return "sent";
  if (recomputed) return recomputed.refused ? "copy-refuses" : "copy-takes";
  if (!chart || after?.value === undefined) return "open";
  const candidates = activeCandidates(candidatesFor(chart, type), after.value);
  if (candidates.length === 0) return "open";
  return candidates.every(({ transition }) => transition.guard) ? "guarded" : "unguarded";
}
