import { args, boolean, string } from "#core/edit/argShape.ts";
import { commands } from "#core/edit/commands.ts";
import { lineColumn } from "#core/text/lines.ts";
import { inTurn } from "#adapters/disk/inTurn.ts";
import { gameToWrite } from "#cli/emptyFolder.ts";
import { editAndSave, previewEdit, type FileEdit } from "#cli/edit/editFile.ts";
import type { Message } from "#cli/edit/editText.ts";
import { readingJudge } from "#cli/edit/judge.ts";
import { previewedFiles } from "#cli/edit/preview.ts";
import { captureIo, refuseOutside } from "#cli/mcp/host.ts";
import { defineTool, jsonAnswer, refused } from "#cli/mcp/tool.ts";
import { anyObject, game, machine } from "#cli/mcp/toolArgs.ts";
import { unknownCommand } from "#cli/mcp/tools/readTools.ts";

/** A graph command on a game: previewed, or carried out as `edit --write` does. */
export const editTool = defineTool({
  name: "edit",
  title: "Edit a game",
  description:
    "Carries out one command on a machine, as the studio would: everything that names a renamed part follows, in scenarios and rules too. Without write nothing is saved, and the answer shows what would change as patches: look at them first, then ask again with write. A refusal says what, where and often what would clear the way. The tool commands has the commands and their arguments.",
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
    { game: named, command, args: given = {}, machine: ref = 0, write = false, force = false },
    host,
  ) {
    if (!commands.has(command)) throw unknownCommand(command);
    await refuseOutside(named, host);
    const { pathOf, files } = await gameToWrite(named, captureIo(host).io, undefined);
    const edit: FileEdit = {
      file: pathOf("machine"),
      cwd: host.folder,
      machine: ref,
      command,
      args: given,
      language: host.language,
      anyway: force,
      judge: readingJudge,
    };
    const placed = messageIn(files.get("machine") ?? "");
    return inTurn(`edit ${host.folder}`, async () => {
      if (write) {
        const saved = await editAndSave(edit);
        if (!saved.ok) return refusedEdit(command, placed(saved.refused));
        const { written, clip, pathMap, warnings } = saved;
        return jsonAnswer({ written, clip, pathMap, warnings: warnings.map(placed) });
      }
      const plan = await previewEdit(edit);
      if (!plan.ok) return refusedEdit(command, placed(plan.refused));
      const { clip, pathMap, warnings } = plan.answer;
      return jsonAnswer({
        written: [],
        wouldChange: previewedFiles(plan, edit.file),
        clip,
        pathMap,
        warnings: warnings.map(placed),
      });
    });
  },
});

/** With the arguments that the command takes, where those given do not fit. */
const refusedEdit = (command: string, refusal: { readonly code: string }) =>
  refused({
    refused: refusal,
    ...(refusal.code === "bad-arguments" ? { expected: commands.get(command)?.args } : {}),
  });

/** A message with its line and column in place of its range. */
const messageIn =
  (text: string) =>
  ({ range, ...message }: Message) => ({
    ...message,
    ...(range ? { at: lineColumn(text, range.from) } : {}),
  });
