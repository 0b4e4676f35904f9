import {
  transitionIdOf,
  type Considered,
  type GuardTrial,
  type Microstep,
} from "#core/run/play/microstep.ts";

/**
 * What of a machine was played, computed from what its steps tell and from nothing else. It consists of sets, so that the coverage of two
 * plays is the union of their coverages. What there is to cover is asked of the chart (`coverable.ts`).
 */
export interface Coverage {
  /** Paths of states that were active. */
  readonly states: ReadonlySet<string>;
  /** Ids of transitions that were taken. */
  readonly transitions: ReadonlySet<string>;
  /** `guardOutcomeId` of guards, and of parts of them, that came to true or to false. */
  readonly guards: ReadonlySet<string>;
  /** Types of events that a transition took. */
  readonly events: ReadonlySet<string>;
  /** Clauses of transitions that were taken and of states that were entered. */
  readonly clauses: ReadonlySet<string>;
}

export type CoverageKind = keyof Coverage;
export const COVERAGE_KINDS: readonly CoverageKind[] = [
  "states",
  "transitions",
  "guards",
  "events",
  "clauses",
];

/** The part of an `Outcome` that coverage is computed from. */
export interface ObservedStep {
  readonly microsteps: readonly Microstep[];
  /** Candidates that were evaluated last, of which none was taken: all candidates of a refused event. */
  readonly considered?: readonly Considered[];
}

/**
 * A guard that came to true or to false. @param transition its id
 * @param part the way to a part of the guard: places of operands of `and` and `or`, outermost first; empty for the guard as a whole
 */
export const guardOutcomeId = (transition: string, part: readonly number[], verdict: boolean): string =>
  `${transition}#${part.join(".")}=${verdict}`;

export const NO_COVERAGE: Coverage = {
  states: new Set(),
  transitions: new Set(),
  guards: new Set(),
  events: new Set(),
  clauses: new Set(),
};

/** The coverage of these steps. */
export function coverageOf(steps: Iterable<ObservedStep>): Coverage {
  const coverage = {
    states: new Set<string>(),
    transitions: new Set<string>(),
    guards: new Set<string>(),
    events: new Set<string>(),
    clauses: new Set<string>(),
  };
  const noteCandidates = (all: readonly Considered[]) => {
    for (const candidate of all)
      if (candidate.guard)
        for (const id of outcomesOf(transitionIdOf(candidate), candidate.guard)) coverage.guards.add(id);
  };
  for (const { microsteps, considered = [] } of steps) {
    for (const step of microsteps) {
      noteCandidates(step.considered);
      for (const path of step.in) coverage.states.add(path);
      for (const { state, clauses } of step.entries) {
        // One that was entered and left within the microstep is in no configuration.
        coverage.states.add(state);
        for (const clause of clauses) coverage.clauses.add(clause);
      }
      for (const taken of step.taken) {
        coverage.transitions.add(transitionIdOf(taken));
        for (const clause of taken.clauses) coverage.clauses.add(clause);
      }
      if (step.taken.length > 0 && (step.cause === "event" || step.cause === "raised"))
        coverage.events.add(step.event);
    }
    noteCandidates(considered);
  }
  return coverage;
}

/** What all of them cover together. */
export const unite = (all: readonly Coverage[]): Coverage => ({
  states: union(all, "states"),
  transitions: union(all, "transitions"),
  guards: union(all, "guards"),
  events: union(all, "events"),
  clauses: union(all, "clauses"),
});

const union = (all: readonly Coverage[], kind: CoverageKind): ReadonlySet<string> =>
  new Set(all.flatMap((coverage) => [...coverage[kind]]));

/** The outcomes of a guard and of the parts of its `and` and `or` that were evaluated. */
function outcomesOf(transition: string, guard: GuardTrial): string[] {
  const outcomes: string[] = [];
  const note = ({ sign, text, verdict }: GuardTrial, part: readonly number[]) => {
    // What is always the same for an event can come to nothing else.
    if (sign === "formula" && (text === "true" || text === "false")) return;
    if (verdict !== null) outcomes.push(guardOutcomeId(transition, part, verdict));
  };
  const visit = (trial: GuardTrial, part: readonly number[]): void => {
    if (trial.sign === "and" || trial.sign === "or")
      trial.of.forEach((operand, i) => {
        note(operand, [...part, i]);
        visit(operand, [...part, i]);
      });
    // A function whose formula is an `and` or an `or`; one with a text of its own is shown by that, and what is in it is a helper's.
    else if (trial.sign === "not" || (trial.sign === "guard" && trial.text === undefined))
      for (const inner of trial.of) visit(inner, part);
  };
  note(guard, []);
  visit(guard, []);
  return outcomes;
}
