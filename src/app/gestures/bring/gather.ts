import { isScript } from "#core/project/gameIdFrom.ts";
import { isSourceFolder } from "#core/project/sourceFolders.ts";
import type { Bringing } from "#adapters/storage/broughtStore.ts";
import { textOf } from "#adapters/storage/fileAccess.ts";
import type { Captured } from "#app/gestures/bring/capture.ts";

type File_ = Bringing["files"][number];

/** Script files and levels of folders that are read of an opened folder: real projects have fewer, a home folder opened by mistake has more. */
const MAX_FILES = 1_000;
const MAX_FOLDER_DEPTH = 8;

/** The scripts in what was dropped, folders looked through. @throws StoreError for a file that cannot be taken */
export async function gather({ handles, entries, files }: Captured): Promise<Bringing> {
  const found: File_[] = [];
  let folder: FileSystemDirectoryHandle | undefined;
  const handlesRead = await Promise.all(handles.map((handle) => handle.catch(() => null)));
  for (const [i, handle] of handlesRead.entries()) {
    const entry = entries[i];
    if (handle?.kind === "directory") {
      folder = handlesRead.length === 1 ? (handle as FileSystemDirectoryHandle) : folder;
      await fromFolder(handle as FileSystemDirectoryHandle, "", found, 0, handlesRead.length > 1);
    } else if (handle) found.push(await fromHandle(handle as FileSystemFileHandle, ""));
    else if (entry?.isDirectory) await fromEntry(entry as FileSystemDirectoryEntry, "", found, 0);
    else {
      const file = files[i];
      if (file) found.push({ path: file.name, text: await textOf(file) });
    }
  }
  return { files: found, ...(folder ? { folder } : {}) };
}

/** The scripts of a folder that was chosen. */
export async function gatherFolder(folder: FileSystemDirectoryHandle): Promise<Bringing> {
  const found: File_[] = [];
  await fromFolder(folder, "", found, 0, false);
  return { files: found, folder };
}

export async function fromHandle(handle: FileSystemFileHandle, above: string): Promise<File_> {
  return { path: `${above}${handle.name}`, text: await textOf(await handle.getFile()), handle };
}

/** @param named whether the folder's own name is part of the paths */
async function fromFolder(
  folder: FileSystemDirectoryHandle,
  above: string,
  found: File_[],
  depth: number,
  named: boolean,
): Promise<void> {
  const path = named ? `${above}${folder.name}/` : above;
  for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemHandle]>) {
    if (found.length >= MAX_FILES) return;
    if (handle.kind === "file" && isScript(name))
      await fromHandle(handle as FileSystemFileHandle, path).then((file) => found.push(file), ignore);
    else if (handle.kind === "directory" && isSourceFolder(name) && depth < MAX_FOLDER_DEPTH)
      await fromFolder(handle as FileSystemDirectoryHandle, path, found, depth + 1, true);
  }
}

async function fromEntry(
  folder: FileSystemDirectoryEntry,
  above: string,
  found: File_[],
  depth: number,
): Promise<void> {
  const path = `${above}${folder.name}/`;
  const reader = folder.createReader();
  for (;;) {
    // It gives a hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (found.length >= MAX_FILES) return;
      if (entry.isFile && isScript(entry.name)) {
        const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
        await textOf(file).then((text) => found.push({ path: path + entry.name, text }), ignore);
      } else if (entry.isDirectory && isSourceFolder(entry.name) && depth < MAX_FOLDER_DEPTH)
        await fromEntry(entry as FileSystemDirectoryEntry, path, found, depth + 1);
    }
  }
}

/** Of a folder what cannot be read is left out. */
const ignore = () => undefined;
