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
  /** Names of files and folders of whatever kind; `MAX_NAMES` when left out. */
  readonly names?: number;
}

/**
 * Names of files and folders, of whatever kind, that one look around goes through. The sources of an app have a tenth of it; a whole disk has
 * a million, and looking at all would take a minute.
 */
export const MAX_NAMES = 50_000;

export interface Crawl {
  /** The shallow ones first. */
  readonly scripts: readonly ScriptText[];
  /** Whether it stopped at a bound, so that there may be more. A bound on depth does not count: it is meant. */
  readonly isCut: boolean;
}

/**
 * The scripts in a folder and below, by path: the shallow ones first, within bounds. What cannot be read (a link, no UTF-8) is left
 * out. Nothing is run.
 * @param root absolute, with links resolved
 */
export const crawlScripts = async (root: string, bounds: Bounds, from = ""): Promise<readonly ScriptText[]> =>
  (await crawl(root, bounds, from)).scripts;

/** The same, and whether that was all. */
export async function crawl(root: string, bounds: Bounds, from = ""): Promise<Crawl> {
  const found: ScriptText[] = [];
  let bytes = 0;
  let names = 0;
  let level = [from];
  for (let depth = 0; depth <= bounds.depth && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
      names += entries.length;
      if (names > (bounds.names ?? MAX_NAMES)) return { scripts: found, isCut: true };
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && isSourceFolder(entry.name)) below.push(path);
        if (!entry.isFile() || !isScript(entry.name)) continue;
        const size = await stat(join(root, path)).then(
          (kind) => kind.size,
          () => Infinity,
        );
        if (bytes + size > bounds.bytes) continue;
        if (found.length >= bounds.files) return { scripts: found, isCut: true };
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
  return { scripts: found, isCut: false };
}
