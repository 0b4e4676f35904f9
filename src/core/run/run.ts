import type { JsonObject } from "#core/text/json.ts";
import type { Outcome, PlayAnswer, PlayEvent } from "#core/run/play.ts";

/** What a step did. A run's first step is its `start`. */
export type StepDo =
  | { readonly kind: "start"; readonly input: JsonObject }
  | { readonly kind: "send"; readonly event: PlayEvent }
  | { readonly kind: "advance"; readonly ms: number }
  | { readonly kind: "answer"; readonly answer: PlayAnswer }
  | { readonly kind: "restore"; readonly name: string };

/** One step of a run with everything it led to. Never changed once made. */
export interface Step {
  readonly id: number;
  /** The step before it; null for the start. Steps with the same parent are branches. */
  readonly parent: number | null;
  readonly do: StepDo;
  readonly outcome: Outcome;
  /** Name given by `save` at this step. */
  readonly saved?: string;
}

/** A tree of steps and where one stands in it. Stepping back moves the cursor; nothing runs again. */
export interface Run {
  readonly machineHash: string;
  readonly steps: readonly Step[];
  readonly cursor: number;
  /** The tip of the branch in view: the timeline shows the way from the start to it. */
  readonly tip: number;
}
