import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { machineKeys } from "#core/chart/machineKey.ts";
import { followChange } from "#core/project/followChange.ts";
import { applySteps, type Files } from "#core/project/history.ts";
import { isNewer } from "#core/ruleset/format.ts";
import { StoreError, type FileChange } from "#core/project/store.ts";
import { readModule } from "#core/read/readModule.ts";
import {
  changeText,
  editText,
  refusedAs,
  type Changed,
  type Edit,
  type Edited,
  type NotEdited,
} from "#cli/edit/editText.ts";
import type { MachineRef } from "#cli/edit/findMachine.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import { importsOf, readSource } from "#cli/edit/readSource.ts";
import { storeOf } from "#cli/storeOf.ts";
import type { Language } from "#cli/words.ts";

export interface FileEdit {
  readonly file: string;
  readonly cwd: string;
  readonly machine: MachineRef;
  readonly command: string;
  readonly args: unknown;
  readonly language: Language;
}

/** What a command makes of a file; nothing is written. */
export async function editFile(edit: FileEdit): Promise<Edited | NotEdited> {
  const source = await readSource(edit.file, edit.cwd);
  return "refused" in source
    ? refusedAs(source.refused, edit.language)
    : editText({ ...edit, ...source }, edit.language);
}

/**
 * Carries out a command on a file and saves it: all or nothing, and never over what another program wrote meanwhile. Positions
 * kept beside the machine, and in a game its rules and saves, follow what is renamed or moved, as they do in the studio.
 * @returns the answer, and the files that were written (none when the command changes nothing)
 * @throws StoreError for a file that cannot be saved
 */
export async function editAndSave(
  edit: FileEdit,
): Promise<(Edited & { readonly written: readonly string[] }) | NotEdited> {
  const readable = await readSource(edit.file, edit.cwd);
  if ("refused" in readable) return refusedAs(readable.refused, edit.language);
  const path = await realpath(resolve(edit.cwd, edit.file));
  const { workspace, game } = await storeOf(path);
  try {
    const kept = await workspace.read(game);
    const files: Files = new Map(kept.map(({ name, text }) => [name, text]));
    const text = files.get("machine") ?? "";
    const asked: Edit = { ...edit, text, lang: langOfPath(path), imports: importsOf(edit.file, edit.cwd) };
    const changed = changeText(asked, edit.language);
    if (!changed.ok) return changed;
    const followed = followedBy(changed, asked, files);
    if ("refused" in followed) return refusedAs(followed.refused, edit.language);
    const { steps } = followed;
    const newer = steps.find(({ file }) => isNewer(file, files.get(file)))?.file;
    if (newer !== undefined)
      return refusedAs({ code: "newer-format", facts: { file: newer } }, edit.language);
    const { files: after } = applySteps(files, steps);
    const hashes = new Map(kept.map(({ name, hash }) => [name, hash]));
    const changes = [...after].flatMap(([name, now]): FileChange[] =>
      now === files.get(name) ? [] : [{ name, text: now, base: hashes.get(name) ?? null }],
    );
    if (changes.length > 0) {
      const saved = await workspace.save(game, changes);
      if (!saved.ok)
        throw new StoreError("refused", `${edit.file} was changed by another program; try again`);
    }
    return { ...changed.answer, written: changes.map(({ name }) => (name === "machine" ? edit.file : name)) };
  } finally {
    await workspace.close();
  }
}

/** The edits of the machine, and what follows from them in the other files. */
function followedBy(
  { reading, chart, change, answer }: Changed,
  { text, lang, imports }: Edit,
  files: Files,
): ReturnType<typeof followChange> {
  if (change.edits.length === 0) return { steps: [] };
  const after = readModule(answer.text, { lang, ...imports, previous: { text, reading } });
  const machine = machineKeys(reading.charts)[chart.ref.ordinal] ?? "0";
  return followChange(files, change, { reading, chart, machine }, after);
}
