import type { JsonObject } from "#core/text/json.ts";
import type { Outcome } from "#core/run/play.ts";
import type { Run, Step, StepDo } from "#core/run/run.ts";

/** A run of one step: its start. */
export function startRun(machineHash: string, input: JsonObject, outcome: Outcome): Run {
  return {
    machineHash,
    steps: [{ id: 0, parent: null, do: { kind: "start", input }, outcome }],
    cursor: 0,
    tip: 0,
  };
}

/** The run with a step after the cursor. Where the cursor is no tip this begins a branch; what was there stays. */
export function addStep(run: Run, what: StepDo, outcome: Outcome): Run {
  const id = run.steps.length;
  return {
    ...run,
    steps: [...run.steps, { id, parent: run.cursor, do: what, outcome }],
    cursor: id,
    tip: id,
  };
}

/** The step of an id, or undefined. Ids are places in `steps`. */
export const stepOf = (run: Run, id: number): Step | undefined => run.steps[id];

/** The step that the cursor stands on. */
export function cursorStep(run: Run): Step {
  const step = run.steps[run.cursor];
  if (!step)
    throw new Error(`The cursor ${run.cursor} lies outside the ${run.steps.length} steps of the run`);
  return step;
}

/** The steps from the start to the tip in view. */
export function way(run: Run): Step[] {
  const out: Step[] = [];
  for (
    let step = stepOf(run, run.tip);
    step;
    step = step.parent === null ? undefined : stepOf(run, step.parent)
  )
    out.push(step);
  return out.reverse();
}

/**
 * Moves the cursor to a step. When it is not on the way in view, the way changes to the branch that holds it, up to the newest step
 * that comes of it. Nothing runs.
 */
export function moveTo(run: Run, id: number): Run {
  if (!stepOf(run, id)) return run;
  if (way(run).some((step) => step.id === id)) return { ...run, cursor: id };
  // A step has a higher id than those before it: one walk finds all that come of this one.
  const after = new Set([id]);
  let tip = id;
  for (const step of run.steps.slice(id + 1))
    if (step.parent !== null && after.has(step.parent)) after.add((tip = step.id));
  return { ...run, cursor: id, tip };
}

/** The step and its siblings: what was tried from the same place, oldest first. */
export const branchesAt = (run: Run, step: Step): Step[] =>
  step.parent === null ? [step] : run.steps.filter((other) => other.parent === step.parent);
