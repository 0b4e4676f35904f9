import type { Chart } from "#core/chart/chart.ts";
import { pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Outcome, PlayEvent } from "#core/run/play/play.ts";
import { transitionIdOf } from "#core/run/play/microstep.ts";
import type { Replayed } from "#core/run/scenario/replay.ts";
import type { Divergence, ScenarioStep } from "#core/run/scenario/scenario.ts";
import type { Run } from "#core/run/timeline/run.ts";
import type { TouchedParts } from "#core/run/scenario/touched.ts";
import { cursorStep, way } from "#core/run/timeline/timeline.ts";

/** Where on a chart a replay left its expectation. */
export interface DifferencePlace {
  /** Path id; "" where nothing more is known than the machine. */
  readonly state: string;
  /** Transition id, whose source the state is. */
  readonly transition?: string;
}

const ROOT: DifferencePlace = { state: "" };

/**
 * The state or transition at which a replay left its expectation: what the last edit touched of what the step that differs evaluated or took, or the
 * step before it that comes nearest; where no edit did, what refused the step, what changed the field that differs, or what was taken.
 * It is a place to look at first and no proof of a cause.
 * @param steps of the scenario
 */
export function differencePlace(
  chart: Chart,
  { run, refusals, fault }: Replayed,
  divergence: Divergence,
  steps: readonly ScenarioStep[],
  touched?: TouchedParts,
): DifferencePlace {
  const known = (place: DifferencePlace | undefined) => place && inChart(chart, place);
  if (!run) return known(fault?.state === undefined ? undefined : { state: fault.state }) ?? ROOT;
  const { send } = steps[divergence.step] ?? {};
  const current = cursorStep(run).outcome;
  const refusal = refusals.at(-1);
  const isRefused = refusal !== undefined && refusal.after === run.cursor && refusal.event === send;
  const outcome = isRefused ? refusal.outcome : current;
  if (divergence.what === "fault") {
    const at = fault?.state === undefined ? undefined : known({ state: fault.state });
    return at ?? handlerOf(chart, current, send) ?? innermost(chart, current);
  }
  return (
    known(touchedIn(outcome, touched)) ??
    known(touchedBefore(run, touched)) ??
    known(isRefused ? refusedAt(outcome) : causeIn(chart, outcome, divergence)) ??
    (isRefused ? handlerOf(chart, current, send) : undefined) ??
    innermost(chart, current)
  );
}

/** The first of what a step evaluated, took or entered that was touched. */
function touchedIn({ microsteps, considered }: Outcome, touched?: TouchedParts): DifferencePlace | undefined {
  if (!touched) return undefined;
  for (const step of microsteps) {
    const all = [...step.considered, ...step.taken];
    const transition = all.find((one) => touched.transitions.has(transitionIdOf(one)));
    if (transition) return { state: transition.source, transition: transitionIdOf(transition) };
    const entry = step.entries.find(({ state }) => touched.states.has(state));
    if (entry) return { state: entry.state };
  }
  const last = considered.find((one) => touched.transitions.has(transitionIdOf(one)));
  return last && { state: last.source, transition: transitionIdOf(last) };
}

/** The same of the nearest step on the way to the cursor. */
function touchedBefore(run: Run, touched?: TouchedParts): DifferencePlace | undefined {
  if (!touched) return undefined;
  for (const { outcome } of way(run).toReversed()) {
    const place = touchedIn(outcome, touched);
    if (place) return place;
  }
  return undefined;
}

function refusedAt({ reasons }: Outcome): DifferencePlace | undefined {
  const reason = reasons.find(({ state }) => state !== undefined);
  if (reason?.state === undefined) return undefined;
  const { state, event, index } = reason;
  const isNamed = event !== undefined && index !== undefined;
  return { state, ...(isNamed ? { transition: `${state}|on|${event}|${index}` } : {}) };
}

function causeIn(
  chart: Chart,
  outcome: Outcome,
  { what, at, expected }: Divergence,
): DifferencePlace | undefined {
  if (what === "can" || what === "cannot") return handlerOf(chart, outcome, expected as unknown as PlayEvent);
  const { microsteps } = outcome;
  const field = what === "context" ? fieldOf(at ?? "") : undefined;
  const changing = microsteps.findLast(({ changes }) =>
    changes.some((change) => fieldOf(change.at) === field),
  );
  const taken = (changing ? [changing] : microsteps).flatMap((step) => step.taken);
  const one = what === "refused" ? taken[0] : taken.at(-1);
  return one && { state: one.source, transition: transitionIdOf(one) };
}

const fieldOf = (at: string): string => /^[^.[]*/.exec(at)?.[0] ?? "";

/** The innermost active state that handles an event, with its first candidate. */
function handlerOf(
  chart: Chart,
  { view }: Outcome,
  event: PlayEvent | undefined,
): DifferencePlace | undefined {
  if (!event) return undefined;
  for (const state of view.in.toReversed()) {
    const transition = `${state}|on|${event.type}|0`;
    const ref = transitionRef(transition);
    if (ref && transitionOf(chart, ref)) return { state, transition };
  }
  return undefined;
}

const innermost = (chart: Chart, { view }: Outcome): DifferencePlace =>
  inChart(chart, { state: view.in.at(-1) ?? "" }) ?? ROOT;

/** The place as far as the chart has it. */
export function inChart(chart: Chart, { state, transition }: DifferencePlace): DifferencePlace | undefined {
  const ref = transition === undefined ? undefined : transitionRef(transition);
  if (ref && transitionOf(chart, ref)) return { state, transition: transition as string };
  return placeOf(chart, pathOf(state)) ? { state } : undefined;
}
