import { initialValue, readDefinition } from "#core/inspect/definition.ts";
import { deedOf, type Deed } from "#core/inspect/deed.ts";
import type { CutPath, InspectedSnapshot } from "#core/inspect/fact.ts";
import { isObject } from "#core/inspect/limits.ts";
import type { InspectedStep, Session } from "#core/inspect/session.ts";
import { pathsOf } from "#core/inspect/readSnapshot.ts";
import type { PayloadFault } from "#core/chart/payload.ts";
import { changes } from "#core/run/play/contextChange.ts";
import type { Considered, Microstep } from "#core/run/play/microstep.ts";
import { PlayError, type HandEdit, type Outcome, type PlayState, type Reason } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { StepDo } from "#core/run/timeline/run.ts";
import { jsonEqual, type Json, type JsonObject } from "#core/text/json.ts";

/** What an event of an app does on our copy of its machine. */
export interface Recomputed {
  /** Id of the step. */
  readonly step: number;
  /** What was done on the copy; absent for what the copy did within the step before, and for what was not played. */
  readonly did?: StepDo;
  readonly microsteps: readonly Microstep[];
  /** As in `Outcome`: of a refused event all candidates that were evaluated, with their guards. */
  readonly considered: readonly Considered[];
  readonly reasons: readonly Reason[];
  readonly refused: boolean;
  /** Where its payload is not of the type that the machine declares; XState does not look at that, so it was played all the same. */
  readonly unfit?: readonly PayloadFault[];
  /** The actor was started from a snapshot in the middle of a game (restored, set back): our copy goes on from there. */
  readonly restored?: true;
  /** The context after it: the app's, with our copy's values where the wire cut it off. */
  readonly context?: JsonObject;
  /** Where the values are our copy's. */
  readonly filled: readonly CutPath[];
  readonly findings: readonly Finding[];
  /**
   * Not played: where the app stood is not known (`no-base`), it is an event of XState's own (`internal`), or the copy could not take up or
   * make the step (`fault`, with a finding).
   */
  readonly skipped?: "no-base" | "internal" | "fault";
}

/** Where app and copy came to different ends. `at` is a place in the context. */
export interface Finding {
  readonly step: number;
  readonly what:
    | "configuration"
    | "context"
    | "refused"
    | "accepted"
    | "status"
    | "output"
    | "fault"
    | "stopped";
  readonly at?: string;
  readonly app: Json;
  readonly copy: Json;
}

/** The result of a step on the copy. */
interface CopyStep {
  readonly did: StepDo;
  readonly outcome: Outcome;
  readonly unfit?: readonly PayloadFault[];
}

/** Places of the context that are listed individually for a step. */
const MAX_LISTED_CHANGES = 20;

/**
 * Plays the events of a session again on our copy of its machine, each from where the app stood before it. As long as both agree the copy
 * goes on by itself, so it knows what the wire cut off; after a difference it is set to where the app stands, and the difference is
 * reported once.
 */
