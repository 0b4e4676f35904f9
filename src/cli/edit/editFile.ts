import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { gameChart } from "#core/analyze/check.ts";
import { machineKeys } from "#core/chart/machineKey.ts";
import { places } from "#core/chart/places.ts";
import { parseArrangement, printArrangement } from "#core/layout/arrangement/arrangementFile.ts";
import { followInFile } from "#core/layout/arrangement/followInFile.ts";
import { followPaths } from "#core/project/followPaths.ts";
import { followSaves } from "#core/project/followSaves.ts";
import { applySteps, type Files, type FileStep } from "#core/project/history.ts";
import { isNewer } from "#core/ruleset/format.ts";
import { StoreError, type FileChange } from "#core/project/store.ts";
import { readModule } from "#core/read/readModule.ts";
import { editText, refusedAs, type Edited, type NotEdited } from "#cli/edit/editText.ts";
import { findMachine, type MachineRef } from "#cli/edit/findMachine.ts";
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
 * kept beside the machine follow renamed and moved states, and in a game its rules, as they do in the studio.
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
    const imports = importsOf(edit.file, edit.cwd);
    const answer = editText({ ...edit, text, lang: langOfPath(path), imports }, edit.language);
    if (!answer.ok) return answer;
    const steps = stepsOf(edit, text, files, answer, langOfPath(path));
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
    return { ...answer, written: changes.map(({ name }) => (name === "machine" ? edit.file : name)) };
  } finally {
    await workspace.close();
  }
}

/** The edits of the machine, and what follows from them in the other files. */
function stepsOf(
  { machine }: FileEdit,
  text: string,
  files: Files,
  { edits, pathMap }: Edited,
  lang: "ts" | "js",
): FileStep[] {
  const steps: FileStep[] = edits.length > 0 ? [{ kind: "edit", file: "machine", edits }] : [];
  if (Object.keys(pathMap).length === 0) return steps;
  const reading = readModule(text, { lang });
  const found = findMachine(text, reading, machine);
  if ("refused" in found) return steps;
  // The rules of a game speak of its own machine, not of others in the same module.
  if (found.chart === gameChart(reading)) steps.push(...followPaths(files, pathMap));
  const key = machineKeys(reading.charts)[found.chart.ref.ordinal] ?? "0";
  steps.push(...followSaves(files, key, pathMap));
  const before = files.get("layout");
  const { file, fault } = parseArrangement(before ?? "");
  if (before === undefined || fault || file.readOnly) return steps;
  const after = followInFile(file, key, pathMap, places(found.chart));
  if (after === file) return steps;
  const insert = printArrangement(after);
  return [...steps, { kind: "edit", file: "layout", edits: [{ from: 0, to: before.length, insert }] }];
}
