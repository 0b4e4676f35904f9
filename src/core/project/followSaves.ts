import { chartOfKey } from "#core/chart/machineKey.ts";
import { places } from "#core/chart/places.ts";
import { stepsTo, type Files, type FileStep } from "#core/project/history.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { addRename, oldPath, renamesIn } from "#core/run/scenario/renames.ts";

/** The machine's module as it is stored, and the text of its `renames.json`. */
export interface StoredMachine {
  readonly reading: ModuleReading;
  readonly renames: string | undefined;
}

/**
 * What a renamed or moved state leaves in `renames.json`, so that saves of before can still be gone on with. Only a game with rules
 * keeps such a file: beside a module from elsewhere nothing is written that nobody requested. A state that was never stored is in no save.
 */
export function followSaves(
  files: Files,
  machine: string,
  pathMap: Readonly<Record<string, string | null>>,
  stored: () => StoredMachine | undefined,
): FileStep[] {
  if (!files.has("ruleset") && !files.has("renames")) return [];
  const text = files.get("renames");
  const isKnown = knownIn(stored(), machine, text);
  const moved = Object.fromEntries(Object.entries(pathMap).filter(([from]) => isKnown(from)));
  const after = addRename(text, machine, moved);
  return after === undefined ? [] : stepsTo("renames", text, after);
}

/** Whether a state, by its path id of now, was in the stored machine, under whatever name. */
function knownIn(
  stored: StoredMachine | undefined,
  machine: string,
  renames: string | undefined,
): (path: string) => boolean {
  const chart = stored?.reading.parsed ? chartOfKey(stored.reading.charts, machine) : undefined;
  if (!stored || !chart) return () => true;
  const since = renamesIn(renames, machine).slice(renamesIn(stored.renames, machine).length);
  const known = places(chart);
  return (path) =>
    known.has(since.toReversed().reduce((name, { states = {} }) => oldPath(states, name), path));
}
