import { textOf, type Command } from "#cli/command.ts";
import { importChart } from "#cli/commands/importChart.ts";
import { importTexts } from "#cli/commands/importTexts.ts";
import { UsageError } from "#cli/io.ts";

/** What goes with a file of translations alone, and with a machine alone. */
const OF_TEXTS = ["base"];
const OF_MACHINE = ["as", "from"];

/** `turnwright import FILE` makes a game of a machine from another program, `import ID FILE` takes translations of a game back. */
export const importFile: Command = {
  name: "import",
  usage: "import FILE [--as ID] [--from FORM] [--dry-run] | ID FILE [--base FILE] [--dry-run]",
  about:
    "a new game from a machine in SCXML, XState JSON or a module of XState 4, with a report of what was not taken; with ID: takes translations back, conflicts are listed and not written, then exit 1; --base names the file that was sent out, where a tool lost its marks",
  options: {
    as: { type: "string" },
    from: { type: "string" },
    base: { type: "string" },
    "dry-run": { type: "boolean" },
  },
  args: [1, 2],
  async run([first = "", file], given, io) {
    const [wrong, right] =
      file === undefined
        ? [OF_TEXTS, "import ID FILE"]
        : [OF_MACHINE, "import FILE, without an id of a game"];
    const stray = wrong.find((name) => textOf(given, name) !== undefined);
    if (stray !== undefined) throw new UsageError(`--${stray} goes with ${right}`);
    return file === undefined ? importChart(first, given, io) : importTexts(first, file, given, io);
  },
};
