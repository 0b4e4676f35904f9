import { applyChanges } from "#core/run/debugging/applyChanges.ts";
import type { Breakpoint } from "#core/run/debugging/breakpoint.ts";
import { FormulaReader, type FormulaFault } from "#core/run/debugging/contextFormula.ts";
import { eventsOf, type Direction, type Moment, type Place } from "#core/run/debugging/microcursor.ts";
import {
  transitionIdOf,
  type Considered,
  type GuardTrial,
  type Microstep,
} from "#core/run/play/microstep.ts";
import type { Outcome } from "#core/run/play/play.ts";
import type { Run, Step, StepDo } from "#core/run/timeline/run.ts";
import { stepOf, way } from "#core/run/timeline/timeline.ts";
import type { JsonObject } from "#core/text/json.ts";

/** A breakpoint that was met. */
export interface Hit {
  readonly breakpoint: Breakpoint;
  /** Place of the microstep in its step; null for what was found where the machine rests, or of a refused event. */
  readonly micro: number | null;
  /** Of a guard: the candidate that asked it, and how it went. */
  readonly candidate?: Considered;
  readonly trial?: GuardTrial;
}

/** A formula that could not be computed. */
export interface FormulaFailure {
  readonly breakpoint: Breakpoint;
  readonly fault: FormulaFault;
}

/** A step that is looked through: what it did, what came of it, and what was before. */
export interface Played {
  readonly do: StepDo;
  readonly outcome: Outcome;
  /** Undefined for the start of a play. */
  readonly before: Outcome | undefined;
}

/**
 * The breakpoints that a step meets, in the order in which it met them. It is looked for in what was noted of the step; nothing runs.
 * @param formulas with the constants of the machine's module
 */
export function hitsIn(
  breakpoints: readonly Breakpoint[],
  played: Played,
  formulas: FormulaReader = new FormulaReader(),
): { readonly hits: readonly Hit[]; readonly failures: readonly FormulaFailure[] } {
  const active = breakpoints.filter(({ off }) => !off);
  if (active.length === 0) return { hits: [], failures: [] };
  const { outcome } = played;
  const turns = new Turns(active, played, formulas);
  const hits = outcome.microsteps.flatMap((microstep, micro): Hit[] => [
    ...active.flatMap((breakpoint) => hitOf(breakpoint, microstep, micro)),
    ...turns.hits(micro),
  ]);
  const sent = played.do.kind === "send" && outcome.refused ? played.do.event.type : undefined;
  const resting = active.flatMap((breakpoint): Hit[] =>
    breakpoint.on === "event" && breakpoint.event === sent
      ? [{ breakpoint, micro: null }]
      : guardHit(breakpoint, outcome.considered, null),
  );
  return { hits: [...hits, ...resting], failures: turns.failures };
}

/** The guards of them that were evaluated in a step and returned their verdict; nothing else of a step counts. */
export const guardHits = (
  breakpoints: readonly Breakpoint[],
  { microsteps, considered }: Pick<Outcome, "microsteps" | "considered">,
): readonly Hit[] =>
  breakpoints.flatMap((breakpoint) => [
    ...microsteps.flatMap((microstep, micro) => guardHit(breakpoint, microstep.considered, micro)),
    ...guardHit(breakpoint, considered, null),
  ]);

function hitOf(breakpoint: Breakpoint, microstep: Microstep, micro: number): Hit[] {
  const met = (): boolean => {
    switch (breakpoint.on) {
      case "state":
        return breakpoint.when === "entered"
          ? microstep.entries.some(({ state }) => state === breakpoint.state)
          : microstep.exits.includes(breakpoint.state);
      case "transition":
        return microstep.taken.some((taken) => transitionIdOf(taken) === breakpoint.transition);
      case "event":
        return microstep.event === breakpoint.event;
      default:
        return false;
    }
  };
  return met() ? [{ breakpoint, micro }] : guardHit(breakpoint, microstep.considered, micro);
}

/** The first candidate whose guard came to the verdict; of a combinator its parts count as well. */
function guardHit(breakpoint: Breakpoint, considered: readonly Considered[], micro: number | null): Hit[] {
  if (breakpoint.on !== "guard") return [];
  const { guard: wanted, verdict } = breakpoint;
  for (const candidate of considered) {
    const { guard } = candidate;
    if (!guard) continue;
    const trial =
      transitionIdOf(candidate) === wanted ? guard : trialsIn(guard).find(({ name }) => name === wanted);
    if (trial && trial.verdict !== null && (verdict === null || trial.verdict === verdict))
      return [{ breakpoint, micro, candidate, trial }];
  }
  return [];
}