export class Recomputation {
  readonly #ask: Runner["ask"];
  readonly #done = new Map<number, Recomputed>();
  #copy: PlayState | undefined;
  #next = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(ask: Runner["ask"]) {
    this.#ask = ask;
  }

  /** By id of the step. */
  get steps(): ReadonlyMap<number, Recomputed> {
    return this.#done;
  }

  get findings(): readonly Finding[] {
    return [...this.#done.values()].flatMap(({ findings }) => findings);
  }

  /**
   * Plays the steps that are new and have come to their end. May be called again while it is at it. A step of which the copy does not find the
   * end is a finding. @throws PlayError `load-error`
   */
  follow(session: Session): Promise<void> {
    const done = this.#last.then(() => this.#follow(session));
    this.#last = done.catch(() => {});
    return done;
  }

  async #follow(session: Session): Promise<void> {
    const { steps, dropped } = session;
    for (let i = Math.max(0, this.#next - dropped); i < steps.length; i++) {
      const step = steps[i] as InspectedStep;
      if (!step.after && !step.lost) return;
      const { played, last } = await this.#play(session, i);
      // The app may still be at what the copy did at once.
      if (played.findings.length > 0 && sendsItself(played) && last === steps.length - 1 && isLive(session))
        return;
      this.#done.set(step.id, played);
      for (const laterStep of steps.slice(i + 1, last + 1))
        this.#done.set(laterStep.id, within(laterStep, played));
      i = last;
      this.#next = dropped + i + 1;
    }
  }

  async #play(session: Session, index: number): Promise<{ played: Recomputed; last: number }> {
    const step = session.steps[index] as InspectedStep;
    const deed = deedOf(step, session.session, session.wire);
    const nothing = { step: step.id, ...NOTHING };
    if (deed.kind === "internal") return { played: { ...nothing, skipped: "internal" }, last: index };
    const base = deed.kind === "start" ? undefined : this.#base(step.before);
    if (deed.kind !== "start" && !base) return { played: { ...nothing, skipped: "no-base" }, last: index };
    try {
      const result = await this.#make(deed, base);
      const { did, outcome, unfit } =
        (deed.kind === "start" && (await this.#midway(session, step, result))) || result;
      this.#copy = outcome.state;
      const last = lastOfOwn(session, index, outcome.state);
      const played = judge(step, session.steps[last] as InspectedStep, did, outcome);
      const restored = did.kind === "edit" ? ({ restored: true } as const) : {};
      return { played: { ...played, ...restored, ...(unfit ? { unfit } : {}) }, last };
    } catch (error) {
      if (!(error instanceof PlayError) || error.fault.code === "load-error") throw error;
      // That a copy was stopped says nothing of whether the app went otherwise.
      const outcome = error.fault.code === "over-budget" ? "stopped" : "fault";
      const finding: Finding = { step: step.id, what: outcome, app: null, copy: error.fault.message };
      return { played: { ...nothing, skipped: "fault", findings: [finding] }, last: index };
    }
  }

  async #make(deed: Deed, base: PlayState | undefined): Promise<CopyStep> {
    if (deed.kind === "start")
      return {
        did: { kind: "start", input: deed.input },
        outcome: await this.#ask({ do: "start", input: deed.input }),
      };
    const state = base as PlayState;
    if (deed.kind === "answer")
      return {
        did: { kind: "answer", answer: deed.answer },
        outcome: await this.#ask({ do: "answer", state, answer: deed.answer }),
      };
    const timer =
      deed.kind === "timer" || deed.kind === "own"
        ? state.timers.find(({ event }) => event.type === (deed as { event: { type: string } }).event.type)
        : undefined;
    if (timer || deed.kind === "timer") {
      const event = timer?.event ?? (deed as { event: Outcome["state"]["timers"][number]["event"] }).event;
      const first = timer && state.timers.every(({ due }) => due >= timer.due);
      const ms = first ? timer.due - state.clock : 0;
      // Another timer would be due before, or the copy was not there when this one was set: this one alone is due now.
      const due = { id: timer?.id ?? event.type, due: state.clock, event };
      const later = state.timers
        .filter((item) => item !== timer)
        .map((item) => ({ ...item, due: Math.max(item.due, state.clock + 1) }));
      const from = first && ms >= 0 ? state : { ...state, timers: [due, ...later] };
      return {
        did: { kind: "advance", ms },
        outcome: await this.#ask({ do: "advance", state: from, ms }),
      };
    }
    return this.#send(state, (deed as { event: InspectedStep["event"] }).event);
  }

  /**
   * An actor that begins where neither its own machine nor the model begins was started from a snapshot: the copy is set there. Undefined for one that begins as the
   * model does, and where that snapshot is not known whole or is none of the model.
   */
  async #midway(
    { definition, wire }: Session,
    { after }: InspectedStep,
    { outcome: { state } }: CopyStep,
  ): Promise<CopyStep | undefined> {
    if (after?.status !== "active" || !after.context || after.cut) return undefined;
    if (sameValue(after.value ?? null, state.snapshot["value"] ?? null)) return undefined;
    // Its own machine begins there: that is another machine, and no other beginning.
    const root = readDefinition(definition, wire)?.chart.root;
    if (root && sameValue(after.value ?? null, initialValue(root) ?? null)) return undefined;
    const edit: HandEdit = { in: pathsOf(after.value), context: after.context };
    try {
      const outcome = await this.#ask({ do: "edit", state, edit });
      if (differences(after, outcome.state).length > 0) return undefined;
      const snapshot = { ...outcome.state.snapshot, historyValue: historyOf(after) };
      return { did: { kind: "edit", edit }, outcome: { ...outcome, state: { ...outcome.state, snapshot } } };
    } catch (error) {
      if (error instanceof PlayError && error.fault.code !== "load-error") return undefined;
      throw error;
    }
  }

  /** What the types alone refuse is sent on as XState takes it: an app checks no types. */
  async #send(state: PlayState, event: InspectedStep["event"]): Promise<CopyStep> {
    const outcome = await this.#ask({ do: "send", state, event });
    const unfit = outcome.reasons.find(({ code }) => code === "payload")?.faults;
    const bare = unfit && (await this.#ask({ do: "send", state, event, untyped: true }));
    return bare && !bare.refused
      ? { did: { kind: "send", event, untyped: true }, outcome: bare, unfit }
      : { did: { kind: "send", event }, outcome };
  }

  /** The play that stands where the app stood; undefined when that is not known well enough. */
  #base(before: InspectedSnapshot | undefined): PlayState | undefined {
    const copy = this.#copy;
    if (!before) return undefined;
    if (copy && differences(before, copy).length === 0) return copy;
    const { context, left } = fill(before, copy);
    if (before.value === undefined || left.length > 0) return undefined;
    const liveValue = copy?.snapshot["children"];
    const children = isObject(liveValue)
      ? Object.fromEntries(Object.entries(liveValue).filter(([id]) => before.children?.includes(id)))
      : {};
    return {
      snapshot: {
        status: before.status,
        value: before.value,
        context,
        historyValue: historyOf(before),
        children,
        ...(before.output === undefined ? {} : { output: before.output }),
      },
      clock: copy?.clock ?? 0,
      timers: copy?.timers ?? [],
      ...(copy?.input ? { input: copy.input } : {}),
    };
  }
}

