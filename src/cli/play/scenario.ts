import { availableParallelism } from "node:os";
import { findRepairs, recordedOn, type Repair } from "#core/run/scenario/findRepairs.ts";
import { PlayError, type PlayFault } from "#core/run/play/play.ts";
import { replayScenario } from "#core/run/scenario/replay.ts";
import type { NameNews } from "#core/run/scenario/scenarioNames.ts";
import {
  stepCount,
  stepNumber,
  type Divergence,
  type Scenario,
  type ScenarioStep,
} from "#core/run/scenario/scenario.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { Json } from "#core/text/json.ts";
import type { ExitCode } from "#cli/io.ts";
import { load, namedAsk, runnerOf, type PlayGiven } from "#cli/play/given.ts";

/** A scenario of a game. */
export interface NamedScenario {
  readonly name: string;
  readonly scenario: Scenario;
  /** It has more steps than are played; the scenario has none of them then. */
  readonly tooLong?: { readonly steps: number; readonly limit: number };
}

export interface PlayScenarioGiven extends PlayGiven {
  /** Scenarios by name, in the order in which they are played. */
  readonly scenarios: readonly NamedScenario[];
  /** One JSON object on `out` instead of lines for people. */
  readonly json?: boolean;
  /** Repairs of a scenario that diverges are looked for, and reported; by the machine's hash and what things are called now. */
  readonly repairContext?: { readonly machineHash: string; readonly news?: NameNews };
}

/** What became of one scenario. `fault` stands where it could not be played at all. */
export interface ScenarioResult {
  readonly name: string;
  readonly ok: boolean;
  readonly steps: number;
  /** With `step` as people count: 1 is the first step of the file, 0 the start of the play. */
  readonly divergence?: Divergence;
  /** Where the machine came to too much work, `step` as in `divergence`: whether it goes as expected is not known. */
  readonly stop?: Omit<PlayFault, "code"> & { readonly step: number };
  /** Whether the machine is the one that it was recorded on; absent where it does not say. */
  readonly sameMachine?: boolean;
  readonly mends?: readonly Repair[];
  readonly fault?: { readonly code: string; readonly message: string };
}

/**
 * Plays scenarios and compares them with what they expect; each ends at its first divergence, which is reported with its step.
 * @returns the exit code: 0 when all went as expected, 1 when one did not, 3 when nothing is worse than that some were stopped
 */
export async function playScenario(given: PlayScenarioGiven): Promise<ExitCode> {
  const results = await playScenarios(given, (result, scenario) => {
    if (!given.json) given.out(lineOf(result, scenario));
  });
  const passed = results.filter(({ ok }) => ok).length;
  const stopCount = results.filter(({ stop }) => stop).length;
  const ok = passed === results.length;
  if (given.json) given.out(`${JSON.stringify({ ok, stopped: stopCount, scenarios: results }, null, 2)}\n`);
  else if (results.length > 1) {
    const unknown = stopCount > 0 ? `, ${stopCount} ${stopCount === 1 ? "was" : "were"} stopped` : "";
    given.out(`${passed} of ${results.length} scenarios went as expected${unknown}\n`);
  }
  return ok ? 0 : passed + stopCount === results.length ? 3 : 1;
}

/** For fewer scenarios than this a further process is not worth its start. */
const SCENARIOS_PER_PROCESS = 8;

/**
 * How each of the scenarios goes; nothing is written. They are played side by side, in as many processes as the computer has cores.
 * @param each is called with each of them in their order, and the milliseconds that it took
 * @throws the reason of `ended`, once that is aborted
 */
export async function playScenarios(
  given: PlayScenarioGiven,
  each: (result: ScenarioResult, scenario: Scenario, ms: number) => void = () => undefined,
): Promise<readonly ScenarioResult[]> {
  const { scenarios, ended } = given;
  const processes = Math.min(availableParallelism(), Math.ceil(scenarios.length / SCENARIOS_PER_PROCESS));
  const runners = Array.from({ length: processes }, () => runnerOf(given));
  const waiting = scenarios.entries();
  const ends = new Map<number, { readonly result: ScenarioResult; readonly ms: number }>();
  const results: ScenarioResult[] = [];
  const report = (): void => {
    for (let end = ends.get(results.length); end; end = ends.get(results.length)) {
      const { scenario } = scenarios[results.length] as NamedScenario;
      ends.delete(results.length);
      results.push(end.result);
      each(end.result, scenario, end.ms);
    }
  };
  const playWaiting = async (runner: Runner): Promise<void> => {
    for (const [at, { name, scenario, tooLong }] of waiting) {
      ended?.throwIfAborted();
      const start = performance.now();
      const result = tooLong
        ? { name, ok: false, steps: tooLong.steps, stop: tooLongStop(tooLong) }
        : await replayed(runner, given, name, scenario);
      ends.set(at, { result, ms: performance.now() - start });
      report();
    }
  };
  const stop = () => {
    for (const runner of runners) runner.stop();
  };
  ended?.addEventListener("abort", stop);
  try {
    await Promise.all(runners.map(playWaiting));
  } finally {
    ended?.removeEventListener("abort", stop);
    stop();
  }
  // What a stopped process was at came to nothing.
  ended?.throwIfAborted();
  return results;
}

