import { jsonEqual } from "#core/text/json.ts";
import { PlayError, type Outcome } from "#core/run/play.ts";
import type { Runner } from "#core/run/playRequest.ts";
import type { Run } from "#core/run/run.ts";
import type { Divergence } from "#core/run/scenario.ts";
import { changes } from "#core/run/contextChange.ts";
import { addStep, cursorStep, startRun, way } from "#core/run/timeline.ts";

/**
 * Plays the way in view of an old run on a machine that was edited. Goes on while the events are accepted, notes the first step
 * that differs, and stops where an event is refused or the machine fails. `run` is null when it cannot even start.
 */
export async function rerun(
  ask: Runner["ask"],
  old: Run,
  machineHash: string,
): Promise<{ run: Run | null; divergence?: Divergence }> {
  let run: Run | null = null;
  let divergence: Divergence | undefined;
  for (const [index, step] of way(old).entries()) {
    const what = step.do;
    try {
      const before: Run | null = run;
      if (what.kind === "start" || !before) {
        const input = what.kind === "start" ? what.input : {};
        const outcome = await ask({ do: "start", input });
        run = startRun(machineHash, input, outcome);
        divergence ??= differs(index, step.outcome, outcome);
        continue;
      }
      const { state } = cursorStep(before).outcome;
      const outcome: Outcome =
        what.kind === "send"
          ? await ask({ do: "send", state, event: what.event })
          : what.kind === "advance"
            ? await ask({ do: "advance", state, ms: what.ms })
            : what.kind === "answer"
              ? await ask({ do: "answer", state, answer: what.answer })
              : await ask({ do: "restore", state: step.outcome.state });
      if (outcome.refused) {
        const names = outcome.reasons.map((r) => r.guard ?? r.code);
        return {
          run: before,
          divergence: divergence ?? { step: index, what: "accepted", expected: true, got: names },
        };
      }
      run = addStep(before, what, outcome);
      divergence ??= differs(index, step.outcome, outcome);
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      return {
        run,
        divergence: divergence ?? { step: index, what: "fault", expected: null, got: error.fault.message },
      };
    }
  }
  return divergence ? { run, divergence } : { run };
}

function differs(step: number, was: Outcome, is: Outcome): Divergence | undefined {
  if (!jsonEqual(was.view.in, is.view.in))
    return { step, what: "in", expected: [...was.view.in], got: [...is.view.in] };
  const first = changes(was.view.context, is.view.context)[0];
  if (first)
    return { step, what: "context", expected: first.before ?? null, got: first.after ?? null, at: first.at };
  if (was.view.status !== is.view.status)
    return { step, what: "status", expected: was.view.status, got: is.view.status };
  const [before, after] = [was.view.output ?? null, is.view.output ?? null];
  return jsonEqual(before, after) ? undefined : { step, what: "output", expected: before, got: after };
}
