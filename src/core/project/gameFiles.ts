import { singleFiles } from "#core/ruleset/format.ts";

/**
 * The files of one game by logical name, as they are in every store: `machine`, `layout`, `ruleset`, `clauses`, `terms`,
 * `readings`, `moves`, `view`, `review`, `renames`, `text/<locale>`, `labels/<locale>`, `scenarios/<slug>`. No paths.
 */
export type FileName = string;

const LOCALE = /^(text|labels)\/[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const SCENARIO = /^scenarios\/[a-z0-9][a-z0-9-]{0,63}$/;
const SINGLE: ReadonlySet<string> = new Set(["machine", ...singleFiles]);
const GAME = /^[a-z][a-z0-9-]{0,47}$/;

/** Whether a name is one a game may have. Everything that reaches a disk goes through this. */
export const isFileName = (name: string): boolean =>
  SINGLE.has(name) || LOCALE.test(name) || SCENARIO.test(name);

/** Whether a text may be the id of a game: lower-case letters, digits and hyphens, a letter first, at most 48. */
export const isGameId = (id: string): boolean => GAME.test(id);

/**
 * Whether Windows keeps a name for a device, whatever ending a file has: none can be written there as `con.json`. A folder of games is taken
 * along to other systems. @param name in small letters
 */
export const isDeviceName = (name: string): boolean => /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name);

/** Path of a game's file below the workspace folder, with forward slashes. Call only with a checked id and name. */
export function filePath(game: string, name: FileName): string {
  if (name === "machine") return `machines/${game}.machine.ts`;
  if (name === "layout") return `machines/${game}.layout.json`;
  return `rulesets/${game}/${name}.json`;
}
