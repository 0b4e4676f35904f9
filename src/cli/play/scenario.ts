import { PlayError } from "#core/run/play.ts";
import { replayScenario } from "#core/run/replay.ts";
import type { Divergence, Scenario, ScenarioStep } from "#core/run/scenario.ts";
import type { Runner } from "#core/run/playRequest.ts";
import type { Json } from "#core/text/json.ts";
import { load, runnerOf, type PlayGiven } from "#cli/play/given.ts";

export interface PlayScenarioGiven extends PlayGiven {
  /** Scenarios by name, in the order in which they are played. */
  readonly scenarios: readonly { readonly name: string; readonly scenario: Scenario }[];
  /** One JSON object on `out` instead of lines for people. */
  readonly json?: boolean;
}

/** What became of one scenario. `fault` stands where it could not be played at all. */
export interface ScenarioResult {
  readonly name: string;
  readonly ok: boolean;
  readonly steps: number;
  /** With `step` as people count: 1 is the first step of the file, 0 the start of the play. */
  readonly divergence?: Divergence;
  readonly fault?: { readonly code: string; readonly message: string };
}

/**
 * Plays scenarios and compares them with what they expect; each stops at its first divergence, which is told with its step.
 * @returns the exit code: 0 when all went as expected, else 1
 */
export async function playScenario(given: PlayScenarioGiven): Promise<0 | 1> {
  const results: ScenarioResult[] = [];
  const runner = runnerOf(given);
  try {
    for (const { name, scenario } of given.scenarios) {
      const result = await replayed(runner, given, name, scenario);
      results.push(result);
      if (!given.json) given.out(lineOf(result, scenario));
    }
  } finally {
    runner.stop();
  }
  const failed = results.filter((result) => !result.ok).length;
  if (given.json) given.out(`${JSON.stringify({ ok: failed === 0, scenarios: results }, null, 2)}\n`);
  else if (results.length > 1)
    given.out(`${results.length - failed} of ${results.length} scenarios went as expected\n`);
  return failed === 0 ? 0 : 1;
}

/** The module is run anew for each scenario: what one does to its variables the next does not see. */
async function replayed(
  runner: Runner,
  given: PlayGiven,
  name: string,
  scenario: Scenario,
): Promise<ScenarioResult> {
  const steps = scenario.steps.length;
  try {
    await load(runner, given);
    const { divergence } = await replayScenario(
      (request) => runner.ask(request),
      scenario,
      scenario.machine ?? "",
    );
    return divergence
      ? { name, ok: false, steps, divergence: { ...divergence, step: divergence.step + 1 } }
      : { name, ok: true, steps };
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    return { name, ok: false, steps, fault: { code: error.fault.code, message: error.fault.message } };
  }
}

function lineOf({ name, ok, steps, divergence, fault }: ScenarioResult, scenario: Scenario): string {
  if (ok) return `ok    ${name}  ${steps} steps\n`;
  if (fault) return `FAIL  ${name}  ${fault.code}: ${fault.message}\n`;
  if (!divergence) return `FAIL  ${name}\n`;
  const { step, what, at, expected, got } = divergence;
  const where = step === 0 ? "start" : `step ${step}: ${deedOf(scenario.steps[step - 1])}`;
  return [
    `FAIL  ${name}  ${where}\n`,
    `      ${what}${at === undefined ? "" : ` ${at}`}: expected ${short(expected)}, got ${short(got)}\n`,
  ].join("");
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
