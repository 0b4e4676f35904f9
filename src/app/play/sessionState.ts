import type { Chart } from "#core/chart/chart.ts";
import type { Option, Outcome, PlayEvent, PlayFault } from "#core/run/play/play.ts";
import type { SiblingCode } from "#core/run/play/playRequest.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { RefusedEvent } from "#core/run/scenario/replay.ts";
import type { NamesNow } from "#core/run/scenario/renamedBetween.ts";
import type { Run } from "#core/run/timeline/run.ts";
import type { Divergence, Scenario, WorkStop } from "#core/run/scenario/scenario.ts";
import { jsonEqual } from "#core/text/json.ts";
import type { HandedScenario } from "#app/studio/StudioState.ts";
import type { PendingGuard } from "#app/play/why/pendingGuard.ts";

/** What a run is played on: the text of one moment. */
export interface Playable {
  readonly code: string;
  readonly lang: "ts" | "js";
  readonly machine: string | number;
  readonly hash: string;
  readonly spec: PlaySpec;
  /** The files of the project that the code imports. */
  readonly siblings?: SiblingCode;
}

export interface SessionState {
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly busy: boolean;
  readonly run: Run | null;
  /** The microstep of the cursor's step that is looked at; null for the step as a whole. */
  readonly micro: number | null;
  /** What may be sent at the cursor, by seat. */
  readonly options: readonly Option[];
  readonly fault: PlayFault | null;
  /** An event that was refused at the cursor: shown in the timeline, part of no run. */
  readonly refused: { readonly step: number; readonly event: PlayEvent; readonly outcome: Outcome } | null;
  /** All that were refused in this run, at the steps at which they were sent. */
  readonly refusals: readonly RefusedEvent[];
  /** After an edit: the run as it was, where the new machine first went another way, and what it was played again under another name for. */
  readonly before: {
    readonly run: Run;
    readonly divergence: Divergence | null;
    /** Where playing it again ended for too much work. */
    readonly stop?: WorkStop;
    readonly names?: NamesNow;
  } | null;
  /** The newest text has no machine that can be played: the run goes on with the previous one. */
  readonly notTaken: PlayFault | null;
  /** The old run is looked at. */
  readonly showBefore: boolean;
  readonly replayed: ReplayedScenario | null;
  /** A step that waits for a person: a guard that the machine does not work out has to be answered. */
  readonly pendingGuard: PendingGuard | null;
  /** The machine that the run is on. */
  readonly playable: Playable | null;
  readonly chart: Chart | null;
}

/** A scenario that the run is a replay of. */
export interface ReplayedScenario {
  /** Its title. */
  readonly name: string;
  /** Its name among those of the game. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly divergence: Divergence | null;
  /** Where the machine came to too much work; how it goes is not known then. */
  readonly stop?: WorkStop;
  /** Handed over by the inspector; it is none of the game's before it is saved. */
  readonly handed?: HandedScenario;
  /** What can be done about its difference is shown at once. */
  readonly repairs?: true;
  /** A clause before which the run is looked at. */
  readonly clause?: string;
}

/** No run. */
export const NO_RUN: SessionState = {
  phase: "idle",
  busy: false,
  run: null,
  micro: null,
  options: [],
  fault: null,
  refused: null,
  refusals: [],
  before: null,
  notTaken: null,
  showBefore: false,
  replayed: null,
  pendingGuard: null,
  playable: null,
  chart: null,
};

/** The refusals with one more; the same event at the same step is refused once, however often it is sent. */
export const withRefusal = (
  all: readonly RefusedEvent[],
  refusedEvent: RefusedEvent,
): readonly RefusedEvent[] => [
  ...all.filter((other) => other.after !== refusedEvent.after || !jsonEqual(other.event, refusedEvent.event)),
  refusedEvent,
];
