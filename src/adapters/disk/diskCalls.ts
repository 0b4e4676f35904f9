import { constants } from "node:fs";
import { copyFile, link, mkdir, open, rename, unlink } from "node:fs/promises";
import { codeOf } from "#adapters/disk/diskError.ts";

/** Every way in which a save touches the disk, on absolute paths. A test puts failing ones in their place. */
export interface DiskCalls {
  /** Makes a new file, readable as `mode` says, and returns once its bytes are on the disk, or with `durable: false` before. All or none. */
  write(
    path: string,
    bytes: Uint8Array,
    how?: { readonly mode?: number; readonly durable?: boolean },
  ): Promise<void>;
  /** Gives a file a second name that must be free. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Returns once the names in a folder are on the disk. */
  syncFolder(path: string): Promise<void>;
}

/** File systems that have no second names (FAT, some network drives) answer one of these. */
const noLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK"]);

export const diskCalls: DiskCalls = {
  async write(path, bytes, { mode, durable = true } = {}) {
    const file = await open(path, "wx", mode ?? 0o666);
    try {
      // Opening takes the umask away from the mode; a file that is replaced keeps what it had.
      if (mode !== undefined) await file.chmod(mode);
      await file.writeFile(bytes);
      if (durable) await file.sync();
    } catch (error) {
      // On a full disk the name alone would stay, or half of the bytes.
      await unlink(path).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  },
  async link(from, to) {
    try {
      await link(from, to);
    } catch (error) {
      if (!noLinks.has(codeOf(error))) throw error;
      await copyFile(from, to, constants.COPYFILE_EXCL);
    }
  },
  rename,
  remove: unlink,
  async makeFolder(path) {
    await mkdir(path);
  },
  async syncFolder(path) {
    // Windows cannot open a folder for that; its renames are journaled by the file system.
    if (process.platform === "win32") return;
    const folder = await open(path, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};
