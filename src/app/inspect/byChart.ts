import type { Chart, Guard } from "#core/chart/chart.ts";
import { pathId, places, transitionOf, type TransitionRef } from "#core/chart/places.ts";
import { seenTransition } from "#core/inspect/seenTransition.ts";
import type { SeenStep } from "#core/inspect/session.ts";
import { matches } from "#core/simulate/candidates.ts";
import type { Reason } from "#core/run/play.ts";
import { activePaths } from "#app/inspect/activePaths.ts";

/**
 * Why an event was refused, as far as a machine says that cannot be played: one that nobody knows is drawn as its app tells it, and its code is
 * not told. No active state takes the event, or every guard in its way must have said no, innermost state first. Nothing where a candidate
 * has no guard: then it was taken, and changed nothing.
 */
export function reasonsByChart({ event: { type }, before }: SeenStep, chart: Chart): readonly Reason[] {
  if (before?.value === undefined) return [];
  const active = new Set(["", ...activePaths(before.value)]);
  const takers = [...places(chart).values()].flatMap(({ path, node }) =>
    node.transitions.flatMap((transition) =>
      transition.slot === "on" && matches(transition.event ?? "", type)
        ? [{ id: pathId(path), transition }]
        : [],
    ),
  );
  if (takers.length === 0) return [{ code: "unknown-event", event: type }];
  const here = takers.filter(({ id }) => active.has(id)).toSorted((a, b) => b.id.length - a.id.length);
  if (here.length === 0) return [{ code: "not-here", event: type }];
  if (here.some(({ transition }) => !transition.guard)) return [];
  return here.map(({ id, transition: { guard, index, meta } }) => ({
    code: "guard",
    state: id,
    event: type,
    index,
    guard: guardName(guard),
    clauses: meta.clauses,
  }));
}

const guardName = (guard: Guard | undefined): string =>
  guard?.name ??
  (guard?.of && guard.of.length > 0 ? `${guard.kind}(${guard.of.map(guardName).join(", ")})` : "inline");

/**
 * The transition that a step took, as far as a machine says that cannot be played: of those that the event may have taken, the innermost first,
 * the one that leads to where the app stands now, or the only one there is. Undefined where that does not tell.
 */
export function takenByChart(
  { event: { type }, before, after, refused }: SeenStep,
  chart: Chart,
): TransitionRef | undefined {
  if (before?.value === undefined || after?.value === undefined || refused) return undefined;
  const was = new Set(["", ...activePaths(before.value)]);
  const is = new Set(activePaths(after.value));
  const all = [...places(chart).values()]
    .filter(({ path }) => was.has(pathId(path)))
    .toSorted((a, b) => b.path.length - a.path.length)
    .flatMap(({ path, node }) =>
      node.transitions
        .filter(({ slot, event = "" }) => slot === "on" && matches(event, type))
        .map((transition) => ({ path, transition })),
    );
  const leads = all.filter(({ transition: { targets } }) =>
    targets.some(({ resolved }) => resolved !== null && is.has(pathId(resolved))),
  );
  const [one, ...more] = leads.length > 0 ? leads : all;
  if (!one || more.length > 0) return undefined;
  const { slot, event, index } = one.transition;
  return { source: one.path, slot, ...(event === undefined ? {} : { event }), index };
}

/** The clauses of a step that our copy did not play: of the transitions that the app tells, and of the states that it entered. */
export function clausesByChart(step: SeenStep, chart: Chart): readonly string[] {
  const { before, after, microsteps } = step;
  const inferred = microsteps ? undefined : takenByChart(step, chart);
  const taken = inferred
    ? (transitionOf(chart, inferred)?.transition.meta.clauses ?? [])
    : (microsteps ?? []).flatMap((microstep) =>
        microstep.taken.flatMap((one) => {
          const ref = seenTransition(chart, one);
          return (ref && transitionOf(chart, ref)?.transition.meta.clauses) ?? [];
        }),
      );
  const was = new Set(before ? activePaths(before.value) : []);
  const all = places(chart);
  const entered = activePaths(after?.value)
    .filter((id) => !was.has(id))
    .flatMap((id) => all.get(id)?.node.meta.clauses ?? []);
  return [...new Set([...taken, ...entered])];
}
