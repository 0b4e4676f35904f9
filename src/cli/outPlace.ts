import { mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Where `--out` writes: the file itself, or in a folder under its usual name. Folders that are not there are made. */
export async function outPlace(out: string, cwd: string, usual: string): Promise<string> {
  const path = resolve(cwd, out);
  const isFolder = /[\\/]$/.test(out) || (await stat(path).catch(() => undefined))?.isDirectory() === true;
  await makeFolder(isFolder ? path : dirname(path));
  return isFolder ? join(path, usual) : path;
}

/** Makes a folder, and those around it first. Node's own recursive way never ends where a file system says that nothing is there (`/proc`). */
export async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory() === true) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch(async (error: unknown) => {
    // Another program may have made it meanwhile.
    if ((await stat(path).catch(() => undefined))?.isDirectory() !== true) throw error;
  });
}
