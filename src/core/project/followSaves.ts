import { stepsTo, type Files, type FileStep } from "#core/project/history.ts";
import { addRename } from "#core/run/renames.ts";

/**
 * What a renamed or moved state leaves in `renames.json`, so that saves of before can still be gone on with. Only a game with rules
 * keeps such a file: beside a module from elsewhere nothing is written that nobody asked for.
 */
export function followSaves(
  files: Files,
  machine: string,
  pathMap: Readonly<Record<string, string | null>>,
): FileStep[] {
  if (!files.has("ruleset") && !files.has("renames")) return [];
  const after = addRename(files.get("renames"), machine, pathMap);
  return after === undefined ? [] : stepsTo("renames", files.get("renames"), after);
}
