import { textOf, type Command } from "#cli/command.ts";
import { diagnose } from "#core/analyze/check.ts";
import { diagnosticLine } from "#cli/diagnosticLine.ts";
import { gameToRead } from "#cli/emptyFolder.ts";
import { languageOf } from "#cli/words.ts";

/**
 * `turnwright read FILE`: the machines of a module as JSON, as the studio sees them, with what it imports from files beside it.
 * Runs nothing. Exit 1 when it does not parse.
 */
export const read: Command = {
  name: "read",
  usage: "read ID|FILE",
  about: "the machines of a module as JSON, without running it",
  options: {},
  args: [1, 1],
  async run([named = ""], given, io) {
    const game = await gameToRead(named, io, textOf(given, "root"));
    const reading = game.read();
    const newer = diagnose(reading).filter(({ code }) => code === "xstate-6");
    for (const diagnostic of newer)
      io.err(diagnosticLine(diagnostic, game, languageOf(textOf(given, "lang"))));
    const output =
      newer.length > 0 ? { xstate: 6, ...reading, diagnostics: [...newer, ...reading.diagnostics] } : reading;
    io.out(`${JSON.stringify(output, null, 2)}\n`);
    return reading.parsed ? 0 : 1;
  },
};
