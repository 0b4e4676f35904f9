import type { JsonObject } from "#core/text/json.ts";
import type { GivenVerdict, SentAs } from "#core/run/play/verdict.ts";
import type { HandEdit, Outcome, PlayAnswer, PlayEvent } from "#core/run/play/play.ts";

/** What a step did. A run's first step is its `start`. */
export type StepDo =
  | (Verdicts & { readonly kind: "start"; readonly input: JsonObject })
  | (Verdicts & SentAs & { readonly kind: "send"; readonly event: PlayEvent })
  | (Verdicts & { readonly kind: "advance"; readonly ms: number })
  | (Verdicts & { readonly kind: "answer"; readonly answer: PlayAnswer })
  | { readonly kind: "restore"; readonly name: string }
  /** Changed by hand: nothing of the machine led here. */
  | { readonly kind: "edit"; readonly edit: HandEdit };

/** A person's verdicts on the guards that the machine does not work out; part of the step, so that a replay asks nobody. */
interface Verdicts {
  readonly verdicts?: readonly GivenVerdict[];
}

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

/** What a person wrote to a step. */
export interface Mark {
  /** Name of the branch that begins here. */
  readonly name?: string;
  readonly bookmark?: true;
  readonly note?: string;
}

/** A tree of steps and where one stands in it. Stepping back moves the cursor; nothing runs again. */
export interface Run {
  readonly machineHash: string;
  readonly steps: readonly Step[];
  readonly cursor: number;
  /** The tip of the branch in view: the timeline shows the way from the start to it. */
  readonly tip: number;
  /** By the step's id; left out while there are none. */
  readonly marks?: Readonly<Record<number, Mark>>;
  /** Steps that were deleted with all that came of them, oldest deletion first; they stay in `steps` until the run is played again. */
  readonly pruned?: readonly number[];
}
