import { PlayError, type Outcome, type PlayState } from "#core/run/play.ts";
import type { Runner } from "#core/run/playRequest.ts";
import type { Run } from "#core/run/run.ts";
import type { Divergence, Scenario, ScenarioStep } from "#core/run/scenario.ts";
import { compare } from "#core/run/expectations.ts";
import { addStep, cursorStep, startRun } from "#core/run/timeline.ts";

export interface Replayed {
  /** The run up to the divergence, or whole. Refused events leave no step. */
  readonly run: Run | null;
  readonly divergence?: Divergence;
}

/**
 * Plays a scenario and compares every step with what it expects; stops at the first divergence. A fault of the machine is one too.
 * @throws PlayError only for faults that are not the machine's (`load-error`, `over-budget`)
 */
export async function replayScenario(
  ask: Runner["ask"],
  scenario: Scenario,
  machineHash: string,
): Promise<Replayed> {
  let run: Run | null = null;
  const saved = new Map<string, PlayState>();
  for (const [index, step] of [{}, ...scenario.steps].entries()) {
    // Index 0 is the start itself, which no step of the file stands for: what goes wrong there is at step -1.
    const at = index - 1;
    try {
      if (!run) {
        run = startRun(
          machineHash,
          scenario.input ?? {},
          await ask({ do: "start", input: scenario.input ?? {} }),
        );
        continue;
      }
      const made: { run: Run; outcome: Outcome; sent: boolean; missing?: string } = await play(
        ask,
        run,
        step,
        saved,
      );
      run = made.run;
      if (made.missing !== undefined)
        return {
          run,
          divergence: { step: at, what: "restore", expected: made.missing, got: [...saved.keys()] },
        };
      const { state } = made.outcome;
      const divergence = await compare(at, step.expect ?? {}, made.outcome, made.sent, (event) =>
        ask({ do: "can", state, event }),
      );
      if (divergence) return { run, divergence };
    } catch (error) {
      if (
        !(error instanceof PlayError) ||
        error.fault.code === "load-error" ||
        error.fault.code === "over-budget"
      )
        throw error;
      return { run, divergence: { step: at, what: "fault", expected: null, got: error.fault.message } };
    }
  }
  return { run };
}

async function play(
  ask: Runner["ask"],
  run: Run,
  step: ScenarioStep,
  saved: Map<string, PlayState>,
): Promise<{ run: Run; outcome: Outcome; sent: boolean; missing?: string }> {
  const here = cursorStep(run).outcome;
  if (step.send) {
    const outcome = await ask({ do: "send", state: here.state, event: step.send });
    return {
      run: outcome.refused ? run : addStep(run, { kind: "send", event: step.send }, outcome),
      outcome,
      sent: true,
    };
  }
  if (step.advance !== undefined) {
    const outcome = await ask({ do: "advance", state: here.state, ms: step.advance });
    return { run: addStep(run, { kind: "advance", ms: step.advance }, outcome), outcome, sent: false };
  }
  if (step.answer) {
    const outcome = await ask({ do: "answer", state: here.state, answer: step.answer });
    return { run: addStep(run, { kind: "answer", answer: step.answer }, outcome), outcome, sent: false };
  }
  if (step.edit) {
    const outcome = await ask({ do: "edit", state: here.state, edit: step.edit });
    return { run: addStep(run, { kind: "edit", edit: step.edit }, outcome), outcome, sent: false };
  }
  if (step.restore !== undefined) {
    const state = saved.get(step.restore);
    if (!state) return { run, outcome: here, sent: false, missing: step.restore };
    const outcome = await ask({ do: "restore", state });
    return { run: addStep(run, { kind: "restore", name: step.restore }, outcome), outcome, sent: false };
  }
  // A save goes through JSON, as it would on its way to a file.
  if (step.save !== undefined) saved.set(step.save, JSON.parse(JSON.stringify(here.state)) as PlayState);
  return { run, outcome: here, sent: false };
}
