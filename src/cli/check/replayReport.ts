import { gameChart } from "#core/analyze/check.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { FileLimits } from "#core/ruleset/loadFile.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { PlayError } from "#core/run/play/play.ts";
import { differencePlace } from "#core/run/scenario/differencePlace.ts";
import { differenceText } from "#core/run/scenario/differenceText.ts";
import { replayScenario, type Replayed } from "#core/run/scenario/replay.ts";
import { stepNumber, type Scenario } from "#core/run/scenario/scenario.ts";
import { differenceDiagnostic, stopDiagnostic } from "#core/run/scenario/scenarioDiagnostics.ts";
import { load, namedAsk, runnerOf } from "#cli/play/given.ts";
import type { Given } from "#cli/command.ts";
import { playGiven } from "#cli/commands/play.ts";
import type { CliGame } from "#cli/games.ts";
import type { Io } from "#cli/io.ts";
import type { Language } from "#cli/words.ts";

/**
 * The scenarios of a game that go otherwise than they expect or were stopped, as the studio reports them in Problems. The machine is run, in a
 * process of its own. Nothing for a game without scenarios or without a machine that can be read: the check says why.
 */
export async function replayDiagnostics(
  game: CliGame,
  given: Given,
  io: Io,
  limits: FileLimits,
  language: Language,
): Promise<readonly Diagnostic[]> {
  const loaded = loadRuleset(game.files, limits);
  const reading = game.read();
  const chart = gameChart(reading);
  const scenarios = Object.entries(loaded.scenarios);
  if (!chart || scenarios.length === 0) return [];
  const play = playGiven(game, loaded, given, io);
  const machine = reading.charts.length > 1 ? chart.ref.ordinal : undefined;
  const runner = runnerOf(play);
  const replay = async (scenario: Scenario): Promise<Replayed> => {
    try {
      await load(runner, play);
      return await replayScenario(namedAsk(runner), scenario, "");
    } catch (error) {
      if (!(error instanceof PlayError)) throw error;
      const { fault } = error;
      const none = { run: null, refusals: [], fault };
      if (fault.code === "over-budget") return { ...none, stop: { step: -1, fault } };
      return { ...none, divergence: { step: -1, what: "fault", expected: null, got: fault.message } };
    }
  };
  const diagnostics: Diagnostic[] = [];
  try {
    for (const [file, scenario] of scenarios) {
      const replayed = await replay(scenario);
      const { divergence, stop } = replayed;
      const title = textIn(scenario.title, language) || file;
      const name = (step: number) => ({ file, title, step: stepNumber(scenario.steps, step) });
      if (stop) diagnostics.push(stopDiagnostic(name(stop.step), stop.fault.message));
      if (!divergence) continue;
      const { what, at, expected, got } = divergence;
      const texts = differenceText(expected, got);
      const facts = { what: [what, at].filter(Boolean).join(" "), ...texts };
      const place = differencePlace(chart, replayed, divergence, scenario.steps);
      diagnostics.push(differenceDiagnostic(name(divergence.step), facts, place, chart, machine));
    }
  } finally {
    runner.stop();
  }
  return diagnostics;
}
