import {
  PlayError,
  type Outcome,
  type PlayEvent,
  type PlayFault,
  type PlayState,
} from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { Run, Step, StepDo } from "#core/run/timeline/run.ts";
import { sentWith, verdictsOf, type GivenVerdict, type SentAs } from "#core/run/play/verdict.ts";
import type { Divergence, Scenario, ScenarioStep, WorkStop } from "#core/run/scenario/scenario.ts";
import { compare } from "#core/run/scenario/expectations.ts";
import { addStep, cursorStep, goneSteps, startRun } from "#core/run/timeline/timeline.ts";

/** An event that was refused: it changed nothing, so it is no step of the run, but it was tried there. */
export interface RefusedEvent extends SentAs {
  /** Id of the step of the run at which it was sent. */
  readonly after: number;
  readonly event: PlayEvent;
  readonly outcome: Outcome;
  /** What was said of the guards that the machine does not work out. */
  readonly verdicts?: readonly GivenVerdict[];
}

/** How far a replay is: the run so far, what was refused on the way, and what can be gone back to. */
export interface Standing {
  readonly run: Run;
  readonly refusals: readonly RefusedEvent[];
  readonly saved: ReadonlyMap<string, PlayState>;
}

export interface Replayed {
  /** The run up to the divergence, or whole. */
  readonly run: Run | null;
  readonly refusals: readonly RefusedEvent[];
  /** Never beside a stop. */
  readonly divergence?: Divergence;
  /** The machine came to too much work: the scenario goes neither as expected nor otherwise. */
  readonly stop?: WorkStop;
  /** What the machine failed with, beside the divergence that says so. */
  readonly fault?: PlayFault;
}

export interface ReplayOptions {
  /** `tip`: of the run only where it ends is kept, and none is given; for who wants to know how it went, be it as long as it may. */
  readonly keep?: "run" | "tip";
  /** Whether each view has the enabled moves, as a run that is shown needs them; to look for them takes longest. */
  readonly enabled?: boolean;
  /** Is called with the outcome of the start, and of each step that does something. */
  readonly each?: (outcome: Outcome) => void;
}

/**
 * Plays a scenario and compares every step with what it expects; ends at the first divergence, or where the machine is stopped. A fault of
 * the machine is a divergence too.
 * @throws PlayError only for faults that are not the machine's (`load-error`)
 */
export async function replayScenario(
  ask: Runner["ask"],
  scenario: Scenario,
  machineHash: string,
  options: ReplayOptions = {},
): Promise<Replayed> {
  let start: Standing;
  try {
    start = await beginScenario(ask, scenario, machineHash, { enabled: options.enabled ?? false });
  } catch (error) {
    // The start itself, which no step of the file stands for.
    return { run: null, refusals: [], ...endAt(-1, error) };
  }
  options.each?.(cursorStep(start.run).outcome);
  return replaySteps(ask, start, scenario.steps, 0, options);
}

/** The start of a scenario, before its first step. @throws PlayError */
export async function beginScenario(
  ask: Runner["ask"],
  { input = {}, verdicts }: Scenario,
  machineHash: string,
  { enabled = true }: Pick<ReplayOptions, "enabled"> = {},
): Promise<Standing> {
  const given = verdictsOf({ verdicts });
  const outcome = await ask({ do: "start", input, ...given, ...shownOf(enabled) });
  const run = startRun(machineHash, input, outcome, given);
  return { run, refusals: [], saved: new Map() };
}

/** Goes on with the steps of a scenario from one of them. */
export async function replaySteps(
  ask: Runner["ask"],
  standing: Standing,
  steps: readonly ScenarioStep[],
  from: number,
  { keep = "run", enabled = false, each }: ReplayOptions = {},
): Promise<Replayed> {
  const track = new Track(standing, keep);
  for (const [at, step] of steps.entries()) {
    if (at < from) continue;
    try {
      const outcome = await makeStep(ask, track, step, enabled);
      track.add(outcome);
      if (outcome.did || outcome.refused) each?.(outcome.outcome);
      const divergence = await divergenceOf(ask, at, step, { ...outcome, saved: track.saved });
      if (divergence) return { ...track.ends(), divergence };
    } catch (error) {
      return { ...track.ends(), ...endAt(at, error) };
    }
  }
  return track.ends();
}

/** The position of a replay before a step. */
interface Place {
  readonly current: Outcome;
  /** Id of the step of the run. */
  readonly cursor: number;
  readonly saved: ReadonlyMap<string, PlayState>;
}

/** A replay in progress. It grows in place: copied for each step, a long scenario would cost the square of its length. */
class Track implements Place {
  readonly #standing: Standing;
  readonly #keep: ReplayOptions["keep"];
  readonly #steps: Step[];
  readonly #refusals: RefusedEvent[];
  readonly saved: Map<string, PlayState>;
  current: Outcome;
  cursor: number;

  constructor(standing: Standing, keep: ReplayOptions["keep"]) {
    const { run, refusals, saved } = standing;
    this.#standing = standing;
    this.#keep = keep;
    this.#steps = [...run.steps];
    this.#refusals = [...refusals];
    this.saved = new Map(saved);
    this.current = cursorStep(run).outcome;
    this.cursor = run.cursor;
  }

