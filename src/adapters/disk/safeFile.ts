import { constants, createReadStream } from "node:fs";
import { lstat, open, realpath, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { maxFileBytes, notUtf8, StoreError } from "#core/project/store.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { codeOf } from "#adapters/disk/diskError.ts";
import { encodingOf } from "#adapters/disk/encoding.ts";

/**
 * Paths here are relative to a root that went through `realpath` once, with forward slashes. They come from checked ids and names
 * or from a journal, never from a request.
 */

/** @throws StoreError `refused` when the path has a part that could leave the root or mean something else on another system. */
export function checkPath(path: string): void {
  const parts = path.split("/");
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (parts.some((part) => part === "" || part === "." || part === ".." || /[\\:\u0000-\u001f]/.test(part)))
    throw new StoreError("refused", `${JSON.stringify(path)} is not a path inside a workspace`);
}

/**
 * The absolute form of a path whose folders are folders: none of them is a link. Folders that do not exist yet pass.
 * @throws StoreError `refused`
 */
export async function insideRoot(root: string, path: string): Promise<string> {
  checkPath(path);
  const full = join(root, path);
  for (let folder = dirname(full); ; folder = dirname(folder)) {
    // Files and folders of a workspace are named relative to it; its own folder has no name there.
    const relativeFolder = relative(root, folder).replaceAll("\\", "/") || root;
    try {
      if ((await realpath(folder)) !== folder)
        throw new StoreError(
          "refused",
          `${relativeFolder} is a link; games are read from plain folders only`,
        );
      return full;
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      // A link to nowhere answers ENOENT as well.
      if (await exists(folder)) throw new StoreError("refused", `${relativeFolder} is a link to nowhere`);
    }
  }
}

/** Whether anything, a link too, has this absolute path. */
export async function exists(full: string): Promise<boolean> {
  try {
    await lstat(full);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/**
 * Bytes of a plain file, or undefined when there is none.
 * @throws StoreError `refused` for links, folders and devices, `too-large` above 8 MB; the system's error otherwise
 */
export async function readBytes(root: string, path: string): Promise<Uint8Array | undefined> {
  const full = await insideRoot(root, path);
  // NONBLOCK: opening a pipe must not wait for a writer. Windows has neither flag, there the lstat looks first.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let file;
  try {
    if (!constants.O_NOFOLLOW && (await lstat(full)).isSymbolicLink()) throw linkRefused(path);
    file = await open(full, flags);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    if (codeOf(error) === "ELOOP") throw linkRefused(path);
    throw fileError(error, path);
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new StoreError("refused", `${path} is not a plain file`);
    if (stat.size > maxFileBytes) throw tooLarge(path, stat.size);
    const bytes = await file.readFile();
    if (bytes.length > maxFileBytes) throw tooLarge(path, bytes.length);
    return bytes;
  } catch (error) {
    throw fileError(error, path);
  } finally {
    await file.close();
  }
}

/** Codes of failures that are those of the whole process, or that are told in words of their own (`diskError`). Any other is about one file. */
const NOT_OF_A_FILE = new Set(["EMFILE", "ENFILE", "ENOMEM", "EACCES", "EPERM", ""]);
/** What is thrown for a file that cannot be read, such as a socket or a file on a drive that is gone. */
const fileError = (error: unknown, path: string): unknown =>
  NOT_OF_A_FILE.has(codeOf(error)) || error instanceof StoreError
    ? error
    : new StoreError("disk", `${path} cannot be read: ${thrownText(error)}`);

/**
 * The text of a file that a person named, wherever it lies: links are followed.
 * @param named as the person calls it
 * @throws StoreError `too-large` above 8 MB, of which no more is read, and `encoding`; the system's error otherwise
 */
export async function readNamed(path: string, named: string): Promise<string> {
  const { size } = await stat(path);
  if (size > maxFileBytes) throw tooLarge(named, size);
  // A pipe or a device says nothing of how much it will give, and `/dev/zero` never ends.
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of createReadStream(path)) {
    bytes += (part as Buffer).length;
    if (bytes > maxFileBytes) throw tooLarge(named, bytes);
    parts.push(part as Buffer);
  }
  return decodeText(Buffer.concat(parts), named);
}

/** The text of UTF-8 bytes, a byte order mark included. @throws StoreError `encoding` when the bytes are not UTF-8 */
export function decodeText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notUtf8(path, encodingOf(bytes));
  }
}

const linkRefused = (path: string) =>
  new StoreError("refused", `${path} is a link; only plain files are opened`);
const tooLarge = (path: string, size: number) =>
  new StoreError("too-large", `${path} has ${size} bytes; at most ${maxFileBytes} are read`);

/** A folder with links resolved. @throws StoreError `not-found` when there is none; `refused` for a file */
export async function realFolder(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => {
    throw new StoreError("not-found", `There is no folder ${folder}`);
  });
  if ((await stat(root)).isDirectory()) return root;
  throw new StoreError("refused", `${folder} is a file, where a folder of games is needed`);
}
