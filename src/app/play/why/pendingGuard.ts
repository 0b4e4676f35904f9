import { PlayError } from "#core/run/play/play.ts";
import type { StepDo } from "#core/run/timeline/run.ts";
import type { GivenVerdict, OpenGuard } from "#core/run/play/verdict.ts";

/** A step that waits for a person's verdict: what is to be done, the verdicts so far, and the guard that needs the next one. */
export interface PendingGuard {
  readonly do: Exclude<StepDo, { readonly kind: "restore" | "edit" }>;
  readonly open: OpenGuard;
}

/** The step that a fault leaves waiting, when it is that of a guard without a verdict. */
export function pendingGuardOf(error: unknown, action: StepDo): PendingGuard | undefined {
  if (!(error instanceof PlayError) || error.fault.code !== "unanswered") return undefined;
  if (action.kind === "restore" || action.kind === "edit") return undefined;
  const { guard = "", params, state, clauses } = error.fault;
  return {
    do: action,
    open: {
      guard,
      ...(params === undefined ? {} : { params }),
      ...(state === undefined ? {} : { state }),
      ...(clauses ? { clauses } : {}),
    },
  };
}

/** The verdicts on the guards of a step, including the new one on the pending guard. */
export const withVerdict = (
  { do: action, open }: PendingGuard,
  verdict: boolean,
): readonly GivenVerdict[] => [
  ...(action.verdicts ?? []),
  { guard: open.guard, ...(open.params === undefined ? {} : { params: open.params }), verdict },
];