/** As XState saves it. */
const historyOf = ({ history = {} }: InspectedSnapshot): JsonObject =>
  Object.fromEntries(
    Object.entries(history).map(([id, states]) => [id, states.map((state) => ({ id: state }))]),
  );

function judge(step: InspectedStep, last: InspectedStep, did: StepDo, outcome: Outcome): Recomputed {
  const { state, microsteps, considered, reasons, refused } = outcome;
  const end = last.after;
  const refusal = step.refused;
  // An event that changed nothing may have been taken for its effects, or refused: neither is unlike the copy.
  const unlike: Omit<Finding, "step">[] =
    end && did.kind === "send" && refusal && !refused
      ? [{ what: "refused", app: true, copy: false }]
      : end && did.kind === "send" && !refusal && !step.unchanged && refused
        ? [{ what: "accepted", app: true, copy: reasons as unknown as Json }]
        : [];
  const places = end ? differences(end, state) : [];
  const filled = end ? fill(end, state) : undefined;
  return {
    step: step.id,
    did,
    microsteps,
    considered,
    reasons,
    refused,
    ...(filled ? { context: filled.context } : {}),
    filled: filled?.filled ?? [],
    findings: [...unlike, ...places].map((finding) => ({ step: step.id, ...finding })),
  };
}

const NOTHING = { microsteps: [], considered: [], reasons: [], refused: false, filled: [], findings: [] };

