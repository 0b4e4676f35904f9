import { resolve } from "node:path";
import { textOf, type Command } from "#cli/command.ts";
import { languageOf } from "#cli/words.ts";

/**
 * `turnwright mcp`: the games of a folder as tools of the Model Context Protocol, over standard input and output. The protocol's library is
 * loaded by this command alone.
 */
export const mcp: Command = {
  name: "mcp",
  usage: "mcp [--read-only]",
  about:
    "the games of a folder for AI assistants: a server of the Model Context Protocol on standard input and output",
  options: { "read-only": { type: "boolean" } },
  args: [0, 0],
  async run(_args, given, io) {
    const folder = resolve(io.cwd, textOf(given, "root") ?? ".");
    const language = languageOf(textOf(given, "lang"));
    const { serveMcp } = await import("#cli/mcp/serveMcp.ts");
    await serveMcp({ io, folder, language, readOnly: given["read-only"] === true });
    return 0;
  },
};
