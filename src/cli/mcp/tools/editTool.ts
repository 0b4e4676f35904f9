import { realpath } from "node:fs/promises";
import { gameChart } from "#core/analyze/check.ts";
import { places } from "#core/chart/places.ts";
import { args, boolean, string } from "#core/edit/argShape.ts";
import { commands } from "#core/edit/commands.ts";
import { lineColumn } from "#core/text/lines.ts";
import { inTurn } from "#adapters/disk/inTurn.ts";
import { gameToWrite } from "#cli/emptyFolder.ts";
import { editAndSave, previewEdit, type FileEdit } from "#cli/edit/editFile.ts";
import type { Edited, Message } from "#cli/edit/editText.ts";
import { findMachine } from "#cli/edit/findMachine.ts";
import { readingJudge } from "#cli/edit/judge.ts";
import { previewedFiles } from "#cli/edit/preview.ts";
import type { CliGame } from "#cli/games.ts";
import { UsageError } from "#cli/io.ts";
import { captureIo, refuseOutside } from "#cli/mcp/host.ts";
import { defineTool, errorAnswer, jsonAnswer } from "#cli/mcp/tool.ts";
import { anyObject, game, machine } from "#cli/mcp/toolArgs.ts";
import { unknownCommand } from "#cli/mcp/tools/readTools.ts";

/** A graph command on a game: previewed, or carried out as `edit --write` does. */
export const editTool = defineTool({
  name: "edit",
  title: "Edit a game",
  description:
    "Carries out one command on a machine, as the studio would: everything that names a renamed part follows, in scenarios and rules too. Without write nothing is saved, and the answer shows what would change as patches: look at them first, then ask again with write. A refusal says what, where and often what would clear the way. The tool commands has the commands and their arguments; a state is named by its keys from outside to inside, such as ['turn','main'].",
  input: args({
    game,
    command: string("text", { description: "id, such as state.rename" }),
    "args?": anyObject("arguments of the command, by its schema"),
    "machine?": machine,
    "write?": boolean("saves the files; else nothing is written"),
    "force?": boolean("carries out what would leave a machine that does not run, where a refusal offers it"),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run(
    { game: named, command, args: given = {}, machine: ref, write = false, force = false },
    host,
    ended,
  ) {
    if (!commands.has(command)) throw unknownCommand(command);
    if (write && host.readOnly)
      throw new UsageError(
        "edit: this server was started with --read-only; without write the change is shown",
      );
    await refuseOutside(named, host);
    return inTurn(`edit ${host.folder}`, async () => {
      ended.throwIfAborted();
      const game = await gameToWrite(named, captureIo(host).io, undefined);
      // The machine of a game may be a link that leads elsewhere.
      await refuseOutside(game.pathOf("machine"), host);
      const edit: FileEdit = {
        file: game.pathOf("machine"),
        cwd: host.folder,
        // The machine that read shows and play plays, which need not be the first of its module.
        machine: ref ?? gameChart(game.read())?.ref.ordinal ?? 0,
        command,
        args: given,
        language: host.language,
        anyway: force,
        judge: readingJudge,
        within: await realpath(host.folder),
        ended,
      };
      const about = ({ clip, pathMap, warnings }: Edited) => ({
        clip,
        pathMap,
        warnings: warnings.map((warning) => messageWithPlace(warning, game.files.get("machine") ?? "")),
      });
      if (write) {
        const saved = await editAndSave(edit);
        if (!saved.ok) return refusalAnswer(edit, game, saved.refused);
        return jsonAnswer({ written: saved.written, ...about(saved) });
      }
      const plan = await previewEdit(edit);
      if (!plan.ok) return refusalAnswer(edit, game, plan.refused);
      return jsonAnswer({
        written: [],
        wouldChange: previewedFiles(plan, edit.file),
        ...about(plan.answer),
      });
    });
  },
});

/** States that are named where one is not there; with more the outline has them. */
const MAX_NAMED_STATES = 100;

/** A refusal with what would be right: the arguments that the command takes, or the states that there are. */
function refusalAnswer(edit: FileEdit, game: CliGame, message: Message) {
  const text = game.files.get("machine") ?? "";
  const refusal = messageWithPlace(message, text);
  if (message.code === "bad-arguments")
    return errorAnswer({ refused: refusal, expected: commands.get(edit.command)?.args });
  if (message.code !== "state-not-found") return errorAnswer({ refused: refusal });
  const choice = findMachine(text, game.read(), edit.machine);
  const paths = "chart" in choice ? [...places(choice.chart).values()].map(({ path }) => path) : [];
  return errorAnswer({ refused: refusal, states: paths.slice(0, MAX_NAMED_STATES) });
}

/** A message with its line and column in place of its range. */
const messageWithPlace = ({ range, ...message }: Message, text: string) => ({
  ...message,
  ...(range ? { at: lineColumn(text, range.from) } : {}),
});
