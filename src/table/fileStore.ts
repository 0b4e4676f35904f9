import { mkdir, open, readFile, rename, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { LogEntry, TableMeta, TableStore } from "#table/TableStore.ts";

/**
 * A table in a folder of its own: `table.json`, and `log.jsonl` with one entry a line. A line that a crash has cut off was never answered, and
 * is dropped. @param folder is created when it is missing
 */
export function fileStore(folder: string): TableStore {
  const metaPath = join(folder, "table.json");
  const logPath = join(folder, "log.jsonl");
  let count = 0;
  return {
    async load() {
      const meta = await textAt(metaPath);
      if (meta === undefined) return undefined;
      const text = (await textAt(logPath)) ?? "";
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      if (whole.length < text.length) await truncate(logPath, Buffer.byteLength(whole));
      const lines = whole.split("\n").slice(0, -1);
      count = lines.length;
      return { meta: JSON.parse(meta) as TableMeta, log: lines.map((line, i) => entryOf(line, logPath, i)) };
    },
    async create(meta) {
      await mkdir(folder, { recursive: true });
      // Whole or not at all: it is written beside its place.
      await write(`${metaPath}.new`, "w", `${JSON.stringify(meta, null, 2)}\n`);
      await rename(`${metaPath}.new`, metaPath);
      await syncFolder(folder);
    },
    async append(from, entries) {
      if (from !== count) throw new Error(`${logPath} has ${count} entries, not ${from}`);
      await write(logPath, "a", entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
      count += entries.length;
    },
  };
}

async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function write(path: string, flags: "a" | "w", text: string): Promise<void> {
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
