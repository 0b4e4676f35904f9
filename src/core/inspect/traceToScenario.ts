import { deedOf } from "#core/inspect/deed.ts";
import type { SeenSnapshot } from "#core/inspect/fact.ts";
import type { Recomputed } from "#core/inspect/recompute.ts";
import { cutsIn } from "#core/inspect/seenSnapshot.ts";
import { isObject } from "#core/inspect/limits.ts";
import type { SeenStep, Session } from "#core/inspect/session.ts";
import type { StepDo } from "#core/run/run.ts";
import type { Expectation, Scenario, ScenarioStep } from "#core/run/scenario.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/** Something that a scenario says less well than the app did. */
export interface TraceNote {
  /** Id of the step in its session. */
  readonly step: number;
  /**
   * `refusal-inferred`: taken for refused because nothing changed. `end-unknown`: nothing is expected after it. `delay-guessed`: how long was
   * waited is the time on the receiver's clock. `left-out`: an event of XState's own that a scenario has no word for.
   */
  readonly code: "refusal-inferred" | "end-unknown" | "delay-guessed" | "left-out";
}

export type Traced =
  | { readonly scenario: Scenario; readonly notes: readonly TraceNote[] }
  /** Not from its start (`middle`), not whole any more (`dropped`), without a step (`empty`), or with an event that the wire cut off (`cut`). */
  | { readonly impossible: "middle" | "dropped" | "empty" | "cut"; readonly step?: number };

export interface TraceOptions {
  readonly title: Texts;
  /** Hash of the machine text that it is saved for. */
  readonly machine?: string;
  /** What our copy did: knows how long was waited, and which events the machine sent itself. */
  readonly recomputed?: ReadonlyMap<number, Recomputed>;
}

/** A session as a scenario: what came to the app, with the app's own states and context as what is expected. */
export function traceToScenario(session: Session, { title, machine, recomputed }: TraceOptions): Traced {
  const { steps, dropped, seen } = session;
  if (seen !== "start") return { impossible: "middle" };
  if (dropped > 0) return { impossible: "dropped" };
  const [first, ...later] = steps;
  if (!first) return { impossible: "empty" };
  const cut = steps.find(({ event }) => cutsIn(event).length > 0);
  if (cut) return { impossible: "cut", step: cut.id };
  const start = deedOf(first, session.session, session.wire);
  const input = start.kind === "start" ? start.input : {};
  const notes: TraceNote[] = [];
  const out: ScenarioStep[] = [expectOnly(first)];
  for (const [i, step] of later.entries()) {
    const done = stepsOf(session, step, steps[i] as SeenStep, recomputed?.get(step.id), notes);
    if (done === "own") {
      // What the machine sent itself belongs to the step before: that one ends here.
      const before = out.pop();
      if (before) out.push({ ...before, ...expectationOf(step, false, notes) });
    } else if (done) out.push(done);
  }
  const clauses = recomputed ? clausesOf(recomputed.values()) : [];
  return {
    scenario: {
      format: 1,
      title,
      input,
      ...(machine === undefined ? {} : { machine }),
      ...(clauses.length > 0 ? { clauses } : {}),
      steps: out,
    },
    notes,
  };
}

/** The clauses that were carried out, as our copy knows them. */
const clausesOf = (all: Iterable<Recomputed>): string[] => [
  ...new Set(
    [...all].flatMap(({ microsteps }) =>
      microsteps.flatMap(({ taken }) => taken.flatMap((one) => one.clauses)),
    ),
  ),
];

const expectOnly = ({ after }: SeenStep): ScenarioStep => ({
  expect: after ? { in: pathsOf(after.value), ...contextOf({}, after) } : {},
});

function stepsOf(
  { session, wire }: Session,
  step: SeenStep,
  before: SeenStep,
  known: Recomputed | undefined,
  notes: TraceNote[],
): ScenarioStep | "own" | undefined {
  const deed = deedOf(step, session, wire);
  const did: StepDo | undefined = known?.did;
  if (deed.kind === "internal" || deed.kind === "start") {
    notes.push({ step: step.id, code: "left-out" });
    return undefined;
  }
  if (deed.kind === "own" && did?.kind !== "advance") return "own";
  if (deed.kind === "timer" || deed.kind === "own") {
    const ms = did?.kind === "advance" ? did.ms : Math.max(0, Math.round(step.at - before.at));
    if (did?.kind !== "advance") notes.push({ step: step.id, code: "delay-guessed" });
    return { advance: ms, ...expectationOf(step, false, notes) };
  }
  if (deed.kind === "answer") return { answer: deed.answer, ...expectationOf(step, false, notes) };
  // Our copy tells an event that was taken for its effects alone from one that was refused.
  const refused = step.refused !== undefined && (step.refused.by === "told" || !known || known.refused);
  if (refused && step.refused?.by === "inferred" && !known)
    notes.push({ step: step.id, code: "refusal-inferred" });
  return { send: deed.event, ...expectationOf(step, refused, notes) };
}

function expectationOf(
  step: SeenStep,
  refused: boolean,
  notes: TraceNote[],
): { readonly expect?: Expectation } {
  const { before, after } = step;
  if (!after) {
    notes.push({ step: step.id, code: "end-unknown" });
    return {};
  }
  const ended =
    after.status === "active"
      ? {}
      : { status: after.status, ...(after.output === undefined ? {} : { output: after.output }) };
  return {
    expect: {
      in: pathsOf(after.value),
      ...(refused ? { refused: true } : contextOf(before?.context ?? {}, after)),
      ...ended,
    },
  };
}

/** Fields of the context that changed, as far as they came whole. */
function contextOf(before: JsonObject, { context = {}, cut = [] }: SeenSnapshot): { context?: JsonObject } {
  const torn = new Set(cut.map(([field]) => field));
  // Parts that are as before are the very same (`sharing`).
  const changed = Object.entries(context).filter(
    ([field, value]) => !torn.has(field) && !Object.is(value, before[field]),
  );
  return changed.length > 0 && !torn.has(undefined as never) ? { context: Object.fromEntries(changed) } : {};
}

/** Path ids of all states in a state value, the root left out. */
export function pathsOf(value: Json | undefined, around = ""): string[] {
  const path = (key: string) => (around === "" ? key : `${around}.${key}`);
  if (typeof value === "string") return [path(value)];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [path(key), ...pathsOf(inner, path(key))]);
}
