import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { LogEntry, TableMeta, TableStore } from "#table/TableStore.ts";

/**
 * A table in a folder of its own: `table.json`, and `log.jsonl` with one entry a line. A line that a crash has cut off was never answered, and
 * is dropped. Where another table has come to write into the folder, as when a server was started twice, nothing is written over what it has
 * stored: `create` and `append` fail. @param folder is created when it is missing
 */
export function fileStore(folder: string): TableStore {
  const metaPath = join(folder, "table.json");
  const logPath = join(folder, "log.jsonl");
  let count = 0;
  /** Bytes of the log that this store has read or written. */
  let size = 0;
  return {
    async load() {
      const meta = await textAt(metaPath);
      if (meta === undefined) return undefined;
      const text = (await textAt(logPath)) ?? "";
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      if (whole.length < text.length) await truncate(logPath, Buffer.byteLength(whole));
      const lines = whole.split("\n").slice(0, -1);
      count = lines.length;
      size = Buffer.byteLength(whole);
      return { meta: JSON.parse(meta) as TableMeta, log: lines.map((line, i) => entryOf(line, logPath, i)) };
    },
    async create(meta) {
      await mkdir(folder, { recursive: true });
      // Whole or not at all: it is written beside its place, under a name of its own.
      const beside = `${metaPath}.${randomUUID()}`;
      await write(beside, "wx", `${JSON.stringify(meta, null, 2)}\n`);
      try {
        // Unlike a renaming, this does not take the place of what is there.
        await link(beside, metaPath);
      } catch (error) {
        if (codeOf(error) === "EEXIST")
          throw new Error(`${metaPath} is there already: another table was begun in this folder`, {
            cause: error,
          });
        if (!NO_LINKS.has(codeOf(error))) throw error;
        await rename(beside, metaPath);
      } finally {
        await rm(beside, { force: true });
      }
      await syncFolder(folder);
    },
    async append(from, entries) {
      if (from !== count) throw new Error(`${logPath} has ${count} entries, not ${from}`);
      const found = await sizeOf(logPath);
      if (found !== size)
        throw new Error(
          `${logPath} has ${found} bytes, and ${size} were read and written here: another table writes to it`,
        );
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
      await write(logPath, "a", text);
      count += entries.length;
      size += Buffer.byteLength(text);
    },
  };
}

async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** What file systems without hard links say. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** In bytes; 0 for a file that is not there. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

async function write(path: string, flags: "a" | "wx", text: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** So that the name of a new file outlives a crash too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function entryOf(line: string, path: string, index: number): LogEntry {
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    throw new Error(`${path}, line ${index + 1}: expected an entry of a table's log as JSON`);
  }
}
