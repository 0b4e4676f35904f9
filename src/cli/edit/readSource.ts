import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { StoreError, wordsKey } from "#core/project/store.ts";
import type { Refusal } from "#core/edit/command.ts";
import { isGameId } from "#core/project/gameFiles.ts";
import { langOfPath } from "#core/syntax/parse.ts";
import type { ReadOptions } from "#core/read/readFresh.ts";
import type { FindImporters, Importers } from "#core/symbol/importers.ts";
import { importersOnDisk } from "#adapters/disk/importersOnDisk.ts";
import { readNamed } from "#adapters/disk/safeFile.ts";
import { siblingsOnDisk } from "#adapters/disk/siblingsOnDisk.ts";

/** A module's text as it is, a byte order mark included, and the language that its name tells. */
export interface Source {
  readonly text: string;
  readonly lang: "ts" | "js";
  /** Where the files that it imports are found. */
  readonly imports: Imports;
  /** Finds the files that import it. */
  readonly importers: FindImporters;
}
export type Imports = Required<Pick<ReadOptions, "path" | "modules">>;

/** The files that a module imports, from where it lies. @param file relative to `cwd` or absolute */
export const importsOf = (file: string, cwd: string): Imports => ({
  path: file.replaceAll("\\", "/"),
  modules: siblingsOnDisk(cwd),
});

/** The files that import a module, looked for when a command asks. @param file relative to `cwd` or absolute */
export function importersAround(file: string, cwd: string): FindImporters {
  const absolute = (path: string) => resolve(cwd, path).replaceAll("\\", "/");
  let find: ((path: string) => Importers) | undefined;
  return (path = file) => (find ??= importersOnDisk(absolute(file)))(absolute(path));
}

/** What is wrong with a file, as the words know it: a code of the system, or `game` where the id of a game stands for a file. */
function reasonOf(file: string, code: string): string {
  if (code === "ENOENT" || code === "ENOTDIR") return isGameId(file) ? "game" : "ENOENT";
  return code === "EPERM" ? "EACCES" : code;
}

/** Reads a module; one that is not there or is no text is a refusal. @param file relative to `cwd` or absolute */
export async function readSource(file: string, cwd: string): Promise<Source | { readonly refused: Refusal }> {
  const path = resolve(cwd, file);
  const refused = (reason: string): { readonly refused: Refusal } => ({
    refused: { code: "file-not-read", facts: { file, reason: reasonOf(file, reason) } },
  });
  try {
    // A pipe would be waited for without end.
    if (!(await stat(path)).isFile()) return refused("EISDIR");
    return {
      text: await readNamed(path, file),
      lang: langOfPath(file),
      imports: importsOf(file, cwd),
      importers: importersAround(file, cwd),
    };
  } catch (error) {
    if (error instanceof StoreError) {
      const { encoding = "", at } = error.facts;
      const facts = { file, reason: wordsKey(error), encoding, at: String(at) };
      return { refused: { code: "file-not-read", facts } };
    }
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    return refused(code);
  }
}
