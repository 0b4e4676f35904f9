import type { SchemaName } from "#core/ruleset/schemaFaults.ts";

/** The newest `format` this program writes, of a kind of file. */
export const newestFormat = (schema: SchemaName): number => (schema === "layout" ? 2 : 1);

/** The JSON files that a game has one of at most, in the order in which stores list them; each has a schema of its name. */
export const singleFiles = [
  "layout",
  "ruleset",
  "clauses",
  "terms",
  "readings",
  "moves",
  "view",
  "review",
  "renames",
] as const satisfies readonly SchemaName[];

/** Which schema a logical file name has; undefined for the machine and for unknown names. */
export function schemaOf(name: string): SchemaName | undefined {
  const [folder, rest] = name.split("/");
  if (rest !== undefined)
    return folder === "text" || folder === "labels"
      ? folder
      : folder === "scenarios"
        ? "scenario"
        : undefined;
  const single: readonly string[] = singleFiles;
  return single.includes(name) ? (name as SchemaName) : undefined;
}

/** Whether a file is of a newer format than this program knows: it is shown, and never written. */
export function isNewer(name: string, text: string | null | undefined): boolean {
  const schema = schemaOf(name);
  // Of files of the usual formats nothing is parsed here.
  if (!schema || text === null || text === undefined || /^\ufeff?\s*\{\s*"format"\s*:\s*1\s*,/.test(text))
    return false;
  try {
    const { format } = JSON.parse(text.replace(/^\ufeff/, "")) as { format?: unknown };
    return typeof format === "number" && format > newestFormat(schema);
  } catch {
    return false;
  }
}
