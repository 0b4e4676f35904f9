import { jsonEqual } from "#core/text/json.ts";
import { PlayError, type PlayEvent } from "#core/run/play/play.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { Divergence, Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import {
  beginScenario,
  divergenceOf,
  playStep,
  replayScenario,
  replaySteps,
  type PlayedStep,
  type Standing,
} from "#core/run/scenario/replay.ts";
import { renamedIn, withNames, type NameNews, type Renamed } from "#core/run/scenario/scenarioNames.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";
import { actualExpectation } from "#core/run/scenario/actualExpectation.ts";

/**
 * A change that makes a scenario fit a changed machine. None is right by itself: whether the machine or the scenario is wrong, only a
 * person knows, so each is shown as a difference, together with what would still diverge after it.
 */
export type Repair = {
  /** The scenario after the repair. */
  readonly scenario: Scenario;
  /** The first divergence that is left; absent when all goes as expected. */
  readonly left?: Divergence;
} & (
  | {
      /** The expectation of this step becomes the actual outcome; or of every step from here on; or the step is left out. */
      readonly kind: "here" | "onward" | "leave-out";
    }
  | {
      /** A step is missing: of the events that are possible there, only this one makes all the rest fit. */
      readonly kind: "insert";
      readonly event: PlayEvent;
      /** Place of the new step, from 0. */
      readonly at: number;
    }
  | { readonly kind: "rename"; readonly names: readonly Renamed[] }
);

export interface RepairRequest {
  readonly ask: Runner["ask"];
  readonly scenario: Scenario;
  readonly divergence: Divergence;
  /** Hash of the machine that it diverges on. */
  readonly machineHash: string;
  /** How things are called now; without it no rename is found. */
  readonly news?: NameNews;
  /** Whether nobody waits for the repairs any more: the search ends then, with what it has. */
  readonly isLate?: () => boolean;
}

/** Whether a scenario was recorded on this machine; undefined when it does not say. */
export const recordedOn = ({ machine }: Scenario, machineHash: string): boolean | undefined =>
  machine === undefined || machine.endsWith("...") ? undefined : machine === machineHash;

/** Events that are tried as the one that is missing; each is a replay of the rest. */
const MAX_EVENT_CANDIDATES = 60;

/**
 * The repairs of a scenario that diverged, the surest first. What the machine takes too long for fits nowhere. @throws PlayError `load-error`
 */
export async function findRepairs(given: RepairRequest): Promise<readonly Repair[]> {
  const { scenario, divergence, news, isLate = never } = given;
  const { step } = divergence;
  const repairs: Repair[] = [];
  const add = async (candidate: RepairChange, after: Scenario) => {
    const repair = isLate() ? undefined : await settled(() => completeRepair(given, candidate, after));
    // What came of a request that was given up says nothing.
    if (repair && !isLate()) repairs.push(repair);
  };
  const names = news ? renamedIn(scenario, news) : [];
  if (names.length > 0) await add({ kind: "rename", names }, withNames(scenario, names));
  // Nothing that stands in the steps repairs a start that fails.
  if (step < 0 || step >= scenario.steps.length) return repairs;
  const before = await standingAt(given, step);
  if (!before) return repairs;
  const missed = await insertion(given, before);
  if (missed) await add({ kind: "insert", event: missed.event, at: missed.at }, missed.scenario);
  if (divergence.what !== "fault" && divergence.what !== "restore") {
    const continuation = await settled(() => takenOver(given, before, "here"));
    if (continuation) await add({ kind: "here" }, continuation);
    const onward = await settled(() => takenOver(given, before, "onward"));
    if (onward && !jsonEqual(onward, continuation)) await add({ kind: "onward" }, onward);
  }
  await add({ kind: "leave-out" }, { ...scenario, steps: scenario.steps.toSpliced(step, 1) });
  return repairs.toSorted((a, b) => rank(a) - rank(b));
}

const never = () => false;

/**
 * What makes everything fit stands before what leaves a difference; behind it what makes any scenario fit any machine. Each in the order in
 * which it was found.
 */
const rank = ({ kind, left }: Repair): number => (left ? 2 : kind === "onward" ? 1 : 0);

type RepairChange = Repair extends infer One
  ? One extends Repair
    ? Omit<One, "scenario" | "left">
    : never
  : never;

/** A repair with what is left after it. One that leaves nothing makes the scenario one of this machine. */
async function completeRepair(
  given: RepairRequest,
  candidate: RepairChange,
  scenario: Scenario,
): Promise<Repair> {
  const { divergence: left, stop } = await replayScenario(given.ask, scenario, given.machineHash, {
    keep: "tip",
  });
  // How it goes after the repair is not known, so it is none.
  if (stop) throw new PlayError(stop.fault);
  const recorded =
    !left && scenario.machine !== undefined ? { ...scenario, machine: given.machineHash } : scenario;
  return { ...candidate, scenario: recorded, ...(left ? { left } : {}) };
}