/** A guard and the guards that it consists of. */
const trialsIn = (trial: GuardTrial): GuardTrial[] => [trial, ...trial.of.flatMap(trialsIn)];

/** Where formulas turn true in a step. */
class Turns {
  readonly failures: FormulaFailure[] = [];
  readonly #played: Played;
  readonly #formulas: FormulaReader;
  readonly #contextBreakpoints: { readonly breakpoint: Breakpoint & { on: "context" }; was: boolean }[];
  readonly #events: ReturnType<typeof eventsOf>;
  /** After the microsteps that were looked through. */
  #context: JsonObject;

  constructor(active: readonly Breakpoint[], played: Played, formulas: FormulaReader) {
    this.#played = played;
    this.#formulas = formulas;
    const { before, outcome } = played;
    this.#context = before?.view.context ?? {};
    const contextBreakpoints = active.filter(
      (breakpoint): breakpoint is Breakpoint & { on: "context" } => breakpoint.on === "context",
    );
    this.#events =
      contextBreakpoints.length === 0 ? [] : eventsOf(played.do, before?.state, outcome.microsteps);
    this.#contextBreakpoints = contextBreakpoints.map((breakpoint) => ({
      breakpoint,
      was:
        before !== undefined &&
        this.#holds(
          breakpoint,
          { context: before.view.context, cut: before.view.cut ?? [], event: undefined },
          false,
        ),
    }));
  }

  /** Asked of one microstep after the other. */
  hits(micro: number): Hit[] {
    if (this.#contextBreakpoints.length === 0) return [];
    const { before, outcome } = this.#played;
    const { microsteps, view } = outcome;
    this.#context =
      micro + 1 < microsteps.length
        ? applyChanges(this.#context, microsteps[micro]?.changes ?? [])
        : view.context;
    const moment: Moment = {
      context: this.#context,
      cut: [...(before?.view.cut ?? []), ...(view.cut ?? [])],
      event: this.#events[micro],
    };
    return this.#contextBreakpoints.flatMap((watch): Hit[] => {
      const is = this.#holds(watch.breakpoint, moment, true);
      const turned = is && !watch.was;
      watch.was = is;
      return turned ? [{ breakpoint: watch.breakpoint, micro }] : [];
    });
  }

  /** What fails does not hold; it is reported once a step. */
  #holds(breakpoint: Breakpoint & { on: "context" }, moment: Moment, tell: boolean): boolean {
    const { fault, ...outcome } = this.#formulas.valueOf(breakpoint.formula, moment);
    if (fault && tell && !this.failures.some((failure) => failure.breakpoint === breakpoint))
      this.failures.push({ breakpoint, fault });
    return !fault && "value" in outcome && Boolean(outcome.value);
  }
}

/** A step of a run as it is looked through. */
export const playedIn = (run: Run, step: Step): Played => ({
  do: step.do,
  outcome: step.outcome,
  before: step.parent === null ? undefined : stepOf(run, step.parent)?.outcome,
});

/** Where a run first meets breakpoints, from a place on: all that are met there. Undefined where it meets none on the way in view. */
export function nextHits(
  run: Run,
  from: Place,
  by: Direction,
  breakpoints: readonly Breakpoint[],
  formulas?: FormulaReader,
): { readonly place: Place; readonly hits: readonly Hit[] } | undefined {
  const steps = way(run);
  const at = steps.findIndex(({ id }) => id === from.step);
  const END = Number.POSITIVE_INFINITY;
  const rank = (micro: number | null) => micro ?? END;
  for (const step of by > 0 ? steps.slice(at) : steps.slice(0, at + 1).reverse()) {
    const isSameStep = step.id === from.step;
    const { hits } = hitsIn(breakpoints, playedIn(run, step), formulas);
    const ahead = hits.filter(
      ({ micro }) =>
        !isSameStep || (by > 0 ? rank(micro) > rank(from.micro) : rank(micro) < rank(from.micro)),
    );
    const first = by > 0 ? ahead[0] : ahead.at(-1);
    if (first)
      return {
        place: { step: step.id, micro: first.micro },
        hits: ahead.filter(({ micro }) => micro === first.micro),
      };
  }
  return undefined;
}
