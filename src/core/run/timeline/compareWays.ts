import { jsonEqual } from "#core/text/json.ts";
import { changes, type ContextChange } from "#core/run/play/contextChange.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { stepOf, wayTo } from "#core/run/timeline/timeline.ts";

/** Aspects in which two branches can differ, in the order in which they are compared. */
export const RESPECTS = ["event", "in", "context"] as const;
export type Respect = (typeof RESPECTS)[number];

/** Where two ways first differ in one respect: steps after the start, and the step of each, null where a way is over. */
export interface FirstDifference {
  readonly index: number;
  readonly a: number | null;
  readonly b: number | null;
}

/** Two ways of a run, from the start to a step each, laid beside one another step by step. */
export interface WaysCompared {
  /** The last step that both have in common. */
  readonly shared: number;
  /**
   * By respect, the first place where they differ; what is equal all along is left out. Where one way is over they differ in the
   * event alone.
   */
  readonly first: { readonly [R in Respect]?: FirstDifference };
  /** How the two steps that were chosen differ, whatever lies before: `before` and `after` are those of `a` and `b`. */
  readonly now: {
    readonly onlyA: readonly string[];
    readonly onlyB: readonly string[];
    readonly context: readonly ContextChange[];
    readonly clock?: readonly [number, number];
    readonly status?: readonly [string, string];
  };
}

/** Compares the ways to two steps of a run. Exchanging the steps exchanges the sides, and nothing else. */
export function compareWays(run: Run, a: number, b: number): WaysCompared {
  const [wayA, wayB] = [wayTo(run, a), wayTo(run, b)];
  let common = 0;
  while (wayA[common] !== undefined && wayA[common] === wayB[common]) common++;
  const first: { [R in Respect]?: FirstDifference } = {};
  for (let index = common; index < Math.max(wayA.length, wayB.length); index++) {
    const [step, other] = [wayA[index], wayB[index]];
    for (const respect of RESPECTS)
      if (!first[respect] && !agree(respect, step, other))
        first[respect] = { index, a: step?.id ?? null, b: other?.id ?? null };
    if (!step || !other || RESPECTS.every((respect) => first[respect])) break;
  }
  return { shared: wayA[common - 1]?.id ?? 0, first, now: moments(stepOf(run, a), stepOf(run, b)) };
}

function agree(respect: Respect, step: Step | undefined, other: Step | undefined): boolean {
  if (!step || !other) return respect !== "event" || step === other;
  switch (respect) {
    case "event":
      return jsonEqual(step.do, other.do);
    case "in":
      return jsonEqual(step.outcome.view.in, other.outcome.view.in);
    case "context":
      return jsonEqual(step.outcome.view.context, other.outcome.view.context);
  }
}

function moments(step: Step | undefined, other: Step | undefined): WaysCompared["now"] {
  if (!step || !other || step === other) return { onlyA: [], onlyB: [], context: [] };
  const [a, b] = [step.outcome, other.outcome];
  return {
    onlyA: a.view.in.filter((path) => !b.view.in.includes(path)),
    onlyB: b.view.in.filter((path) => !a.view.in.includes(path)),
    context: changes(a.view.context, b.view.context),
    ...(a.state.clock === b.state.clock ? {} : { clock: [a.state.clock, b.state.clock] }),
    ...(a.view.status === b.view.status ? {} : { status: [a.view.status, b.view.status] }),
  };
}
