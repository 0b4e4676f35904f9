import type { Chart } from "#core/chart/chart.ts";
import { CodeReading, type Const } from "#core/semantics/codeReading.ts";
import { ContextFields } from "#core/semantics/contextFields.ts";
import { Memory, type Held } from "#core/semantics/memory.ts";
import {
  idOf,
  isLocalState,
  isInside,
  stateGraph,
  type GraphTransition,
  type StateGraph,
} from "#core/semantics/stateGraph.ts";
import { followed } from "#core/semantics/transfer.ts";

/** A state that is entered from several places and goes on where the context says: a subroutine of the rules. */
export interface CalledPhase {
  /** Path id of the state. */
  readonly id: string;
  /** `called`: three or more states call it and the game may wait in it. `hub`: it only passes on what its callers wrote. */
  readonly kind: "called" | "hub";
  readonly calls: readonly Call[];
  /** Continuations of which it is not known that a call leads to them. */
  readonly open: readonly Continuation[];
  /** Ways out that no call decides: they may follow any. */
  readonly exits: readonly Continuation[];
}

/** A transition that leaves a called phase. */
export interface Continuation {
  readonly transition: string;
  /** Path id of the state that it enters outside. */
  readonly target: string;
}

/** A transition that enters a called phase from outside. */
export interface Call {
  readonly transition: string;
  /** Path id of the state that it belongs to. */
  readonly from: string;
  /** Where the game may go on after this call, in the order of the code: every continuation that is not known to be impossible. */
  readonly returns: readonly Continuation[];
  /** How it is known: from params on the call, from the context otherwise, or not at all, when nothing could be ruled out. */
  readonly by: "params" | "context" | "none";
}

/** Calling states of which the way back must be known, for a phase that is left by itself and for one in which the game waits. */
const HUB_CALLERS = 2;
const PHASE_CALLERS = 3;
/** State visits for all calls of one phase. A phase that needs more is too large to be an aside. */
const MAX_STATE_VISITS = 50_000;

const known = new WeakMap<
  Chart,
  { readonly consts: readonly Const[]; readonly phases: readonly CalledPhase[] }
>();

/**
 * The called phases and hubs of a chart in document order. Which continuation belongs to which call is read from what the call writes
 * into the context and the guards that read it; no pair that can happen in a play is ruled out. Computed once per chart.
 * @param consts of the module, for what guards and actions take from them
 */
export function calledPhases(chart: Chart, consts: readonly Const[] = []): readonly CalledPhase[] {
  const before = known.get(chart);
  if (before && isSame(before.consts, consts)) return before.phases;
  const phases = findPhases(chart, consts);
  known.set(chart, { consts, phases });
  return phases;
}

const isSame = (a: readonly Const[], b: readonly Const[]) =>
  a === b ||
  (a.length === b.length && a.every((field, i) => field.name === b[i]!.name && field.text === b[i]!.text));

interface Candidate {
  readonly phase: number;
  readonly calls: readonly GraphTransition[];
  /** Transitions that leave it whose guard asks for fields. */
  readonly leaving: readonly GraphTransition[];
}

function findPhases(chart: Chart, consts: readonly Const[]): CalledPhase[] {
  const fields = new ContextFields(chart, new CodeReading(chart, consts));
  if (fields.fields.length === 0) return [];
  const graph = stateGraph(chart);
  const candidates = findCandidates(graph, fields);
  if (candidates.length === 0) return [];
  const memory = new Memory(graph, fields);
  const everywhere = memory.everywhere();
  const matches = candidates.flatMap(
    (candidate) => examined(candidate, { graph, fields, memory, everywhere }) ?? [],
  );
  return matches
    .filter((phase) => !matches.some((other) => standsFor(other, phase, graph)))
    .map(({ phase }) => phase);
}

