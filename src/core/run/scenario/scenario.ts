import type { Json, JsonObject } from "#core/text/json.ts";
import type { HandEdit, PlayAnswer, PlayEvent, PlayFault } from "#core/run/play/play.ts";
import type { GivenVerdict, SentAs } from "#core/run/play/verdict.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";

/** A recorded play with expectations (FORMATS "A scenario"). */
export interface Scenario {
  readonly format: 1;
  readonly title: Texts;
  readonly input?: JsonObject;
  readonly seed?: number;
  /** Hash of the machine text it was recorded on. */
  readonly machine?: string;
  readonly clauses?: readonly string[];
  /** For the guards that the machine does not work out and asks as it starts. */
  readonly verdicts?: readonly GivenVerdict[];
  readonly steps: readonly ScenarioStep[];
}

/** `untyped` stands beside `send`. */
export interface ScenarioStep extends SentAs {
  readonly send?: PlayEvent;
  readonly advance?: number;
  readonly save?: string;
  readonly restore?: string;
  readonly answer?: PlayAnswer;
  /** Of a step that sends, waits or answers: for the guards that the machine does not work out. */
  readonly verdicts?: readonly GivenVerdict[];
  /** Changed by hand: nothing of the machine led here. */
  readonly edit?: HandEdit;
  readonly expect?: Expectation;
  readonly note?: Texts | string;
  readonly clauses?: readonly string[];
}

export interface Expectation {
  readonly in?: readonly string[];
  readonly notIn?: readonly string[];
  readonly context?: JsonObject;
  readonly can?: readonly PlayEvent[];
  readonly cannot?: readonly PlayEvent[];
  readonly refused?: boolean | { readonly guard?: string; readonly clause?: string };
  readonly status?: "active" | "done" | "error" | "stopped";
  readonly output?: Json;
}

/** The first place where a replay differs from what a scenario expects. `step` counts from 0; -1 is the start of the play. */
export interface Divergence {
  readonly step: number;
  readonly what:
    | "in"
    | "notIn"
    | "context"
    | "can"
    | "cannot"
    | "refused"
    | "accepted"
    | "status"
    | "output"
    | "fault"
    | "restore";
  readonly expected: Json;
  readonly got: Json;
  /** Dotted path, for context. */
  readonly at?: string;
}

/**
 * Where a play was stopped, because the machine came to more work than it may: whether it goes as expected is not known. `step` counts as
 * that of a divergence.
 */
export interface WorkStop {
  readonly step: number;
  /** With code "over-budget". */
  readonly fault: PlayFault;
}

/** Whether what came of a replay is a stop. */
export const isWorkStop = (result: Divergence | WorkStop): result is WorkStop => "fault" in result;

/** Whether a step does something: others only look, or keep the place. */
const doesSomething = ({ send, advance, restore, answer, edit }: ScenarioStep): boolean =>
  [send, advance, restore, answer, edit].some((deed) => deed !== undefined);

/** How many steps a scenario has as a person counts them: what is done, from 1 on. The start is no step, nor is a look at where it stands. */
export const stepCount = (steps: readonly ScenarioStep[]): number => steps.filter(doesSomething).length;

/** The number of a step by its place in the file; of one that only looks that of the step before it, 0 for the start. */
export const stepNumber = (steps: readonly ScenarioStep[], place: number): number =>
  stepCount(steps.slice(0, place + 1));
