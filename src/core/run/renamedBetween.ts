import type { Chart, Guard } from "#core/chart/chart.ts";
import { places } from "#core/chart/places.ts";
import { eventTypes } from "#core/run/scenarioNames.ts";
import type { StepDo } from "#core/run/run.ts";
import type { GivenVerdict } from "#core/run/verdict.ts";

/** What a guard and an event are called now; absent where nothing was renamed. */
export interface NamesNow {
  readonly guard?: readonly [from: string, to: string];
  readonly event?: readonly [from: string, to: string];
}

/**
 * The guard and the event that were renamed from one reading of a machine to the next: one name alone is gone, and one alone is new. More than
 * that is no rename that could be told.
 */
export function renamedBetween(before: Chart, after: Chart): NamesNow {
  const guard = only(guardNames(before), guardNames(after));
  const event = only(eventTypes(before), eventTypes(after));
  return { ...(guard ? { guard } : {}), ...(event ? { event } : {}) };
}

/** What a step did, in the names of now. */
export function inNamesNow(what: StepDo, { guard, event }: NamesNow): StepDo {
  const named = <E extends { readonly type: string }>(one: E): E =>
    event && one.type === event[0] ? { ...one, type: event[1] } : one;
  const said = (list: readonly GivenVerdict[]) =>
    list.map((one) => (guard && one.guard === guard[0] ? { ...one, guard: guard[1] } : one));
  const own = "verdicts" in what && what.verdicts ? { ...what, verdicts: said(what.verdicts) } : what;
  if (own.kind === "send") return { ...own, event: named(own.event) };
  if (own.kind === "answer" && own.answer.event)
    return { ...own, answer: { ...own.answer, event: named(own.answer.event) } };
  return own;
}

function only(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly [string, string] | undefined {
  const gone = [...before].filter((name) => !after.has(name));
  const come = [...after].filter((name) => !before.has(name));
  return gone.length === 1 && come.length === 1 ? [gone[0]!, come[0]!] : undefined;
}

function guardNames(chart: Chart): ReadonlySet<string> {
  const visit = ({ kind, name, of = [] }: Guard): string[] => [
    ...(kind === "named" && name !== undefined ? [name] : []),
    ...of.flatMap(visit),
  ];
  return new Set(
    [...places(chart).values()].flatMap(({ node }) =>
      node.transitions.flatMap(({ guard }) => (guard ? visit(guard) : [])),
    ),
  );
}
