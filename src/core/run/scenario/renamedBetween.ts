import type { Chart, Guard, Transition } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import { eventTypes } from "#core/run/scenario/scenarioNames.ts";
import type { StepDo } from "#core/run/timeline/run.ts";
import { jsonEqual, type Json } from "#core/text/json.ts";

/** What a guard and an event are called now; absent where nothing was renamed. */
export interface NamesNow {
  readonly guard?: readonly [from: string, to: string];
  readonly event?: readonly [from: string, to: string];
}

/**
 * The guard and the event that were renamed from one reading of a machine to the next: one name alone is gone, one alone is new, and wherever
 * the old one stood the new one stands, at a transition that leads where it led. Anything else is no certain rename: an event
 * that was deleted, and another that was added somewhere else, are two.
 */
export function renamedBetween(before: Chart, after: Chart): NamesNow {
  const rename = only(eventTypes(before), eventTypes(after));
  const event = rename && stands(before, after, isOf(rename[0]), { event: rename });
  const names = event ? { event: rename } : {};
  const guardRename = only(guardNames(before), guardNames(after));
  const guard =
    guardRename &&
    stands(before, after, (transition) => namesOf(transition.guard).includes(guardRename[0]), {
      ...names,
      guard: guardRename,
    });
  return { ...names, ...(guard ? { guard: guardRename } : {}) };
}

/** Whether there are such transitions, and each has its like in the other reading once the names are those of now. */
function stands(
  before: Chart,
  after: Chart,
  isMeant: (transition: Transition) => boolean,
  { guard, event }: NamesNow,
): boolean {
  const now = (name: string) => (name === guard?.[0] ? guard[1] : name);
  const there = places(after);
  const meant = [...places(before)].flatMap(([id, { node }]) =>
    node.transitions.filter(isMeant).map((transition) => ({ id, transition })),
  );
  const isLike = (transition: Transition, other: Transition) =>
    other.slot === transition.slot &&
    other.event === (event && isOf(event[0])(transition) ? event[1] : transition.event) &&
    other.index === transition.index &&
    jsonEqual(led(transition), led(other)) &&
    (!guard || jsonEqual(namesOf(transition.guard).map(now), [...namesOf(other.guard)]));
  return (
    meant.length > 0 &&
    meant.every(({ id, transition }) =>
      there.get(id)?.node.transitions.some((other) => isLike(transition, other)),
    )
  );
}

/** Whether a transition takes an event; a delay may have its name. */
const isOf =
  (type: string) =>
  ({ slot, event }: Transition): boolean =>
    slot === "on" && event === type;

const led = ({ targets }: Transition): Json[] =>
  targets.map(({ text, resolved }) => (resolved ? pathId(resolved) : `?${text}`));

/** What a step did, in the names of now; the same object where it says none that was renamed. */
export function inNamesNow(action: StepDo, { guard, event }: NamesNow): StepDo {
  const isOld = (type: string | undefined) => event !== undefined && type === event[0];
  const verdicts = "verdicts" in action ? action.verdicts : undefined;
  const verdictNames =
    guard && verdicts?.some((verdict) => verdict.guard === guard[0])
      ? {
          ...action,
          verdicts: verdicts.map((verdict) =>
            verdict.guard === guard[0] ? { ...verdict, guard: guard[1] } : verdict,
          ),
        }
      : action;
  if (verdictNames.kind === "send" && isOld(verdictNames.event.type))
    return { ...verdictNames, event: { ...verdictNames.event, type: event![1] } };
  if (verdictNames.kind === "answer" && verdictNames.answer.event && isOld(verdictNames.answer.event.type))
    return {
      ...verdictNames,
      answer: { ...verdictNames.answer, event: { ...verdictNames.answer.event, type: event![1] } },
    };
  return verdictNames;
}

function only(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly [string, string] | undefined {
  const gone = [...before].filter((name) => !after.has(name));
  const come = [...after].filter((name) => !before.has(name));
  return gone.length === 1 && come.length === 1 ? [gone[0]!, come[0]!] : undefined;
}

const namesOf = (guard: Guard | undefined): readonly string[] =>
  guard
    ? [
        ...(guard.kind === "named" && guard.name !== undefined ? [guard.name] : []),
        ...(guard.of ?? []).flatMap(namesOf),
      ]
    : [];

const guardNames = (chart: Chart): ReadonlySet<string> =>
  new Set(
    [...places(chart).values()].flatMap(({ node }) =>
      node.transitions.flatMap(({ guard }) => namesOf(guard)),
    ),
  );
