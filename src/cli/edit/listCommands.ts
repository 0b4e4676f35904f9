import type { ArgShape } from "#core/edit/argShape.ts";
import { commands } from "#core/edit/commands.ts";
import { commandTitle } from "#cli/edit/refusalWords.ts";
import { table } from "#cli/io.ts";
import type { Language } from "#cli/words.ts";

/** A command as `edit --list --json` names it; `args` is a JSON Schema. */
export interface ListedCommand {
  readonly id: string;
  readonly title: string;
  readonly args: ArgShape;
}

/** Every command with its arguments, in the order of menus. */
export const listCommands = (language: Language): ListedCommand[] =>
  [...commands.values()].map(({ id, args }) => ({ id, title: commandTitle(id, language), args }));

/** The same for people: arguments that may be left out end in `?`. */
export const commandTable = (language: Language): string =>
  table([
    ["COMMAND", "ARGUMENTS", ""],
    ...listCommands(language).map(({ id, title, args }) => [id, argNames(args), title]),
  ]);

const argNames = ({ properties = {}, required = [] }: ArgShape): string =>
  Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(", ");
