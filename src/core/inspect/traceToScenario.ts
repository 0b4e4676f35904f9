import { deedOf } from "#core/inspect/deed.ts";
import type { InspectedSnapshot } from "#core/inspect/fact.ts";
import type { Recomputed } from "#core/inspect/recompute.ts";
import { cutsIn, pathsOf } from "#core/inspect/readSnapshot.ts";
import { isObject } from "#core/inspect/limits.ts";
import type { InspectedStep, Session } from "#core/inspect/session.ts";
import type { StepDo } from "#core/run/timeline/run.ts";
import type { Expectation, Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import { sentWith } from "#core/run/play/verdict.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";
import { initialValue, readDefinition } from "#core/inspect/definition.ts";
import { jsonEqual, type JsonObject } from "#core/text/json.ts";

/** Something that a scenario says less well than the app did. */
export interface TraceNote {
  /** Id of the step in its session. */
  readonly step: number;
  /**
   * `refusal-inferred`: taken for refused because nothing changed. `end-unknown`: nothing is expected after it. `delay-guessed`: how long was
   * waited is the time on the receiver's clock. `left-out`: an event of XState's own that a scenario has no word for. `restored`: it begins in the
   * middle of a game, where a step by hand sets it.
   */
  readonly code: "refusal-inferred" | "end-unknown" | "delay-guessed" | "left-out" | "restored";
}

export type Traced =
  | { readonly scenario: Scenario; readonly notes: readonly TraceNote[] }
  /** Not from its start (`middle`), not whole any more (`dropped`), without a step (`empty`), or with an event that the wire cut off (`cut`). */
  | { readonly impossible: "middle" | "dropped" | "empty" | "cut"; readonly step?: number };

export interface TraceOptions {
  readonly title: Texts;
  /** Hash of the machine text that it is saved for. */
  readonly machine?: string;
  /** Said of the step that sets a game where an actor that was started from a snapshot began. */
  readonly restored?: Texts;
  /** What our copy did: knows how long was waited, and which events the machine sent itself. */
  readonly recomputed?: ReadonlyMap<number, Recomputed>;
}

/** A session as a scenario: what came to the app, with the app's own states and context as what is expected. */
export function traceToScenario(
  session: Session,
  { title, machine, recomputed, restored }: TraceOptions,
): Traced {
  const { steps, dropped, observedFrom } = session;
  if (dropped > 0) return { impossible: "dropped" };
  const [first, ...rest] = steps;
  const start = observedFrom === "start" ? first : startBefore(session);
  if (!start) return { impossible: observedFrom === "start" || !first ? "empty" : "middle" };
  const later = observedFrom === "start" ? rest : steps;
  const cut = steps.find(({ event }) => cutsIn(event).length > 0);
  if (cut) return { impossible: "cut", step: cut.id };
  const began = deedOf(start, session.session, session.wire);
  const input = began.kind === "start" ? began.input : {};
  const notes: TraceNote[] = [];
  const set = recomputed?.get(start.id)?.did;
  const out: ScenarioStep[] = [expectOnly(start)];
  if (set?.kind === "edit") {
    notes.push({ step: start.id, code: "restored" });
    out[0] = { edit: set.edit, ...(restored ? { note: restored } : {}), ...out[0] };
  }
  for (const [i, step] of later.entries()) {
    const done = stepsOf(session, step, later[i - 1] ?? start, recomputed?.get(step.id), notes);
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

/**
 * The start of a session that was greeted after it, as those of `@xstate/inspect` in a window are: where it stood then is where its machine
 * starts, which a `definition` of XState 4 tells with its context. What came before led back there, and is not missed.
 */
function startBefore({ wire, definition, steps }: Session): InspectedStep | undefined {
  const at = steps[0]?.before;
  const chart = wire === "xstate4" ? readDefinition(definition, wire)?.chart : undefined;
  if (!at || !chart || at.status !== "active" || !isObject(definition)) return undefined;
  if (!jsonEqual(at.value, initialValue(chart.root)) || !jsonEqual(at.context, definition["context"]))
    return undefined;
  return { id: -1, at: steps[0]?.at ?? 0, event: { type: "xstate.init" }, after: at };
}

/** The clauses that were carried out, as our copy knows them. */
const clausesOf = (all: Iterable<Recomputed>): string[] => [
  ...new Set(
    [...all].flatMap(({ microsteps }) =>
      microsteps.flatMap(({ taken }) => taken.flatMap((transition) => transition.clauses)),
    ),
  ),
];

const expectOnly = ({ after }: InspectedStep): ScenarioStep => ({
  expect: after ? { in: pathsOf(after.value), ...contextOf({}, after) } : {},
});

function stepsOf(
  { session, wire }: Session,
  step: InspectedStep,
  before: InspectedStep,
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
  const refused =
    step.refused !== undefined ||
    (step.unchanged !== undefined && !step.unchanged.sent && (known?.refused ?? true));
  if (refused && !step.refused && !known) notes.push({ step: step.id, code: "refusal-inferred" });
  const untyped = did?.kind === "send" && did.untyped === true;
  return {
    send: deed.event,
    ...sentWith(untyped ? { untyped } : {}),
    ...expectationOf(step, refused, notes),
  };
}

function expectationOf(
  step: InspectedStep,
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
function contextOf(
  before: JsonObject,
  { context = {}, cut = [] }: InspectedSnapshot,
): { context?: JsonObject } {
  const torn = new Set(cut.map(([field]) => field));
  // Parts that are as before are the very same (`sharing`).
  const changed = Object.entries(context).filter(
    ([field, value]) => !torn.has(field) && !Object.is(value, before[field]),
  );
  return changed.length > 0 && !torn.has(undefined as never) ? { context: Object.fromEntries(changed) } : {};
}
