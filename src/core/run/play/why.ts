import type { Considered, GuardTrial } from "#core/run/play/microstep.ts";
import type { PlayEvent, PlayFault, Reason } from "#core/run/play/play.ts";

/**
 * Why an event would be taken now, or why not: any event, of any seat, with any payload. All evaluation is done by XState
 * itself, nothing happens. Plain JSON. Ids as in `chart/places.ts`.
 */
export interface WhyAnswer {
  readonly event: PlayEvent;
  /** Whether it would be taken: what `can` says. */
  readonly enabled: boolean;
  /** Why not, as a refusal says it; with code "payload" the faults of its fields. */
  readonly reasons: readonly Reason[];
  /** The active states that could handle it, in the order in which XState comes to them: from the innermost out, region after region. */
  readonly levels: readonly WhyLevel[];
  /** Path ids of states that are not active and could handle it, "" for the machine; their guards are not evaluated. */
  readonly elsewhere: readonly string[];
  /** Machine code that failed when it was evaluated or tried. */
  readonly fault?: PlayFault;
}

/** A state with its candidates for the event. */
export interface WhyLevel {
  /** Path id; "" for the machine. */
  readonly state: string;
  /** The region of a parallel state that it lies in, the innermost one. */
  readonly region?: string;
  readonly candidates: readonly WhyCandidate[];
}

/** A transition that could handle the event: one that was evaluated is reported as in a microstep. */
export interface WhyCandidate extends Omit<Considered, "verdict" | "guard"> {
  readonly targets: readonly string[];
  /** Whether XState comes to it at all. */
  readonly asked: boolean;
  /** Null when it is not evaluated. */
  readonly verdict: boolean | null;
  /** Ids of the transitions before it that take the event, so that it is not evaluated; or, of one that held, that won over it. */
  readonly behind?: readonly string[];
  /** Absent without a guard; of one that was not evaluated no verdict is reported. */
  readonly guard?: GuardTrial;
}
