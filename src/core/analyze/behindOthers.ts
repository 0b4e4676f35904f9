import type { Chart, Guard, Transition } from "#core/chart/chart.ts";
import type { PlacedState } from "#core/chart/places.ts";
import { guardParts } from "#core/analyze/subject.ts";

/** A transition that is never taken, and the text of the guard that another one before it has too; none when that has no guard. */
export interface Behind {
  readonly transition: Transition;
  readonly guard?: string;
}

/** Candidates are tried in order: what stands behind one without a guard, or behind one with the same, is never taken. */
export function behindOthers(chart: Chart, { node }: PlacedState): Behind[] {
  const certain = new Set<string>();
  const earlier = new Set<string>();
  return node.transitions.flatMap((transition): Behind[] => {
    const key = `${transition.slot}|${transition.event ?? ""}`;
    const guard = transition.guard && sameAgain(chart, transition.guard);
    const same = guard === undefined ? undefined : `${key}|${guard}`;
    if (certain.has(key)) return [{ transition }];
    if (same !== undefined && earlier.has(same)) return [{ transition, guard: guard ?? "" }];
    if (transition.form === "other") return [];
    if (!transition.guard) certain.add(key);
    else if (same !== undefined) earlier.add(same);
    return [];
  });
}

/** The guard's text when it answers alike each time that it is evaluated for one event; undefined when it may not. */
function sameAgain(chart: Chart, guard: Guard): string | undefined {
  const texts = guardParts(guard).map((part) =>
    part.kind === "named" ? chart.setup?.guards.find((impl) => impl.name === part.name)?.text : part.text,
  );
  const certain = texts.every((text) => text !== undefined && !/random|Date|now\b/i.test(text));
  return certain ? guard.text.replaceAll(/\s+/g, " ") : undefined;
}
