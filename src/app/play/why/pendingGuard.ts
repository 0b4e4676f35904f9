import { PlayError } from "#core/run/play/play.ts";
import type { StepDo } from "#core/run/timeline/run.ts";
import type { GivenVerdict, OpenGuard } from "#core/run/play/verdict.ts";

/** What is to be done, with what was said so far, and the guard that is asked next. */
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

/** What was said of the guards of a step, with the verdict on the one that is asked. */
export const withVerdict = (
  { do: action, open }: PendingGuard,
  verdict: boolean,
): readonly GivenVerdict[] => [
  ...(action.verdicts ?? []),
  { guard: open.guard, ...(open.params === undefined ? {} : { params: open.params }), verdict },
];
