import { jsonEqual } from "#core/text/json.ts";
import { PlayError, type Outcome, type PlayFault, type PlayState } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { Run, StepDo } from "#core/run/timeline/run.ts";
import type { Divergence, WorkStop } from "#core/run/scenario/scenario.ts";
import { changes } from "#core/run/play/contextChange.ts";
import { movedMarks } from "#core/run/timeline/marks.ts";
import { sentWith, verdictsOf } from "#core/run/play/verdict.ts";
import { addStep, cursorStep, goneSteps, prune, startRun, way } from "#core/run/timeline/timeline.ts";

export interface Rerun {
  readonly run: Run | null;
  readonly divergence?: Divergence;
  /** Where the way in view ends because the machine came to too much work. */
  readonly stop?: WorkStop;
  /** By the id of a step now, its id in the old run. */
  readonly oldId: ReadonlyMap<number, number>;
}

/** Branches beside the way in view that may be stopped for too much work, each of which costs as much time as a step may take. */
const MAX_STOPPED_BRANCHES = 3;

/**
 * Plays an old run on a machine that was edited, every branch of it. The way in view goes on while the events are accepted; the first
 * step of it that differs is reported, and it stops where an event is refused or the machine fails. So does each other branch, without a
 * word. What a person wrote to the steps goes along; what was deleted does not. `run` is null when it cannot even start.
 * @param isLate asked before each step: what is played is wanted no more, and what there is by then is given
 */
export async function rerun(
  ask: Runner["ask"],
  old: Run,
  machineHash: string,
  isLate: () => boolean = () => false,
): Promise<Rerun> {
  const inView = new Map(way(old).map((step, index) => [step.id, index]));
  const gone = goneSteps(old);
  let divergence: Divergence | undefined;
  let stop: WorkStop | undefined;
  const { run, newId } = await playSteps(
    ask,
    old.steps.filter(({ id }) => !gone.has(id)).map((step) => ({ ...step, state: step.outcome.state })),
    machineHash,
    {
      isLate,
      isSide: (id) => !inView.has(id),
      became: (id, became) => {
        const index = inView.get(id);
        const was = old.steps[id]?.outcome;
        if (index === undefined || !was) return;
        if ("fault" in became && became.fault.code === "over-budget")
          stop ??= { step: index, fault: became.fault };
        else if ("fault" in became)
          divergence ??= { step: index, what: "fault", expected: null, got: became.fault.message };
        else if (became.refused)
          divergence ??= { step: index, what: "accepted", expected: true, got: reasonsOf(became) };
        else divergence ??= differs(index, was, became);
      },
    },
  );
  const oldId = new Map([...newId].map(([was, is]) => [is, was]));
  const ends = { ...(divergence ? { divergence } : {}), ...(stop ? { stop } : {}) };
  if (!run) return { run, oldId, ...ends };
  const reached = [...inView.keys()].findLast((id) => newId.has(id)) ?? 0;
  const tip = newId.get(reached) ?? 0;
  const marks = movedMarks(old.marks, newId);
  const again: Run = { ...run, cursor: tip, tip, ...(marks ? { marks } : {}) };
  return { run: again, oldId, ...ends };
}

/**
 * A run that was played again with what a person wrote to the old one, and deleted of it, meanwhile.
 * @param now the old run as it is now @param old as it was when it began to be played @param oldId by the id of a step in `run`, its id in the old run
 */
export function withWritten(run: Run, now: Run, old: Run, oldId: Rerun["oldId"]): Run {
  const newId = new Map([...oldId].map(([is, was]) => [was, is]));
  const { marks: _, ...bare } = run;
  const marks = movedMarks(now.marks, newId);
  const deleted = (now.pruned ?? []).filter((id) => !old.pruned?.includes(id));
  return deleted.reduce<Run>(
    (left, id) => prune(left, newId.get(id) ?? -1),
    marks ? { ...bare, marks } : bare,
  );
}

const reasonsOf = ({ reasons }: Outcome): string[] => reasons.map(({ guard, code }) => guard ?? code);

/** A step that is to be made again. `state` is the one that a `restore` takes up. */
export interface StepToPlay {
  readonly id: number;
  readonly parent: number | null;
  readonly do: StepDo;
  readonly state?: PlayState;
}

interface PlayingAgain {
  readonly isLate?: () => boolean;
  /** Whether a step lies beside the way that matters: of such few may take all their time. */
  readonly isSide?: (id: number) => boolean;
  readonly became?: (id: number, became: Outcome | { readonly fault: PlayFault }) => void;
}

/** Makes steps again, each after its parent; what comes of one that is refused or fails is left out. */
export async function playSteps(
  ask: Runner["ask"],
  steps: readonly StepToPlay[],
  machineHash: string,
  { isLate = () => false, isSide = () => false, became = () => undefined }: PlayingAgain = {},
): Promise<{ readonly run: Run | null; readonly newId: ReadonlyMap<number, number> }> {
  const newId = new Map<number, number>();
  let run: Run | null = null;
  let stoppedBranches = 0;
  for (const step of steps) {
    const parent = step.parent === null ? undefined : newId.get(step.parent);
    if (step.parent !== null && parent === undefined) continue;
    if (isSide(step.id) && stoppedBranches >= MAX_STOPPED_BRANCHES) continue;
    if (isLate()) break;
    const at: Run | null = parent === undefined ? null : standingAt(run, parent);
    try {
      const outcome: Outcome = await playAgain(ask, step, at);
      became(step.id, outcome);
      if (outcome.refused) continue;
      run = at
        ? addStep(at, step.do, outcome)
        : startRun(
            machineHash,
            step.do.kind === "start" ? step.do.input : {},
            outcome,
            step.do.kind === "start" ? verdictsOf(step.do) : {},
          );
      newId.set(step.id, run.cursor);
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      became(step.id, { fault: error.fault });
      if (isSide(step.id) && error.fault.code === "over-budget") stoppedBranches++;
    }
  }
  return { run, newId };
}

const standingAt = (run: Run | null, cursor: number): Run | null => run && { ...run, cursor };

/** What a step did, done on this machine. @param at the new run, its cursor before the step */
export function playAgain(
  ask: Runner["ask"],
  { do: action, state: taken }: Pick<StepToPlay, "do" | "state">,
  at: Run | null,
): Promise<Outcome> {
  if (action.kind === "start") return ask({ do: "start", input: action.input, ...verdictsOf(action) });
  if (!at) return ask({ do: "start", input: {} });
  const { state } = cursorStep(at).outcome;
  switch (action.kind) {
    case "send":
      return ask({ do: "send", state, event: action.event, ...sentWith(action) });
    case "advance":
      return ask({ do: "advance", state, ms: action.ms, ...verdictsOf(action) });
    case "answer":
      return ask({ do: "answer", state, answer: action.answer, ...verdictsOf(action) });
    case "edit":
      return ask({ do: "edit", state, edit: action.edit });
    case "restore":
      return ask({ do: "restore", state: taken ?? state });
  }
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
