import { args, boolean, string } from "#core/edit/argShape.ts";
import { commands } from "#core/edit/commands.ts";
import { slipHint } from "#cli/command.ts";
import { check } from "#cli/commands/check.ts";
import { list } from "#cli/commands/list.ts";
import { commandTable, listCommands } from "#cli/edit/listCommands.ts";
import { UsageError } from "#cli/io.ts";
import { gamePart, GAME_PARTS } from "#cli/mcp/gameParts.ts";
import { refuseOutside, runCommand } from "#cli/mcp/host.ts";
import { defineTool, jsonAnswer, pageAnswer, type McpTool } from "#cli/mcp/tool.ts";
import { game, machine, offset, word } from "#cli/mcp/toolArgs.ts";

const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

const listGames = defineTool({
  name: "list",
  title: "List games",
  description:
    "The games of the folder: id, title, players, and how many states, events, clauses and scenarios each has. Begin here.",
  input: args({ "offset?": offset }),
  annotations: readOnly,
  async run({ offset: from }, host) {
    const { out, notes } = await runCommand(list, [], { json: true }, host);
    return pageAnswer(out, from, notes);
  },
});

const read = defineTool({
  name: "read",
  title: "Read a game",
  description: `One part of a game, without running it. ${Object.entries(GAME_PARTS)
    .map(([name, about]) => `${name}: ${about}`)
    .join(". ")}. Long parts come in pages.`,
  input: args({
    game,
    "part?": word(Object.keys(GAME_PARTS) as (keyof typeof GAME_PARTS)[], "outline when left out"),
    "machine?": machine,
    "locale?": string("text", {
      description:
        "language of clauses and names, such as en, ja, zh-Hant; ids and the rules' own by default",
    }),
    "offset?": offset,
  }),
  annotations: readOnly,
  async run({ game: named, part = "outline", machine: ref, locale, offset: from }, host) {
    const { out, notes } = await gamePart(host, { named, part, machine: ref, locale });
    return pageAnswer(out, from, notes);
  },
});

const checkGame = defineTool({
  name: "check",
  title: "Check games",
  description:
    "What is wrong with a game, or with all games: diagnostics with code, severity, sentence, file, place and possible fixes. Runs nothing.",
  input: args({
    "game?": game,
    "errorsOnly?": boolean("leaves out warnings and notes"),
    "review?": boolean("also which clauses are checked, in doubt or suspect"),
    "offset?": offset,
  }),
  annotations: readOnly,
  async run({ game: named, errorsOnly = false, review = false, offset: from }, host) {
    if (named !== undefined) await refuseOutside(named, host);
    const given = { json: true, quiet: errorsOnly, review };
    const { out, notes } = await runCommand(check, named === undefined ? [] : [named], given, host);
    return pageAnswer(out, from, notes);
  },
});

const editCommands = defineTool({
  name: "commands",
  title: "Commands of edit",
  description:
    "The commands that edit carries out, each with the names of its arguments (? may be left out); with a command, the JSON Schema of its arguments.",
  input: args({ "command?": string("text", { description: "id, such as state.rename" }) }),
  annotations: readOnly,
  async run({ command }, { language }) {
    if (command === undefined) return pageAnswer(commandTable(language));
    const listed = listCommands(language).find(({ id }) => id === command);
    if (listed) return jsonAnswer(listed);
    throw unknownCommand(command);
  },
});

/** The error for the id of a command that does not exist, with the ids that are spelled alike. */
export function unknownCommand(command: string): UsageError {
  const hint = slipHint(command, commands.keys()) || ": the tool commands lists them";
  return new UsageError(`There is no command ${command}${hint}`);
}

export const readTools: readonly McpTool[] = [listGames, read, checkGame, editCommands];
