import type { CommandArgs, CommandId } from "#core/edit/commands.ts";
import { refusalWords } from "#app/studio/GameEditor.ts";
import type { Notice } from "#app/studio/StudioState.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Why what was typed was not taken, and what can be done about it. */
export type FieldReason = Pick<Notice, "key" | "facts" | "offer">;

/** Runs a command with what was typed; where it is refused the field says why, for as long as that stands in it. */
export function commandForField<Id extends CommandId>(
  studio: Studio,
  id: Id,
  args: CommandArgs[Id],
): FieldReason | undefined {
  const refused = studio.editor.command(id, args);
  return refused && refused.code !== "still-loading" ? refusalWords(refused, { id, args }) : undefined;
}
