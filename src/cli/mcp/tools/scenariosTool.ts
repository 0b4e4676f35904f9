import { args, list, string } from "#core/edit/argShape.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { slipHint } from "#cli/command.ts";
import { playGiven, repairContextOf, scenariosOf } from "#cli/commands/play.ts";
import { UsageError } from "#cli/io.ts";
import { captureIo, hostedGame } from "#cli/mcp/host.ts";
import { defineTool, jsonAnswer } from "#cli/mcp/tool.ts";
import { game, machine } from "#cli/mcp/toolArgs.ts";
import { playScenarios, type NamedScenario } from "#cli/play/scenario.ts";

/** Recorded plays of a game against the machine as it is now. */
export const scenariosTool = defineTool({
  name: "scenarios",
  title: "Replay scenarios",
  description:
    "Replays recorded plays of a game, all or those that are named, and tells which go otherwise than they expect: the step, what differs, expected and got, and how the scenario could be mended. Runs the game's code in processes of their own. Changes no file. A long run can be cancelled.",
  input: args({
    game,
    "names?": list(string("text"), { minItems: 1, description: "scenarios by name; all when left out" }),
    "machine?": machine,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ game: named, names, machine: ref }, host, ended) {
    const { io } = captureIo(host, ended);
    const cliGame = await hostedGame(named, host, io);
    const loaded = loadRuleset(cliGame.files);
    const toPlay = playGiven(cliGame, loaded, { machine: ref, lang: host.language }, io);
    const scenarios = chosenScenarios(scenariosOf(cliGame, loaded), names, cliGame.id);
    const repairContext = repairContextOf(cliGame, loaded, toPlay);
    const results = await playScenarios({ ...toPlay, scenarios, repairContext });
    const passed = results.filter(({ ok }) => ok);
    return jsonAnswer(
      {
        played: results.length,
        asExpected: passed.length,
        stopped: results.filter(({ stop }) => stop).length,
        otherwise: results.filter(({ ok }) => !ok),
      },
      "With names fewer are played.",
    );
  },
});

/** @throws UsageError for a name that none has */
function chosenScenarios(
  all: readonly NamedScenario[],
  names: readonly string[] | undefined,
  id: string,
): readonly NamedScenario[] {
  const known = all.map(({ name }) => name);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = slipHint(unknown, known) || "; read with part scenarios lists them";
    throw new UsageError(`${id} has no scenario ${unknown}${hint}`);
  }
  return names === undefined ? all : all.filter(({ name }) => names.includes(name));
}
