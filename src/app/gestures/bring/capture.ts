/** What was dropped or pasted, taken out of the event: it is empty once the event is over. */
export interface Captured {
  /** In browsers that have them: handles, through which a file can be saved again. */
  readonly handles: readonly Promise<FileSystemHandle | null>[];
  /** Folders, in the others. */
  readonly entries: readonly (FileSystemEntry | null)[];
  readonly files: readonly File[];
}

interface WithHandle {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Call it while the event is handled. Undefined when it holds no file. */
export function capture(data: DataTransfer | null): Captured | undefined {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === "file");
  if (items.length === 0) return undefined;
  return {
    handles: items.map(
      (item) => (item as DataTransferItem & WithHandle).getAsFileSystemHandle?.() ?? Promise.resolve(null),
    ),
    entries: items.map((item) => item.webkitGetAsEntry()),
    files: items.flatMap((item) => item.getAsFile() ?? []),
  };
}

/** Whether something that is dragged over the window holds files. */
export const holdsFiles = (data: DataTransfer | null): boolean => data?.types.includes("Files") === true;