/** States that are entered from outside from at least two others and left by a guard over fields of the context. */
function findCandidates(graph: StateGraph, fields: ContextFields): Candidate[] {
  const { states, transitions } = graph;
  const calls = states.map((): GraphTransition[] => []);
  const leaving = states.map((): GraphTransition[] => []);
  for (const transition of transitions) {
    for (const target of transition.targets)
      for (let at = target; at > 0 && !isInside(states, transition.source, at); at = states[at]!.parent)
        if (calls[at]!.at(-1) !== transition) calls[at]!.push(transition);
    const { guard, elsewhere } = transition.transition;
    const isLocal = isLocalState(states[transition.source]!) && !elsewhere;
    if (!guard || transition.targets.length === 0 || fields.readBy(guard, isLocal).length === 0) continue;
    for (
      let at = transition.source;
      at > 0 && transition.targets.some((target) => !isInside(states, target, at));
      at = states[at]!.parent
    )
      leaving[at]!.push(transition);
  }
  return states.flatMap((_, phase) => {
    const sources = new Set(calls[phase]!.map(({ source }) => source));
    return sources.size >= HUB_CALLERS && leaving[phase]!.length > 0
      ? [{ phase, calls: calls[phase]!, leaving: leaving[phase]! }]
      : [];
  });
}

interface World {
  readonly graph: StateGraph;
  readonly fields: ContextFields;
  readonly memory: Memory;
  readonly everywhere: Held;
}

interface PhaseMatch {
  readonly phase: CalledPhase;
  readonly state: number;
  readonly continuations: string;
}

/** The effect of a call: the values that the phase may hold after it, and those that the call itself wrote. */
interface Course {
  readonly call: GraphTransition;
  readonly held: Held;
  /** Fields that the call itself gives known values, and which. */
  readonly writes: ReadonlyMap<number, bigint>;
}

function examined({ phase, calls, leaving }: Candidate, world: World): PhaseMatch | undefined {
  const { graph, fields, memory, everywhere } = world;
  const { states } = graph;
  const size = states[phase]!.end - phase;
  const runs = new Map<string, Held>();
  const courses: Course[] = [];
  for (const call of calls) {
    // What no play reaches, such as a state just drawn, still calls.
    const before = everywhere.get(call.source) ?? fields.unknown;
    const taken = memory.taken(call.source, before).get(call);
    if (!taken) continue;
    const starts = memory.after(call, taken).filter(([leaf]) => isInside(states, leaf, phase));
    const key = starts.map(([leaf, held]) => `${leaf}:${held.join(",")}`).join(";");
    let held = runs.get(key);
    if (!held) {
      if ((runs.size + 1) * size > MAX_STATE_VISITS) return undefined;
      runs.set(key, (held = memory.follow(starts, phase)));
    }
    courses.push({ call, held, writes: writtenBy(call, world) });
  }
  return describePhase(phase, courses, leaving, world);
}

/** Fields that a call gives known values: by its actions, on leaving its state or on entering it. */
function writtenBy(call: GraphTransition, { graph, memory, fields }: World): ReadonlyMap<number, bigint> {
  const { node } = graph.states[call.source]!.place;
  const { entering } = memory;
  const whole = followed(
    entering.actions(call.source, [...node.entry, ...node.exit]),
    entering.transferOf(call),
  );
  return new Map(
    [...whole].flatMap(([field, { keeps, written }]) =>
      !keeps && (written & fields.fields[field]!.other) === 0n ? [[field, written] as const] : [],
    ),
  );
}

/** The fields that serve a phase as its memory: its calls write different values into them. */
function memoryOf(courses: readonly Course[]): ReadonlySet<number> {
  const written = new Map<number, Set<bigint>>();
  for (const { writes } of courses)
    for (const [field, values] of writes) written.set(field, (written.get(field) ?? new Set()).add(values));
  return new Set([...written].flatMap(([field, values]) => (values.size > 1 ? [field] : [])));
}

