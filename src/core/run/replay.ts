import { PlayError, type Outcome, type PlayEvent, type PlayState } from "#core/run/play.ts";
import type { Runner } from "#core/run/playRequest.ts";
import type { Run } from "#core/run/run.ts";
import { sentWith, verdictsOf, type GivenVerdict, type SentAs } from "#core/run/verdict.ts";
import type { Divergence, Scenario, ScenarioStep } from "#core/run/scenario.ts";
import { compare } from "#core/run/expectations.ts";
import { addStep, cursorStep, goneSteps, startRun } from "#core/run/timeline.ts";

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
  readonly divergence?: Divergence;
}

/** What becomes of a step that takes too long: the replay throws, or it is where the scenario differs. */
export type TooLong = "throws" | "differs";

/**
 * Plays a scenario and compares every step with what it expects; stops at the first divergence. A fault of the machine is one too.
 * @throws PlayError only for faults that are not the machine's (`load-error`, and `over-budget` unless that differs)
 */
export async function replayScenario(
  ask: Runner["ask"],
  scenario: Scenario,
  machineHash: string,
  tooLong: TooLong = "throws",
): Promise<Replayed> {
  try {
    const start = await beginScenario(ask, scenario, machineHash);
    return await replaySteps(ask, start, scenario.steps, 0, tooLong);
  } catch (error) {
    // The start itself, which no step of the file stands for.
    return { run: null, refusals: [], divergence: faultAt(-1, error, tooLong) };
  }
}

/** The start of a scenario, before its first step. @throws PlayError */
export async function beginScenario(
  ask: Runner["ask"],
  { input = {}, verdicts }: Scenario,
  machineHash: string,
): Promise<Standing> {
  const given = verdictsOf({ verdicts });
  const outcome = await ask({ do: "start", input, ...given });
  const run = startRun(machineHash, input, outcome, given);
  return { run, refusals: [], saved: new Map() };
}

/** Goes on with the steps of a scenario from one of them. */
export async function replaySteps(
  ask: Runner["ask"],
  standing: Standing,
  steps: readonly ScenarioStep[],
  from: number,
  tooLong: TooLong = "throws",
): Promise<Replayed> {
  let now = standing;
  for (const [at, step] of steps.entries()) {
    if (at < from) continue;
    try {
      const played = await playStep(ask, now, step);
      now = played.standing;
      const divergence = await divergenceOf(ask, at, step, played);
      if (divergence) return { run: now.run, refusals: now.refusals, divergence };
    } catch (error) {
      return { run: now.run, refusals: now.refusals, divergence: faultAt(at, error, tooLong) };
    }
  }
  return { run: now.run, refusals: now.refusals };
}

/** What a run and the events that were refused in it tell; nothing of what was deleted. */
export function toldBy(run: Run | null, refusals: readonly RefusedEvent[]): readonly Outcome[] {
  const gone = run ? goneSteps(run) : new Set<number>();
  const steps = run?.steps.filter(({ id }) => !gone.has(id)) ?? [];
  return [...steps, ...refusals.filter(({ after }) => !gone.has(after))].map(({ outcome }) => outcome);
}

/** What a step of a scenario led to. */
export interface PlayedStep {
  readonly standing: Standing;
  readonly outcome: Outcome;
  readonly sent: boolean;
  /** It goes back to a name that nothing was saved under. */
  readonly missing?: string;
}

/** Where a step went otherwise than it expects. */
export async function divergenceOf(
  ask: Runner["ask"],
  at: number,
  { expect = {} }: ScenarioStep,
  { standing, outcome, sent, missing }: PlayedStep,
): Promise<Divergence | undefined> {
  if (missing !== undefined)
    return { step: at, what: "restore", expected: missing, got: [...standing.saved.keys()] };
  return compare(at, expect, outcome, sent, (event) => ask({ do: "can", state: outcome.state, event }));
}

/** Plays one step of a scenario. @throws PlayError when the machine fails */
export async function playStep(
  ask: Runner["ask"],
  standing: Standing,
  step: ScenarioStep,
): Promise<PlayedStep> {
  const { run, refusals, saved } = standing;
  const here = cursorStep(run).outcome;
  const { state } = here;
  const given = verdictsOf(step);
  const led = (outcome: Outcome, what: Parameters<typeof addStep>[1], sent = false): PlayedStep => ({
    standing: { ...standing, run: addStep(run, what, outcome) },
    outcome,
    sent,
  });
  if (step.send) {
    const event = step.send;
    const sent = sentWith(step);
    const outcome = await ask({ do: "send", state, event, ...sent });
    if (!outcome.refused) return led(outcome, { kind: "send", event, ...sent }, true);
    const refused = { after: run.cursor, event, outcome, ...sent };
    return { standing: { ...standing, refusals: [...refusals, refused] }, outcome, sent: true };
  }
  if (step.advance !== undefined) {
    const ms = step.advance;
    return led(await ask({ do: "advance", state, ms, ...given }), { kind: "advance", ms, ...given });
  }
  if (step.answer) {
    const { answer } = step;
    return led(await ask({ do: "answer", state, answer, ...given }), { kind: "answer", answer, ...given });
  }
  if (step.edit) {
    const { edit } = step;
    return led(await ask({ do: "edit", state, edit }), { kind: "edit", edit });
  }
  if (step.restore !== undefined) {
    const name = step.restore;
    const held = saved.get(name);
    if (!held) return { standing, outcome: here, sent: false, missing: name };
    return led(await ask({ do: "restore", state: held }), { kind: "restore", name });
  }
  // A save goes through JSON, as it would on its way to a file.
  const kept = JSON.parse(JSON.stringify(state)) as PlayState;
  return {
    standing:
      step.save === undefined ? standing : { ...standing, saved: new Map([...saved, [step.save, kept]]) },
    outcome: here,
    sent: false,
  };
}

/** A fault of the machine as a divergence. @throws what is none */
function faultAt(step: number, error: unknown, tooLong: TooLong): Divergence {
  if (
    !(error instanceof PlayError) ||
    error.fault.code === "load-error" ||
    (error.fault.code === "over-budget" && tooLong === "throws")
  )
    throw error;
  return { step, what: "fault", expected: null, got: error.fault.message };
}
