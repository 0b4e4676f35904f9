import type { Chart, Guard } from "#core/chart/chart.ts";
import { places, transitionOf, type TransitionRef } from "#core/chart/places.ts";
import { inferTransition } from "#app/views/inspect/inferTransition.ts";
import { chartTransition } from "#core/inspect/chartTransition.ts";
import type { InspectedStep } from "#core/inspect/session.ts";
import { activeCandidates, candidatesFor } from "#core/inspect/candidates.ts";
import type { Reason } from "#core/run/play/play.ts";
import { activePaths } from "#core/inspect/activePaths.ts";

/**
 * Why an event was refused, as far as the chart of a machine shows that cannot be played: an unknown machine is drawn from the definition that its
 * app sends, without its code. No active state takes the event, or every guard in its way must have said no, innermost state first. Nothing where a candidate
 * has no guard: then it was taken, and changed nothing.
 */
export function reasonsByChart({ event: { type }, before }: InspectedStep, chart: Chart): readonly Reason[] {
  if (before?.value === undefined) return [];
  const candidates = candidatesFor(chart, type);
  if (candidates.length === 0) return [{ code: "unknown-event", event: type }];
  const active = activeCandidates(candidates, before.value);
  if (active.length === 0) return [{ code: "not-here", event: type }];
  if (active.some(({ transition }) => !transition.guard)) return [];
  return active.map(({ state, transition: { guard, index, meta } }) => ({
    code: "guard",
    state,
    event: type,
    index,
    guard: guardName(guard),
    clauses: meta.clauses,
  }));
}

const guardName = (guard: Guard | undefined): string =>
  guard?.name ??
  (guard?.of && guard.of.length > 0 ? `${guard.kind}(${guard.of.map(guardName).join(", ")})` : "inline");

/** The transition that a step must have taken, as far as the chart of a machine shows that cannot be played. Undefined where it is ambiguous. */
export function transitionByChart(
  { event: { type }, before, after, refused, unchanged }: InspectedStep,
  chart: Chart,
): TransitionRef | undefined {
  if (before?.value === undefined || after?.value === undefined || refused || unchanged) return undefined;
  return inferTransition(chart, type, activePaths(before.value), activePaths(after.value));
}

/** Clauses of a step; `inferred` are those that only the transition has which it must have taken. */
export interface StepClauses {
  readonly reported: readonly string[];
  readonly inferred: readonly string[];
}

/** The clauses of a step that our copy did not play: of the transitions that the app tells, else of the inferred one, and of the states that it entered. */
export function clausesByChart(step: InspectedStep, chart: Chart): StepClauses {
  const { before, after, microsteps } = step;
  const ref = microsteps ? undefined : transitionByChart(step, chart);
  const taken = (microsteps ?? []).flatMap((microstep) =>
    microstep.taken.flatMap((transition) => {
      const found = chartTransition(chart, transition);
      return (found && transitionOf(chart, found)?.transition.meta.clauses) ?? [];
    }),
  );
  const was = new Set(before ? activePaths(before.value) : []);
  const all = places(chart);
  const entered = activePaths(after?.value)
    .filter((id) => !was.has(id))
    .flatMap((id) => all.get(id)?.node.meta.clauses ?? []);
  const reported = new Set([...taken, ...entered]);
  const guessed = (ref && transitionOf(chart, ref)?.transition.meta.clauses) ?? [];
  return { reported: [...reported], inferred: [...new Set(guessed)].filter((id) => !reported.has(id)) };
}