/** Where a replay stands before a step; undefined when it does not come there. */
async function standingAt(given: RepairRequest, step: number): Promise<Standing | undefined> {
  return settled(async () => {
    let standing = await beginScenario(given.ask, given.scenario, given.machineHash);
    for (const scenarioStep of given.scenario.steps.slice(0, step))
      standing = (await playStep(given.ask, standing, scenarioStep)).standing;
    return standing;
  });
}

/** The scenario with what came in place of what was expected, at the step of the divergence or from it on. */
async function takenOver(
  given: RepairRequest,
  before: Standing,
  reach: "here" | "onward",
): Promise<Scenario> {
  const { ask, scenario, divergence, isLate = never } = given;
  const steps = [...scenario.steps];
  const last = reach === "here" ? divergence.step : steps.length - 1;
  let standing = before;
  for (let at = divergence.step; at <= last && !isLate(); at++) {
    const step = steps[at] as ScenarioStep;
    const played = await settled(() => playStep(ask, standing, step));
    if (!played || played.missing !== undefined) break;
    standing = played.standing;
    if (await settled(async () => !(await divergenceOf(ask, at, step, { ...played, saved: standing.saved }))))
      continue;
    steps[at] = await newStep(ask, step, played);
  }
  return { ...scenario, steps };
}

async function newStep(
  ask: Runner["ask"],
  { expect, ...step }: ScenarioStep,
  { outcome, sent }: PlayedStep,
): Promise<ScenarioStep> {
  const { state } = outcome;
  const next = await actualExpectation(expect ?? {}, outcome, sent, (event) =>
    ask({ do: "can", state, event }),
  );
  // A step that only expects has to expect something, be it nothing in particular.
  return Object.keys(next).length > 0 || !doesSomething(step) ? { ...step, expect: next } : step;
}

/** Whether a step stands in a file without an expectation: a note or clauses alone do not make one. */
const doesSomething = ({ expect: _expect, note: _note, clauses: _clauses, ...deed }: ScenarioStep): boolean =>
  Object.keys(deed).length > 0;

interface Insertion {
  readonly event: PlayEvent;
  readonly at: number;
  readonly scenario: Scenario;
}

/**
 * The one event that makes the rest fit when it comes between. An event that was refused came too early: the new one stands before it.
 * Where something else differs the new one stands behind, and what was expected is expected of it; or before, when none fits behind.
 */
async function insertion(given: RepairRequest, before: Standing): Promise<Insertion | undefined> {
  const { divergence } = given;
  const behind = divergence.what === "accepted" ? [] : await fitting(given, before, "behind");
  const [only, ...others] = behind.length > 0 ? behind : await fitting(given, before, "before");
  return others.length === 0 ? only : undefined;
}

async function fitting(
  given: RepairRequest,
  before: Standing,
  place: "before" | "behind",
): Promise<Insertion[]> {
  const { ask, scenario, divergence, isLate = never } = given;
  const step = scenario.steps[divergence.step] as ScenarioStep;
  const { expect, ...deed } = step;
  const played =
    place === "behind" && doesSomething(step) ? await settled(() => playStep(ask, before, step)) : undefined;
  if (place === "behind" && (!played || played.outcome.refused || played.missing !== undefined)) return [];
  const standing = played?.standing ?? before;
  const at = place === "behind" ? divergence.step + 1 : divergence.step;
  const insertions: Insertion[] = [];
  for (const event of await possible(ask, standing)) {
    if (isLate()) return [];
    const added: ScenarioStep = { send: event, ...(place === "behind" && expect ? { expect } : {}) };
    const steps =
      place === "behind"
        ? scenario.steps.toSpliced(divergence.step, 1, deed, added)
        : scenario.steps.toSpliced(at, 0, added);
    const fits = await settled(async () => {
      const { divergence: left, stop } = await replaySteps(ask, standing, steps, at, { keep: "tip" });
      return !left && !stop;
    });
    if (fits) insertions.push({ event, at, scenario: { ...scenario, steps } });
  }
  return insertions;
}

/** Events that are possible where a play stands, each once. */
async function possible(ask: Runner["ask"], { run }: Standing): Promise<readonly PlayEvent[]> {
  const { state } = cursorStep(run).outcome;
  const options = (await settled(() => ask({ do: "options", state }))) ?? [];
  const events = new Map(
    options.flatMap(({ accepted, example }) =>
      accepted ? [[JSON.stringify(example), example] as const] : [],
    ),
  );
  return [...events.values()].slice(0, MAX_EVENT_CANDIDATES);
}

/** What comes of it; undefined when the machine fails on the way or takes too long. @throws PlayError `load-error` */
async function settled<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlayError) || error.fault.code === "load-error") throw error;
    return undefined;
  }
}
