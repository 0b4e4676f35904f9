import type { JsonObject } from "#core/text/json.ts";
import type { Outcome } from "#core/run/play/play.ts";
import type { Run, Step, StepDo } from "#core/run/timeline/run.ts";
import type { GivenVerdict } from "#core/run/play/verdict.ts";

/** A run of one step: its start. */
export function startRun(
  machineHash: string,
  input: JsonObject,
  outcome: Outcome,
  given: { readonly verdicts?: readonly GivenVerdict[] } = {},
): Run {
  return {
    machineHash,
    steps: [{ id: 0, parent: null, do: { kind: "start", input, ...given }, outcome }],
    cursor: 0,
    tip: 0,
  };
}

/** The run with a step after the cursor. Where the cursor is no tip this begins a branch; what was there stays. */
export function addStep(run: Run, action: StepDo, outcome: Outcome): Run {
  const id = run.steps.length;
  return {
    ...run,
    steps: [...run.steps, { id, parent: run.cursor, do: action, outcome }],
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
export const way = (run: Run): Step[] => wayTo(run, run.tip);

/** The steps from the start to one of them. */
export function wayTo(run: Run, id: number): Step[] {
  const out: Step[] = [];
  for (let step = stepOf(run, id); step; step = step.parent === null ? undefined : stepOf(run, step.parent))
    out.push(step);
  return out.reverse();
}

/**
 * Moves the cursor to a step. When it is not on the way in view, the way changes to the branch that holds it, up to the newest step
 * that comes of it. Nothing runs.
 */
export function moveTo(run: Run, id: number): Run {
  if (!stepOf(run, id) || goneSteps(run).has(id)) return run;
  if (way(run).some((step) => step.id === id)) return { ...run, cursor: id };
  return { ...run, cursor: id, tip: newestAfter(run, id) };
}

/** The newest step that comes of one; itself when it is a tip. */
function newestAfter(run: Run, id: number): number {
  // A step has a higher id than those before it: one walk finds all that come of this one.
  const gone = goneSteps(run);
  const after = new Set([id]);
  let tip = id;
  for (const step of run.steps.slice(id + 1))
    if (step.parent !== null && after.has(step.parent) && !gone.has(step.id)) after.add((tip = step.id));
  return tip;
}

/**
 * The step before the first one, on the way in view, in which a clause is carried out: where one can see what it does, and try something
 * else. The start where that carries it out itself; undefined where no step does.
 */
export function stepBeforeClause(run: Run, clause: string): Step | undefined {
  const steps = way(run);
  const at = steps.findIndex(({ outcome }) =>
    outcome.microsteps.some(({ taken, entries }) =>
      [...taken, ...entries].some(({ clauses }) => clauses.includes(clause)),
    ),
  );
  return at < 0 ? undefined : steps[Math.max(0, at - 1)];
}

/** The step and its siblings: what was tried from the same place, oldest first. */
export const branchesAt = (run: Run, step: Step): Step[] =>
  step.parent === null
    ? [step]
    : run.steps.filter((other) => other.parent === step.parent && !run.pruned?.includes(other.id));

const none: ReadonlySet<number> = new Set();

/** The steps that were deleted, and all that came of them. */
export function goneSteps({ steps, pruned = [] }: Run): ReadonlySet<number> {
  if (pruned.length === 0) return none;
  const gone = new Set(pruned);
  for (const { id, parent } of steps) if (parent !== null && gone.has(parent)) gone.add(id);
  return gone;
}

/**
 * Deletes a step with all that comes of it; the start stays. What stood on them stands before the step then. `unprune` brings them
 * back.
 */
export function prune(run: Run, id: number): Run {
  const step = stepOf(run, id);
  if (!step || step.parent === null || goneSteps(run).has(id)) return run;
  const left: Run = { ...run, pruned: [...(run.pruned ?? []), id] };
  const gone = goneSteps(left);
  const cursor = gone.has(run.cursor) ? step.parent : run.cursor;
  return { ...left, cursor, tip: gone.has(run.tip) ? newestAfter(left, cursor) : run.tip };
}

/**
 * A run that was played on from a moment ago, with what was written to the run and deleted of it meanwhile. Where that took away what was
 * played it stands as `now` does.
 */
export function playedOn(played: Run, { marks, pruned, cursor, tip }: Run): Run {
  const { marks: _marks, pruned: _pruned, ...rest } = played;
  const run: Run = { ...rest, ...(marks ? { marks } : {}), ...(pruned ? { pruned } : {}) };
  return goneSteps(run).has(run.tip) ? { ...run, cursor, tip } : run;
}

/** Takes a deletion back, and shows what it had taken away. */
export function unprune(run: Run, id: number): Run {
  if (!run.pruned?.includes(id)) return run;
  const { pruned, ...rest } = run;
  const others = pruned.filter((step) => step !== id);
  return moveTo(others.length > 0 ? { ...rest, pruned: others } : rest, id);
}
