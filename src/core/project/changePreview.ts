import { machineKeys } from "#core/chart/machineKey.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { applySteps, type Files, type FileStep } from "#core/project/history.ts";
import type { ModuleReading } from "#core/read/module.ts";

/** A file as a change finds and leaves it, for a person to look at before it is made; undefined where there is none. */
export interface ChangedFile {
  readonly file: FileName;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The files that a change makes other than they are, in the order in which it comes to them. */
export function changedFiles(files: Files, steps: readonly FileStep[]): ChangedFile[] {
  const { files: now } = applySteps(files, steps);
  return [...new Set(steps.map(({ file }) => file))].flatMap((file) => {
    const [before, after] = [files.get(file), now.get(file)];
    return before === after ? [] : [{ file, before, after }];
  });
}

/** The machines of a module, by their keys, that are read otherwise after a change; each is named as it is then. */
export function changedMachines(before: ModuleReading, after: ModuleReading): string[] {
  const known = new Set(before.charts.map(({ root }) => root));
  const keys = machineKeys(after.charts);
  return after.charts.flatMap(({ root }, i) => (known.has(root) ? [] : (keys[i] ?? [])));
}

/** How many places of a file a patch changes: lines of it that stand together count once. */
export const placesIn = (hunks: readonly { readonly lines: readonly string[] }[]): number =>
  hunks
    .flatMap(({ lines }) => lines.map((line, i) => isChange(line) && !isChange(lines[i - 1])))
    .filter(Boolean).length;

const isChange = (line: string | undefined): boolean => line?.[0] === "+" || line?.[0] === "-";
