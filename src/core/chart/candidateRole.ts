import type { StateNode, Transition } from "#core/chart/chart.ts";

/** How a candidate is tried: alone, first, after others, or when none of the others was enabled. */
export type CandidateRole = "only" | "if" | "else-if" | "else";

/** The place of a transition among those of its state for the same trigger, in the order in which XState tries them. */
export function candidateRole(transition: Transition, source: StateNode): CandidateRole {
  if (candidatesBefore(transition, source).length > 0) return transition.guard ? "else-if" : "else";
  return transition.guard ? "if" : "only";
}

/** The candidates of the same trigger that XState tries before a transition, in their order. */
export const candidatesBefore = (transition: Transition, source: StateNode): readonly Transition[] =>
  source.transitions
    .filter(
      (type) =>
        type.slot === transition.slot && type.event === transition.event && type.index < transition.index,
    )
    .toSorted((a, b) => a.index - b.index);
