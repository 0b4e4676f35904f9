import type { PlayFault, PlayState } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import { movedMarks } from "#core/run/timeline/marks.ts";
import { playSteps } from "#core/run/scenario/rerun.ts";
import type { Mark, Run, StepDo } from "#core/run/timeline/run.ts";
import { goneSteps, wayTo } from "#core/run/timeline/timeline.ts";

/**
 * A run as it is stored over a reload: the actions, not their outcomes. It is replayed on the machine as it is then. Its steps
 * are numbered by their places.
 */
export interface StoredRun {
  readonly format: 1;
  readonly machineHash: string;
  readonly steps: readonly StoredStep[];
  readonly cursor: number;
  readonly tip: number;
  readonly marks?: Readonly<Record<number, Mark>>;
}
interface StoredStep {
  readonly parent: number | null;
  readonly do: StepDo;
  /** What a `restore` takes up. */
  readonly state?: PlayState;
}

/** Size of a stored run, as JSON; a longer run is not stored. */
export const MAX_STORED_RUN_CHARACTERS = 1_000_000;

/**
 * Stores a run: all that was not deleted; where that is too large, the branch in view; where that is too large as well, nothing.
 */
export function toStoredRun(run: Run, most = MAX_STORED_RUN_CHARACTERS): StoredRun | undefined {
  const gone = goneSteps(run);
  const all = run.steps.map(({ id }) => id).filter((id) => !gone.has(id));
  const inView = wayTo(run, run.tip).map(({ id }) => id);
  return [all, inView]
    .map((ids) => storedRun(run, ids))
    .find((stored) => JSON.stringify(stored).length <= most);
}

function storedRun(run: Run, ids: readonly number[]): StoredRun {
  const newId = new Map(ids.map((id, place) => [id, place]));
  const marks = movedMarks(run.marks, newId);
  return {
    format: 1,
    machineHash: run.machineHash,
    steps: ids.flatMap((id): StoredStep[] => {
      const step = run.steps[id];
      if (!step) return [];
      const parent = step.parent === null ? null : (newId.get(step.parent) ?? null);
      const { do: action, outcome } = step;
      return [{ parent, do: action, ...(action.kind === "restore" ? { state: outcome.state } : {}) }];
    }),
    cursor: newId.get(run.cursor) ?? newId.get(run.tip) ?? 0,
    tip: newId.get(run.tip) ?? 0,
    ...(marks ? { marks } : {}),
  };
}

const KINDS: ReadonlySet<string> = new Set([
  "start",
  "send",
  "advance",
  "answer",
  "restore",
  "edit",
] satisfies StepDo["kind"][]);

/** Whether a value from a browser's database is a stored run; its steps are checked by the player. */
export function isStoredRun(value: unknown): value is StoredRun {
  if (!isObject(value) || value["format"] !== 1 || typeof value["machineHash"] !== "string") return false;
  const { steps, cursor, tip, marks } = value;
  if (!Array.isArray(steps) || (marks !== undefined && !isObject(marks))) return false;
  const isPlace = (place: unknown, below: number) =>
    typeof place === "number" && Number.isInteger(place) && place >= 0 && place < below;
  return (
    isPlace(cursor, steps.length) &&
    isPlace(tip, steps.length) &&
    steps.every(
      (step: unknown, place) =>
        isObject(step) &&
        isObject(step["do"]) &&
        typeof step["do"]["kind"] === "string" &&
        KINDS.has(step["do"]["kind"]) &&
        (place === 0
          ? step["parent"] === null && step["do"]["kind"] === "start"
          : step["do"]["kind"] !== "start" && isPlace(step["parent"], place)),
    )
  );
}

/**
 * Replays a stored run. `run` is null when the machine cannot even start; `left` is how many of its steps the machine does not take any more;
 * `stop` says why, where the way in view ends because the machine came to too much work.
 */
export async function replayStoredRun(
  ask: Runner["ask"],
  { steps, cursor, tip, marks }: StoredRun,
  machineHash: string,
): Promise<{ readonly run: Run | null; readonly left: number; readonly stop?: PlayFault }> {
  const way = new Set<number>();
  for (let at: number | null = tip; at !== null; at = steps[at]?.parent ?? null) way.add(at);
  let fault: PlayFault | undefined;
  const { run, newId } = await playSteps(
    ask,
    steps.map((step, id) => ({ ...step, id })),
    machineHash,
    {
      isSide: (id) => !way.has(id),
      became: (id, became) => {
        if (way.has(id) && "fault" in became && became.fault.code === "over-budget") fault ??= became.fault;
      },
    },
  );
  const stop = fault ? { stop: fault } : {};
  if (!run) return { run, left: steps.length, ...stop };
  // Where the way ends earlier now, the run stands at its end.
  const reached = (id: number): number => {
    for (let at: number | null = id; at !== null; at = steps[at]?.parent ?? null) {
      const now = newId.get(at);
      if (now !== undefined) return now;
    }
    return 0;
  };
  const moved = movedMarks(marks, newId);
  const stands = { cursor: reached(cursor), tip: reached(tip) };
  return {
    run: { ...run, ...stands, ...(moved ? { marks: moved } : {}) },
    left: steps.length - newId.size,
    ...stop,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