/** A step that the copy has made already, within another one. */
const within = (step: InspectedStep, { context, filled }: Recomputed): Recomputed => ({
  step: step.id,
  ...NOTHING,
  ...(context ? { context } : {}),
  filled,
});

/** The last of the events that the machine sent itself in answer to this one: the copy takes them in the same step. */
function lastOfOwn({ steps, session, wire }: Session, index: number, { timers }: PlayState): number {
  let last = index;
  for (let i = index + 1; i < steps.length; i++) {
    const step = steps[i] as InspectedStep;
    const isTimer = timers.some(({ event }) => event.type === step.event.type);
    if (!step.after || isTimer || deedOf(step, session, wire).kind !== "own") break;
    last = i;
  }
  return last;
}

const sendsItself = ({ microsteps }: Recomputed): boolean =>
  microsteps.some(({ effects }) => effects.some(({ type }) => type === "xstate.sendTo"));

const isLive = ({ status }: Session): boolean => status === "active";

/** How an app's snapshot differs from our copy. Places that were cut off are not compared. */
function differences(app: InspectedSnapshot, copy: PlayState): Omit<Finding, "step">[] {
  const { value, status, output } = copy.snapshot;
  const out: Omit<Finding, "step">[] = [];
  if (!sameValue(app.value ?? null, value ?? null))
    out.push({ what: "configuration", app: app.value ?? null, copy: value ?? null });
  if (app.status !== status) out.push({ what: "status", app: app.status, copy: status ?? null });
  const { context } = fill(app, copy);
  const liveValue = copy.snapshot["context"];
  if (app.context)
    for (const { at, before, after } of changes(context, isObject(liveValue) ? liveValue : {}).slice(
      0,
      MAX_LISTED_CHANGES,
    ))
      out.push({ what: "context", at, app: before ?? null, copy: after ?? null });
  if (
    app.status === "done" &&
    app.output !== undefined &&
    output !== undefined &&
    !jsonEqual(app.output, output)
  )
    out.push({ what: "output", app: app.output, copy: output });
  return out;
}

/** A state without states of its own is reported as `{}` or as its name. */
function sameValue(a: Json, b: Json): boolean {
  if (jsonEqual(a, b)) return true;
  const [x, y] = [spread(a), spread(b)];
  const keys = Object.keys(x);
  return (
    keys.length === Object.keys(y).length &&
    keys.every((key) => Object.hasOwn(y, key) && sameValue(x[key] ?? {}, y[key] ?? {})) &&
    (keys.length > 0 || (isObject(a) && isObject(b)))
  );
}
const spread = (value: Json): JsonObject =>
  typeof value === "string" ? { [value]: {} } : isObject(value) ? value : {};

/** The app's context with our copy's values where it was cut off; `left` are the places of which the copy knows nothing either. */
function fill(
  { context = {}, cut = [] }: InspectedSnapshot,
  copy: PlayState | undefined,
): {
  readonly context: JsonObject;
  readonly filled: readonly CutPath[];
  readonly left: readonly CutPath[];
} {
  const filled: CutPath[] = [];
  const left: CutPath[] = [];
  let whole: Json = context;
  for (const path of cut) {
    const known = copy && at(copy.snapshot["context"], path);
    if (known === undefined) left.push(path);
    else {
      filled.push(path);
      whole = put(whole, path, known);
    }
  }
  return { context: isObject(whole) ? whole : {}, filled, left };
}

function at(value: Json | undefined, path: CutPath): Json | undefined {
  let part = value;
  for (const key of path) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    part = (part as Record<string | number, Json>)[key];
  }
  return part;
}

function put(value: Json, [key, ...rest]: CutPath, part: Json): Json {
  if (key === undefined) return part;
  if (Array.isArray(value)) return value.map((item: Json, i) => (i === key ? put(item, rest, part) : item));
  if (!isObject(value)) return value;
  return { ...value, [key]: put(value[key] ?? null, rest, part) };
}
