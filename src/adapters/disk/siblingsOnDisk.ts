import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { maxFileBytes } from "#core/project/store.ts";
import type { Modules } from "#core/read/modules/moduleGraph.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { decodeText } from "#adapters/disk/safeFile.ts";

/**
 * The files that a module on the disk imports, read when they are requested: only what a relative import names, with an ending of
 * TypeScript or JavaScript, up to 8 MB. What is no such file counts as missing.
 * @param cwd the folder that the paths are relative to
 */
export const siblingsOnDisk = (cwd: string): Modules => siblingsIn((path) => textAt(resolve(cwd, path)));

/** The text of a script or config on the disk; undefined for what is none, too large or no text. @param full absolute */
export function textAt(full: string): string | undefined {
  const kind = statSync(full, { throwIfNoEntry: false });
  if (!kind?.isFile() || kind.size > maxFileBytes) return undefined;
  try {
    return decodeText(readFileSync(full), full);
  } catch {
    return undefined;
  }
}
