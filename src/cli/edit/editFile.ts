import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { machineKeys } from "#core/chart/machineKey.ts";
import { followChange } from "#core/project/followChange.ts";
import { changedFiles, changedMachines, type ChangedFile } from "#core/project/changePreview.ts";
import type { Files } from "#core/project/history.ts";
import { isNewer } from "#core/ruleset/format.ts";
import { StoreError, type FileChange } from "#core/project/store.ts";
import { pathInside } from "#cli/pathInside.ts";
import {
  changeText,
  refusedAs,
  type Changed,
  type Edit,
  type Edited,
  type NotEdited,
} from "#cli/edit/editText.ts";
import type { Judge } from "#cli/edit/judge.ts";
import type { MachineRef } from "#cli/edit/findMachine.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { importersAround, importsOf, readSource } from "#cli/edit/readSource.ts";
import { UsageError } from "#cli/io.ts";
import { storeOf } from "#cli/storeOf.ts";
import type { Language } from "#cli/words.ts";

export interface FileEdit {
  readonly file: string;
  readonly cwd: string;
  readonly machine: MachineRef;
  readonly command: string;
  readonly args: unknown;
  readonly language: Language;
  /** Whatever comes of it: also what would no longer run. */
  readonly anyway: boolean;
  /** Asks XState about a result that only it can judge. */
  readonly judge: Judge;
  /** The folder in which alone files are written. Absolute, with links resolved; any folder when left out. */
  readonly within?: string;
  /** When it is aborted nothing is saved any more. */
  readonly ended?: AbortSignal;
}

/** What a command makes of a file; nothing is written. */
export async function editFile(edit: FileEdit): Promise<Edited | NotEdited> {
  const source = await readSource(edit.file, edit.cwd);
  if ("refused" in source) return refusedAs(source.refused, edit.language);
  const request: Edit = { ...edit, ...source };
  const changed = await edit.judge(changeText(request, edit.language), request, edit.language);
  return changed.ok ? changed.answer : changed;
}

/** A command computed on a game where it is kept: the answer, the files that it changes, and what saves them. */
export interface PlannedEdit {
  readonly answer: Edited;
  readonly files: readonly ChangedFile[];
  /** Keys of the machines of the file that are other ones then. */
  readonly machines: readonly string[];
}

/**
 * Carries out a command on a file and saves it: all or nothing, and never over what another program wrote meanwhile. Positions
 * kept beside the machine, and in a game its rules and saves, follow what is renamed or moved, as they do in the studio.
 * @returns the answer, and the files that were written (none when the command changes nothing)
 * @throws StoreError for a file that cannot be saved, UsageError for one outside of `within`, the reason of `ended`
 */
export async function editAndSave(
  edit: FileEdit,
): Promise<(Edited & { readonly written: readonly string[] }) | NotEdited> {
  const result = await withPlan(edit, async (plan, save) => {
    if (plan.files.length > 0) await save();
    const written = plan.files.map(({ file }) => (file === "machine" ? edit.file : file));
    return { ...plan.answer, written };
  });
  return result;
}

/** What `editAndSave` would write, computed and not written. */
export const previewEdit = (edit: FileEdit): Promise<(PlannedEdit & { readonly ok: true }) | NotEdited> =>
  withPlan(edit, async (plan) => ({ ok: true as const, ...plan }));

async function withPlan<T>(
  edit: FileEdit,
  then: (plan: PlannedEdit, save: () => Promise<void>) => Promise<T>,
): Promise<T | NotEdited> {
  const readable = await readSource(edit.file, edit.cwd);
  if ("refused" in readable) return refusedAs(readable.refused, edit.language);
  const path = await realpath(resolve(edit.cwd, edit.file));
  const { workspace, game, pathOf } = await storeOf(path, edit.within);
  try {
    const fileTexts = await workspace.read(game);
    const files: Files = new Map(fileTexts.map(({ name, text }) => [name, text]));
    const text = files.get("machine") ?? "";
    const { file, cwd } = edit;
    const [imports, importers] = [importsOf(file, cwd), importersAround(file, cwd)];
    const request: Edit = { ...edit, text, lang: langOfPath(path), imports, importers };
    const changed = await edit.judge(changeText(request, edit.language), request, edit.language);
    if (!changed.ok) return changed;
    const followed = followedBy(changed, files);
    if ("refused" in followed) return refusedAs(followed.refused, edit.language);
    const { steps } = followed;
    const newer = steps.find(({ file }) => isNewer(file, files.get(file)))?.file;
    if (newer !== undefined)
      return refusedAs({ code: "newer-format", facts: { file: newer } }, edit.language);
    const hashes = new Map(fileTexts.map(({ name, hash }) => [name, hash]));
    const changes = changedFiles(files, steps);
    requireWithin(
      changes.flatMap((change) => pathOf(change.file) ?? []),
      edit,
    );
    const save = async () => {
      edit.ended?.throwIfAborted();
      const saved = await workspace.save(
        game,
        changes.map(({ file, after }): FileChange => ({
          name: file,
          text: after ?? null,
          base: hashes.get(file) ?? null,
        })),
      );
      if (!saved.ok)
        throw new StoreError("refused", `${edit.file} was changed by another program; try again`);
    };
    const machines = changedMachines(changed.reading, changed.after);
    return await then({ answer: changed.answer, files: changes, machines }, save);
  } finally {
    await workspace.close();
  }
}

/** @throws UsageError when one of these paths lies outside of the folder in which alone is written */
function requireWithin(paths: readonly string[], { command, within }: FileEdit): void {
  if (within === undefined) return;
  const outside = paths.find((path) => pathInside(path, within) === undefined);
  if (outside !== undefined)
    throw new UsageError(
      `${command} would write a file that is out of reach: ${outside} lies outside of ${within}`,
    );
}

/** The edits of the machine, and what follows from them in the other files. */
function followedBy(
  { reading, chart, change, after }: Changed,
  files: Files,
): ReturnType<typeof followChange> {
  if (change.edits.length === 0) return { steps: [] };
  const machine = machineKeys(reading.charts)[chart.ref.ordinal] ?? "0";
  return followChange(files, change, { reading, chart, machine }, after);
}
