import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder, and those around it first. Node's own recursive way never ends where a file system says that nothing is there (`/proc`). */
export async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() === true) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch(async (error: unknown) => {
    // Another program may have made it meanwhile.
    if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) throw error;
  });
}