/** The module is run again for each scenario: what one does to its variables the next does not see. */
async function replayed(
  runner: Runner,
  given: PlayScenarioGiven,
  name: string,
  scenario: Scenario,
): Promise<ScenarioResult> {
  const steps = stepCount(scenario.steps);
  const ask = namedAsk(runner);
  const { machineHash, news } = given.repairContext ?? {};
  try {
    await load(runner, given);
    const hash = machineHash ?? scenario.machine ?? "";
    const { divergence, stop } = await replayScenario(ask, scenario, hash, { keep: "tip" });
    if (stop) return { name, ok: false, steps, stop: stopAt(stop.step + 1, stop.fault) };
    if (!divergence) return { name, ok: true, steps };
    const report = { name, ok: false, steps, divergence: oneBased(divergence) };
    if (machineHash === undefined) return report;
    const sameMachine = recordedOn(scenario, machineHash);
    const since = { ...report, ...(sameMachine === undefined ? {} : { sameMachine }) };
    try {
      const repairs = await findRepairs({
        ask,
        scenario,
        divergence,
        machineHash,
        ...(news ? { news } : {}),
      });
      return { ...since, mends: repairs.map(oneBasedRepair) };
    } catch (error) {
      // Where it differs is known all the same.
      if (error instanceof PlayError) return since;
      throw error;
    }
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    if (error.fault.code === "over-budget") return { name, ok: false, steps, stop: stopAt(0, error.fault) };
    return { name, ok: false, steps, fault: { code: error.fault.code, message: error.fault.message } };
  }
}

/** What is said of a scenario that is not played, for it has more steps than that. */
export const tooLongStop = ({ steps, limit }: NonNullable<NamedScenario["tooLong"]>) =>
  ({
    step: 0,
    message: `The scenario has ${steps} steps and is not played; at most ${limit} are`,
    limit: { unit: "steps", value: limit },
  }) as const;

const stopAt = (step: number, { code: _, ...fault }: PlayFault) => ({ step, ...fault });
const oneBased = (divergence: Divergence): Divergence => ({ ...divergence, step: divergence.step + 1 });
const oneBasedRepair = (repair: Repair): Repair => ({
  ...repair,
  ...(repair.left ? { left: oneBased(repair.left) } : {}),
  ...(repair.kind === "insert" ? { at: repair.at + 1 } : {}),
});

/** What became of a scenario, for people. */
export function lineOf(result: ScenarioResult, scenario: Scenario): string {
  const { name, ok, steps, divergence, stop, fault, sameMachine, mends: repairs = [] } = result;
  if (ok) return `ok    ${name}  ${steps} ${steps === 1 ? "step" : "steps"}\n`;
  if (fault) return `FAIL  ${name}  ${fault.code}: ${fault.message}\n`;
  const placeOf = (step: number) =>
    step === 0
      ? "start"
      : `step ${stepNumber(scenario.steps, step - 1)}: ${deedOf(scenario.steps[step - 1])}`;
  if (stop) {
    const unit = stop.limit?.unit;
    const isMemory = unit === "memory";
    const raisedBy =
      unit === "steps" ? "; --max-steps N plays longer ones" : "; --budget MS lets a machine do more";
    return [
      `STOP  ${name}  ${placeOf(stop.step)}\n`,
      `      too much ${isMemory ? "memory" : "work"}${codeOf(stop)}: ${stop.message}\n`,
      `      whether it goes as expected is not known${isMemory ? "" : raisedBy}\n`,
    ].join("");
  }
  if (!divergence) return `FAIL  ${name}\n`;
  const { step, what, at, expected, got } = divergence;
  return [
    `FAIL  ${name}  ${placeOf(step)}\n`,
    `      ${what}${at === undefined ? "" : ` ${at}`}: expected ${short(expected)}, got ${short(got)}\n`,
    ...(sameMachine === undefined
      ? []
      : [
          sameMachine
            ? "      the machine is the one that it was recorded on\n"
            : "      the machine was changed since it was recorded\n",
        ]),
    ...(repairs.length > 0 ? ["      it can be mended; --mend KIND shows how:\n"] : []),
    ...repairs.map((repair) => `        ${repair.kind.padEnd(10)} ${repairWords(repair)}\n`),
  ].join("");
}

/** What a repair does, and what is left after it. */
export function repairWords(repair: Repair): string {
  const { left, scenario } = repair;
  const number = (step: number) => stepNumber(scenario.steps, step - 1);
  const after = left
    ? `; then step ${number(left.step)} differs (${left.what})`
    : "; then all goes as expected";
  switch (repair.kind) {
    case "here":
      return `expects what came at this step${after}`;
    case "onward":
      return `expects what came at this step and at all after it${after}`;
    case "leave-out":
      return `leaves this step out${after}`;
    case "insert":
      return `puts in step ${number(repair.at)}: send ${short(repair.event)}${after}`;
    case "rename":
      return `${repair.names.map(({ from, to }) => `${from} is now ${to}`).join(", ")}${after}`;
  }
}

/** In which code of the machine it was. */
function codeOf({ guard, action, state }: Omit<PlayFault, "code">): string {
  const name = guard === undefined ? action : guard;
  if (name === undefined) return "";
  return ` in the ${guard === undefined ? "action" : "guard"} ${name}${state ? ` of ${state}` : ""}`;
}

/** What a step of a scenario does, in a word or two. */
function deedOf(step: ScenarioStep = {}): string {
  const { expect: _expect, note: _note, clauses: _clauses, ...deed } = step;
  const [name, value] = Object.entries(deed)[0] ?? ["expect", undefined];
  return value === undefined ? name : `${name} ${short(value as Json)}`;
}

const short = (value: Json): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
};