/** The continuation after each call, as far as the memory of the phase determines it; undefined when it has none. */
function describePhase(
  phase: number,
  courses: readonly Course[],
  leaving: readonly GraphTransition[],
  world: World,
): PhaseMatch | undefined {
  const { graph, memory } = world;
  const { states, outOf } = graph;
  const remembered = memoryOf(courses);
  const asking = new Set(
    leaving.filter((way) => fieldsReadBy(way, world).some((field) => remembered.has(field))),
  );
  const lists = new Set([...asking].map(listOf));
  if (lists.size === 0) return undefined;
  const ways = states
    .slice(phase, states[phase]!.end)
    .flatMap((_, i) => outOf[phase + i]!)
    .filter(({ targets }) => targets.some((target) => !isInside(states, target, phase)));
  const decided = ways.filter((way) =>
    way.transition.guard
      ? asking.has(way) && courses.some((course) => isCertain(way, course, world))
      : lists.has(listOf(way)),
  );
  const asContinuation = (way: GraphTransition): Continuation => ({
    transition: idOf(graph, way),
    target: states[way.targets.find((target) => !isInside(states, target, phase))!]!.id,
  });
  const calls = courses.map((course) => {
    const possible = new Set(
      [...new Set(decided.map(({ source }) => source))].flatMap((source) => {
        const held = course.held.get(source);
        return held ? [...memory.taken(source, held).keys()] : [];
      }),
    );
    const returns = decided.filter((way) => possible.has(way));
    return {
      course,
      by: returnBasis(course, returns, decided, remembered),
      returns: returns.map(asContinuation),
    };
  });
  const reached = new Set(
    calls.flatMap(({ by, returns }) => (by === "none" ? [] : returns.map(({ transition }) => transition))),
  );
  const kind = kindOf(
    phase,
    calls.filter(({ course, by }) => by !== "none" && isWriting(course, remembered)),
    graph,
  );
  if (!kind) return undefined;
  const result: CalledPhase = {
    id: states[phase]!.id,
    kind,
    calls: calls.map(({ course: { call }, returns, by }) => ({
      transition: idOf(graph, call),
      from: states[call.source]!.id,
      returns,
      by,
    })),
    open: decided.filter((way) => !reached.has(idOf(graph, way))).map(asContinuation),
    exits: ways.filter((way) => !decided.includes(way)).map(asContinuation),
  };
  return { phase: result, state: phase, continuations: decided.map((way) => idOf(graph, way)).join("\0") };
}

const isWriting = ({ writes }: Course, remembered: ReadonlySet<number>) =>
  [...writes.keys()].some((field) => remembered.has(field));

function returnBasis(
  course: Course,
  returns: readonly GraphTransition[],
  decided: readonly GraphTransition[],
  remembered: ReadonlySet<number>,
): Call["by"] {
  if (returns.length === decided.length) return "none";
  const withParams = course.call.transition.actions.some(({ params }) => params !== undefined);
  return withParams && isWriting(course, remembered) ? "params" : "context";
}

/** The kind of phase, by the calls that determine where it continues; undefined when they are too few or all continue at the same place. */
function kindOf(
  phase: number,
  telling: readonly { readonly course: Course; readonly returns: readonly Continuation[] }[],
  graph: StateGraph,
): CalledPhase["kind"] | undefined {
  const { states, outOf } = graph;
  const callers = new Set(telling.map(({ course }) => course.call.source)).size;
  const ways = new Set(telling.map(({ returns }) => returns.map(({ target }) => target).join("\0")));
  if (callers < HUB_CALLERS || ways.size < 2) return undefined;
  const waits = states
    .slice(phase, states[phase]!.end)
    .some(
      ({ children }, i) =>
        children.length === 0 &&
        outOf[phase + i]!.some((transition) => transition.transition.slot !== "always"),
    );
  return waits && callers >= PHASE_CALLERS ? "called" : "hub";
}

const fieldsReadBy = (
  { source, transition: { guard, elsewhere } }: GraphTransition,
  { graph, fields }: World,
) => (guard ? fields.readBy(guard, isLocalState(graph.states[source]!) && !elsewhere) : []);

const listOf = ({ source, transition: { slot, event } }: GraphTransition) =>
  `${source}|${slot}|${event ?? ""}`;

/** Whether a call settles the guard of a way out, one way or the other. */
function isCertain(
  { source, transition }: GraphTransition,
  { held }: Course,
  { graph, fields }: World,
): boolean {
  const values = held.get(source);
  const isLocal = isLocalState(graph.states[source]!) && !transition.elsewhere;
  return (
    values !== undefined &&
    transition.guard !== undefined &&
    fields.verdict(transition.guard, values, isLocal).truth !== undefined
  );
}

/** Of two states, one in the other, that go on alike, the one that more calls enter; of those with the same calls the inner one. */
function standsFor(other: PhaseMatch, phase: PhaseMatch, { states }: StateGraph): boolean {
  if (other === phase || other.continuations !== phase.continuations) return false;
  const inner = isInside(states, other.state, phase.state);
  if (!inner && !isInside(states, phase.state, other.state)) return false;
  const more = other.phase.calls.length - phase.phase.calls.length;
  return more > 0 || (more === 0 && inner);
}
