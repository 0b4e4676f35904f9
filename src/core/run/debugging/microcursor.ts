import type { Microstep } from "#core/run/play/microstep.ts";
import type { Outcome, PlayEvent, PlayState } from "#core/run/play/play.ts";
import type { Run, Step, StepDo } from "#core/run/timeline/run.ts";
import { applyChanges } from "#core/run/debugging/applyChanges.ts";
import { stepOf, way } from "#core/run/timeline/timeline.ts";
import type { JsonObject } from "#core/text/json.ts";
import { addAll } from "#core/text/addAll.ts";

/**
 * Where one looks in a run, as precisely as it is known: at the end of a step, or after one of the microsteps inside it. Walking there
 * runs nothing: what a microstep did was noted when it was played.
 */
export interface Place {
  readonly step: number;
  /** Place of the microstep in its step; null for the step as a whole. */
  readonly micro: number | null;
}

/** What is seen at a place. */
export interface Moment {
  readonly context: JsonObject;
  /** Fields of the context that are known only as they are shown, for being large. */
  readonly cut: readonly string[];
  readonly event: PlayEvent | undefined;
}

/** The context after the first `count` microsteps of a step. @param before the context that it began with */
export function contextAfter(
  before: JsonObject,
  { microsteps, view }: Pick<Outcome, "microsteps" | "view">,
  count: number,
): JsonObject {
  if (count >= microsteps.length) return view.context;
  return microsteps.slice(0, count).reduce((context, { changes }) => applyChanges(context, changes), before);
}

/** What drove each microstep, with its payload as far as it is known: sent, due, raised on the way; of `always` the event before. */
export function eventsOf(
  action: StepDo,
  before: PlayState | undefined,
  microsteps: readonly Microstep[],
): readonly (PlayEvent | undefined)[] {
  const raised: PlayEvent[] = [];
  let last: PlayEvent | undefined;
  return microsteps.map(({ event, cause, effects }) => {
    const known = (): PlayEvent | undefined => {
      if (cause === "always" || event === "") return last;
      if (cause === "event" && action.kind === "send") return action.event;
      if (cause === "delay") return before?.timers.find((timer) => timer.event.type === event)?.event;
      const place = raised.findIndex(({ type }) => type === event);
      return place < 0 ? undefined : raised.splice(place, 1)[0];
    };
    last = known() ?? { type: event };
    addAll(
      raised,
      effects.flatMap(({ event: sent, delay }) => (sent && delay === undefined ? [sent] : [])),
    );
    return last;
  });
}

/** What is seen at a place of a run; undefined where there is none. */
export function momentAt(run: Run, { step: id, micro }: Place): Moment | undefined {
  const step = stepOf(run, id);
  if (!step) return undefined;
  const before = step.parent === null ? undefined : stepOf(run, step.parent)?.outcome;
  const { outcome } = step;
  const events = eventsOf(step.do, before?.state, outcome.microsteps);
  const cut = [...new Set([...(before?.view.cut ?? []), ...(outcome.view.cut ?? [])])];
  const sent = step.do.kind === "send" ? step.do.event : undefined;
  if (micro === null) return { context: outcome.view.context, cut: outcome.view.cut ?? [], event: sent };
  return {
    context: contextAfter(before?.view.context ?? {}, outcome, micro + 1),
    cut,
    event: events[micro],
  };
}

/** The moment before the one at a place: of a microstep the one before it, of a step as a whole what it began with. */
export function momentBefore(run: Run, { step: id, micro }: Place): Moment | undefined {
  const step = stepOf(run, id);
  if (!step) return undefined;
  if (micro !== null && micro > 0) return momentAt(run, { step: id, micro: micro - 1 });
  return step.parent === null ? undefined : momentAt(run, { step: step.parent, micro: null });
}

/** The microstep at a place. */
export const microstepAt = (run: Run, { step, micro }: Place): Microstep | undefined =>
  micro === null ? undefined : stepOf(run, step)?.outcome.microsteps[micro];

/** One walks on the way in view, forward or back. */
export type Direction = 1 | -1;

/** The next microstep, in this step or the next one. A step without any is one place; after the last, the end of its step. */
export function into(run: Run, { step: id, micro }: Place, by: Direction): Place | undefined {
  const count = (step: Step | undefined) => step?.outcome.microsteps.length ?? 0;
  const current = stepOf(run, id);
  const inside = micro === null ? (by > 0 ? undefined : count(current) - 1) : micro + by;
  if (inside !== undefined && inside >= 0 && inside < count(current)) return { step: id, micro: inside };
  const next = neighbour(run, id, by);
  if (!next) return by > 0 && micro !== null ? { step: id, micro: null } : undefined;
  if (count(next) === 0) return { step: next.id, micro: null };
  return { step: next.id, micro: by > 0 ? 0 : count(next) - 1 };
}

/** The next step as a whole; out of a microstep back to where its step began. */
export function over(run: Run, { step: id, micro }: Place, by: Direction): Place | undefined {
  // In the middle of a step, the rest of it is what one steps over.
  if (by > 0 && micro !== null && micro + 1 < (stepOf(run, id)?.outcome.microsteps.length ?? 0))
    return { step: id, micro: null };
  const next = neighbour(run, id, by);
  return next ? { step: next.id, micro: null } : undefined;
}

/** Out of the microsteps: to the end of the step, or back to its first microstep. */
export function out({ step, micro }: Place, by: Direction): Place | undefined {
  if (micro === null) return undefined;
  if (by > 0) return { step, micro: null };
  return micro === 0 ? undefined : { step, micro: 0 };
}

/** The next step at whose end somebody decides, or the end of what was played. */
export function toDecision(run: Run, { step: id }: Place, by: Direction): Place | undefined {
  const steps = way(run);
  const at = steps.findIndex((step) => step.id === id);
  const rest = by > 0 ? steps.slice(at + 1) : steps.slice(0, Math.max(0, at)).reverse();
  const decision = rest.find(isDecision) ?? rest.at(-1);
  return decision ? { step: decision.id, micro: null } : undefined;
}

/** Nobody's decision: what dice and the table do by themselves. */
const NOBODY: ReadonlySet<string> = new Set(["chance", "table"]);

/** Whether a person decides where a step ends: the machine waits for a seat; where it names none, more than one event is open. */
export function isDecision({ outcome: { view } }: Step): boolean {
  if (view.status !== "active") return true;
  if (view.asks.length > 0) return view.asks.some((seat) => !NOBODY.has(seat));
  return (view.enabled?.length ?? 0) > 1;
}

function neighbour(run: Run, id: number, by: Direction): Step | undefined {
  const steps = way(run);
  const at = steps.findIndex((step) => step.id === id);
  return at < 0 ? undefined : steps[at + by];
}
