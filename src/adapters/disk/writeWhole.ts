import { realpath, stat, writeFile } from "node:fs/promises";
import { diskCalls, type DiskCalls } from "#adapters/disk/diskCalls.ts";
import { codeOf, isDenied } from "#adapters/disk/diskError.ts";
import { tempBeside } from "#adapters/disk/journal.ts";

/**
 * Writes a file that a person named, such as an export, whole or not at all: where the disk is full, its former content stays. A device or a
 * pipe is written directly, and so is a file whose folder takes no new files.
 * @throws the system's error, with the path
 */
export async function writeWhole(path: string, text: string, calls: DiskCalls = diskCalls): Promise<void> {
  try {
    const there = await stat(path).catch(onlyAbsence);
    if (there && !there.isFile()) return await writeFile(path, text);
    // A link stays one.
    const full = there ? await realpath(path) : path;
    const temp = tempBeside(full);
    try {
      await calls.write(temp, Buffer.from(text), there ? { mode: there.mode & 0o777 } : {});
    } catch (error) {
      if (there && isDenied(error)) return await writeFile(path, text);
      throw error;
    }
    await calls.rename(temp, full).catch(async (error: unknown) => {
      await calls.remove(temp).catch(() => undefined);
      throw error;
    });
  } catch (error) {
    // Node names no path where writing fails, and elsewhere that of the file beside it.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}

const onlyAbsence = (error: unknown): undefined => {
  if (codeOf(error) !== "ENOENT") throw error;
};
