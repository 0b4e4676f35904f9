import { changes } from "#core/run/play/contextChange.ts";
import type { Option, PlayView } from "#core/run/play/play.ts";
import type { RefusedEvent } from "#core/run/scenario/replay.ts";
import type { Run, Step } from "#core/run/timeline/run.ts";
import type { Expectation, ScenarioStep } from "#core/run/scenario/scenario.ts";
import { stepOf } from "#core/run/timeline/timeline.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** One thing that may be expected of a step, for a person to choose. */
export interface ExpectationOffer {
  /** Tells it from the others of its step. */
  readonly key: string;
  readonly kind: "in" | "context" | "end" | "refused" | "can" | "cannot";
  readonly part: Expectation;
}

/** What came of a step: where it led, what it changed at the top of the context, and how the play ended. */
export function offersOf(run: Run, step: Step): readonly ExpectationOffer[] {
  const before = step.parent === null ? undefined : stepOf(run, step.parent)?.outcome.view.context;
  const { view } = step.outcome;
  return [
    ...view.in.map((path): ExpectationOffer => ({ key: `in:${path}`, kind: "in", part: { in: [path] } })),
    ...changedFields(before, view).map((name): ExpectationOffer => ({
      key: `context:${name}`,
      kind: "context",
      part: { context: { [name]: view.context[name] as Json } },
    })),
    ...endOf(view),
  ];
}

function changedFields(before: JsonObject | undefined, view: PlayView): readonly string[] {
  const changed = before ? changes(before, view.context).map(({ at }) => at.split(/[.[]/)[0] ?? "") : [];
  // What is shown cut is not the value that a replay will find.
  return [...new Set(changed)].filter(
    (name) => !view.cut?.includes(name) && Object.hasOwn(view.context, name),
  );
}

function endOf({ status, output }: PlayView): readonly ExpectationOffer[] {
  if (status === "active") return [];
  return [{ key: "end", kind: "end", part: { status, ...(output === undefined ? {} : { output }) } }];
}

/** Expectations that fit a refusal, the most specific first: the guards that failed, their clauses, or only that it was refused. */
export function refusalOffers({ outcome }: RefusedEvent): readonly ExpectationOffer[] {
  const guards = new Set(
    outcome.reasons.flatMap(({ code, guard }) => (code === "guard" && guard ? [guard] : [])),
  );
  const clauses = new Set(outcome.reasons.flatMap((reason) => reason.clauses ?? []));
  const offer = (key: string, refused: NonNullable<Expectation["refused"]>): ExpectationOffer => ({
    key,
    kind: "refused",
    part: { refused },
  });
  return [
    ...[...guards].map((guard) => offer(`refused:guard:${guard}`, { guard })),
    ...[...clauses].map((clause) => offer(`refused:clause:${clause}`, { clause })),
    offer("refused", true),
  ];
}

/** What can be done after a step, and what cannot. */
export const optionOffers = (options: readonly Option[]): readonly ExpectationOffer[] =>
  options.flatMap(({ accepted, open, example }): ExpectationOffer[] => {
    // Of what hangs on a guard that a person answers neither can be said.
    if (open) return [];
    const kind = accepted ? "can" : "cannot";
    return [{ key: `${kind}:${JSON.stringify(example)}`, kind, part: { [kind]: [example] } }];
  });

/** What all of them say together. */
export function together(offers: readonly ExpectationOffer[]): Expectation {
  const parts = offers.map(({ part }) => part);
  const list = <K extends "in" | "can" | "cannot">(name: K) =>
    parts.flatMap((part) => [...(part[name] ?? [])]);
  const named = parts.flatMap(({ refused }) => (typeof refused === "object" ? [refused] : []));
  const isRefused = parts.some(({ refused }) => refused === true);
  const context = Object.assign({}, ...parts.map((part) => part.context ?? {})) as JsonObject;
  const end = parts.find(({ status }) => status !== undefined);
  const [paths, can, cannot] = [list("in"), list("can"), list("cannot")];
  return {
    ...(named.length > 0 ? { refused: Object.assign({}, ...named) } : isRefused ? { refused: true } : {}),
    ...(paths.length > 0 ? { in: paths as string[] } : {}),
    ...(Object.keys(context).length > 0 ? { context } : {}),
    ...(can.length > 0 ? { can: can as never } : {}),
    ...(cannot.length > 0 ? { cannot: cannot as never } : {}),
    ...end,
  };
}

/** A step of a scenario with what was chosen of it. One that does nothing expects something, be it nothing in particular. */
export function withChosen(deed: ScenarioStep, chosen: readonly ExpectationOffer[]): ScenarioStep {
  const expect = together(chosen);
  const isEmpty = Object.keys(expect).length === 0;
  return isEmpty && Object.keys(deed).length > 0 ? deed : { ...deed, expect };
}
