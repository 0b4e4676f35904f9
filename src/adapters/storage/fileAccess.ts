import { thrownText } from "#core/run/play/thrownText.ts";
import { maxFileBytes, notUtf8, StoreError } from "#core/project/store.ts";
import { utf8Fault } from "#core/text/utf8.ts";

/** What browsers with the File System Access API add to their handles; not part of TypeScript's declarations. */
interface WithPermissions {
  queryPermission?(access: { mode: "read" | "readwrite" }): Promise<PermissionState>;
  requestPermission?(access: { mode: "read" | "readwrite" }): Promise<PermissionState>;
}

/** Whether a file or folder may be read now, without asking anybody. */
export async function isReadable(handle: FileSystemHandle): Promise<boolean> {
  const permitting = handle as FileSystemHandle & WithPermissions;
  return ((await permitting.queryPermission?.({ mode: "read" })) ?? "granted") === "granted";
}

/** Has the browser ask the person, where it has to; only right after a click or a key. */
export async function requestAccess(handle: FileSystemHandle, mode: "read" | "readwrite"): Promise<boolean> {
  const permitting = handle as FileSystemHandle & WithPermissions;
  if (((await permitting.queryPermission?.({ mode })) ?? "granted") === "granted") return true;
  return (await permitting.requestPermission?.({ mode }).catch(() => "denied")) === "granted";
}

/** The text of a file, a byte order mark included. @throws StoreError `not-found` | `too-large` | `encoding` | `disk` */
export async function textOf(file: File): Promise<string> {
  if (file.size > maxFileBytes)
    throw new StoreError(
      "too-large",
      `${file.name} has ${file.size} bytes; at most ${maxFileBytes} are read`,
    );
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new StoreError("disk", `${file.name} cannot be read: ${thrownText(cause)}`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const fault = utf8Fault(new Uint8Array(bytes));
    throw notUtf8(file.name, fault?.isSure ? { encoding: "UTF-8", ...fault } : {});
  }
}

/** The text behind a handle. @throws StoreError `permission` when the person has to allow it first, else as `textOf` */
export async function readHandle(handle: FileSystemFileHandle): Promise<string> {
  if (!(await isReadable(handle)))
    throw new StoreError("permission", `The browser asks before ${handle.name} is read again`);
  return textOf(await fileOf(handle));
}

/** @throws StoreError `not-found` */
export async function fileOf(handle: FileSystemFileHandle): Promise<File> {
  return handle.getFile().catch((cause: unknown) => {
    throw new StoreError("not-found", `${handle.name} is not there any more: ${thrownText(cause)}`);
  });
}

/** Writes the very file, as a whole or not at all. @throws StoreError `permission` | `disk` */
export async function writeHandle(handle: FileSystemFileHandle, text: string): Promise<void> {
  if (!(await requestAccess(handle, "readwrite")))
    throw new StoreError("permission", `The browser was not allowed to write ${handle.name}`);
  try {
    const stream = await handle.createWritable();
    await stream.write(text);
    await stream.close();
  } catch (cause) {
    throw new StoreError("disk", `${handle.name} was not written: ${thrownText(cause)}`);
  }
}

/** A file below a folder, by a path with forward slashes; created when `create` is set. Undefined when it is not there. */
export async function handleAt(
  folder: FileSystemDirectoryHandle,
  path: string,
  create = false,
): Promise<FileSystemFileHandle | undefined> {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  try {
    let at = folder;
    for (const part of parts) at = await at.getDirectoryHandle(part);
    return await at.getFileHandle(name, { create });
  } catch {
    return undefined;
  }
}
