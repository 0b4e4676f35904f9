import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isScript } from "#core/project/gameIdFrom.ts";
import { isSourceFolder } from "#core/project/sourceFolders.ts";
import type { ScriptText } from "#core/project/store.ts";
import { decodeText, readBytes } from "#adapters/disk/safeFile.ts";

/** How far a look around goes: a person may open a file in a folder that holds their whole life. */
export interface Bounds {
  /** Folders below folders. */
  readonly depth: number;
  readonly files: number;
  /** Bytes of all scripts together; a larger one is passed over. */
  readonly bytes: number;
}

/**
 * The scripts in a folder and below, by path: the shallow ones first, within bounds. What cannot be read (a link, no UTF-8) is left
 * out. Nothing is run.
 * @param root absolute, with links resolved
 */
export async function crawlScripts(root: string, bounds: Bounds, from = ""): Promise<ScriptText[]> {
  const found: ScriptText[] = [];
  let bytes = 0;
  let level = [from];
  for (let depth = 0; depth <= bounds.depth && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && isSourceFolder(entry.name)) below.push(path);
        if (!entry.isFile() || !isScript(entry.name)) continue;
        const size = await stat(join(root, path)).then(
          (kind) => kind.size,
          () => Infinity,
        );
        if (bytes + size > bounds.bytes) continue;
        if (found.length >= bounds.files) return found;
        const text = await readBytes(root, path)
          .then((read) => read && decodeText(read, path))
          .catch(() => undefined);
        if (text === undefined) continue;
        bytes += size;
        found.push({ path, text });
      }
    }
    level = below;
  }
  return found;
}