  add({ outcome, did, refused, save }: StepResult): void {
    if (save) this.saved.set(save.name, save.state);
    const isKept = this.#keep === "run";
    if (refused && isKept) this.#refusals.push(refused);
    if (!did) return;
    this.current = outcome;
    if (!isKept) return;
    const id = this.#steps.length;
    this.#steps.push({ id, parent: this.cursor, do: did, outcome });
    this.cursor = id;
  }

  ends(): Replayed {
    if (this.#keep === "tip") return { run: null, refusals: [] };
    const { cursor } = this;
    const tip = cursor === this.#standing.run.cursor ? this.#standing.run.tip : cursor;
    return { run: { ...this.#standing.run, steps: this.#steps, cursor, tip }, refusals: this.#refusals };
  }
}

/** The outcomes of a run and of the events that were refused in it, without those that were deleted. */
export function outcomesOf(run: Run | null, refusals: readonly RefusedEvent[]): readonly Outcome[] {
  const gone = run ? goneSteps(run) : new Set<number>();
  const steps = run?.steps.filter(({ id }) => !gone.has(id)) ?? [];
  return [...steps, ...refusals.filter(({ after }) => !gone.has(after))].map(({ outcome }) => outcome);
}

/** The result of a step of a scenario. */
interface StepResult {
  readonly outcome: Outcome;
  readonly sent: boolean;
  /** It is a step of the run. */
  readonly did?: StepDo;
  readonly refused?: RefusedEvent;
  readonly save?: { readonly name: string; readonly state: PlayState };
  /** It goes back to a name that nothing was saved under. */
  readonly missing?: string;
}

/** The same, with the standing of the play after it. */
export interface PlayedStep extends StepResult {
  readonly standing: Standing;
}

/** The divergence of a step from its expectation. */
export async function divergenceOf(
  ask: Runner["ask"],
  at: number,
  { expect = {} }: ScenarioStep,
  { outcome, sent, missing, saved }: StepResult & Pick<Standing, "saved">,
): Promise<Divergence | undefined> {
  if (missing !== undefined) return { step: at, what: "restore", expected: missing, got: [...saved.keys()] };
  return compare(at, expect, outcome, sent, (event) => ask({ do: "can", state: outcome.state, event }));
}

/** Plays one step of a scenario. @throws PlayError when the machine fails */
export async function playStep(
  ask: Runner["ask"],
  standing: Standing,
  step: ScenarioStep,
): Promise<PlayedStep> {
  const { run, refusals, saved } = standing;
  const madeStep = await makeStep(
    ask,
    { current: cursorStep(run).outcome, cursor: run.cursor, saved },
    step,
    true,
  );
  const { did, outcome, refused, save } = madeStep;
  return {
    ...madeStep,
    standing: {
      run: did ? addStep(run, did, outcome) : run,
      refusals: refused ? [...refusals, refused] : refusals,
      saved: save ? new Map([...saved, [save.name, save.state]]) : saved,
    },
  };
}

async function makeStep(
  ask: Runner["ask"],
  { current, cursor, saved }: Place,
  step: ScenarioStep,
  enabled: boolean,
): Promise<StepResult> {
  const { state } = current;
  const shown = shownOf(enabled);
  const given = verdictsOf(step);
  if (step.send) {
    const event = step.send;
    const sent = sentWith(step);
    const outcome = await ask({ do: "send", state, event, ...sent, ...shown });
    if (!outcome.refused) return { outcome, sent: true, did: { kind: "send", event, ...sent } };
    return { outcome, sent: true, refused: { after: cursor, event, outcome, ...sent } };
  }
  if (step.advance !== undefined) {
    const ms = step.advance;
    const outcome = await ask({ do: "advance", state, ms, ...given, ...shown });
    return { outcome, sent: false, did: { kind: "advance", ms, ...given } };
  }
  if (step.answer) {
    const { answer } = step;
    const outcome = await ask({ do: "answer", state, answer, ...given, ...shown });
    return { outcome, sent: false, did: { kind: "answer", answer, ...given } };
  }
  if (step.edit) {
    const { edit } = step;
    return {
      outcome: await ask({ do: "edit", state, edit, ...shown }),
      sent: false,
      did: { kind: "edit", edit },
    };
  }
  if (step.restore !== undefined) {
    const name = step.restore;
    const held = saved.get(name);
    if (!held) return { outcome: current, sent: false, missing: name };
    const outcome = await ask({ do: "restore", state: held, ...shown });
    return { outcome, sent: false, did: { kind: "restore", name } };
  }
  if (step.save === undefined) return { outcome: current, sent: false };
  // A save goes through JSON, as it would on its way to a file.
  const copy = JSON.parse(JSON.stringify(state)) as PlayState;
  return { outcome: current, sent: false, save: { name: step.save, state: copy } };
}

const shownOf = (enabled: boolean) => (enabled ? {} : ({ enabled: false } as const));

/** A fault of the machine as the end of a replay. @throws what is none */
function endAt(step: number, error: unknown): Pick<Replayed, "divergence" | "stop" | "fault"> {
  if (!(error instanceof PlayError) || error.fault.code === "load-error") throw error;
  const { fault } = error;
  if (fault.code === "over-budget") return { stop: { step, fault } };
  return { divergence: { step, what: "fault", expected: null, got: fault.message }, fault };
}
