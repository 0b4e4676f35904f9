import { createTwoFilesPatch, structuredPatch } from "diff";
import { placesIn, type ChangedFile } from "#core/project/changePreview.ts";
import { filePath } from "#core/project/gameFiles.ts";
import type { PlannedEdit } from "#cli/edit/editFile.ts";

/** A file that a command would change, for programs. */
export interface PreviewedFile {
  readonly file: string;
  /** The machines of the module that would be other ones. */
  readonly machines?: readonly string[];
  /** Lines that stand together count once. */
  readonly places: number;
  /** As `git apply` takes it. */
  readonly patch: string;
}

/** What `--dry-run` says of the files of a command. @param path of the machine's file, as it was given */
export const previewedFiles = ({ files, machines }: PlannedEdit, path: string): PreviewedFile[] =>
  files.map((plannedFile) => {
    const { file, before = "", after = "" } = plannedFile;
    const name = nameOf(plannedFile, path);
    const { hunks } = structuredPatch(name, name, before, after, "", "", { context: 0 });
    const oldPath = plannedFile.before === undefined ? "/dev/null" : `a/${name}`;
    const newPath = plannedFile.after === undefined ? "/dev/null" : `b/${name}`;
    return {
      file: name,
      ...(file === "machine" ? { machines } : {}),
      places: placesIn(hunks),
      patch: createTwoFilesPatch(oldPath, newPath, before, after, "", "", { context: 3 }).replace(
        /^=+\n/,
        "",
      ),
    };
  });

/** A file of a game lies where its folder has it; one beside a single machine has its logical name. */
function nameOf({ file }: ChangedFile, path: string): string {
  const machine = path.replaceAll("\\", "/").replace(/^\.\//, "");
  const game = /([^/]+)\.machine\.ts$/.exec(machine)?.[1] ?? "";
  const machinePath = filePath(game, "machine");
  if (file === "machine" || !machine.endsWith(machinePath)) return file === "machine" ? machine : file;
  return machine.slice(0, machine.length - machinePath.length) + filePath(game, file);
}
