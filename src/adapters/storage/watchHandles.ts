import type { StoreEvent } from "#core/project/store.ts";
import { contentHash } from "#adapters/storage/contentHash.ts";
import { isReadable, textOf } from "#adapters/storage/fileAccess.ts";

/** Time between two looks at the files, in ms, while the page is visible. */
const POLL_INTERVAL_MS = 900;

interface Known {
  readonly handle: FileSystemFileHandle;
  readonly hash: string;
  /** `lastModified` of the file when it had that hash; undefined until it was looked at. */
  readonly at: number | undefined;
}

/** Tells of changes that other programs make to files that are held by a handle. Browsers do not tell: they are looked at. */
export function watchHandles() {
  const known = new Map<string, Map<string, Known>>();
  const listeners = new Set<(event: StoreEvent) => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let looking = false;

  const look = async (): Promise<void> => {
    if (looking || document.visibilityState === "hidden") return;
    looking = true;
    for (const [game, files] of known)
      for (const [name, file] of files) {
        const hash = await changedHash(file, (at) => files.set(name, { ...file, at })).catch(() => undefined);
        if (hash === undefined || files.get(name)?.hash !== file.hash) continue;
        files.set(name, { ...file, hash, at: undefined });
        for (const listener of listeners) listener({ game, files: [{ name, hash }], removed: [] });
      }
    looking = false;
  };

  return {
    /** The file has this text now, as far as this page knows. */
    know(game: string, name: string, handle: FileSystemFileHandle, hash: string): void {
      const files = known.get(game) ?? new Map<string, Known>();
      known.set(game, files);
      files.set(name, { handle, hash, at: undefined });
    },
    forget: (game: string): void => void known.delete(game),
    subscribe(listener: (event: StoreEvent) => void): () => void {
      listeners.add(listener);
      timer ??= setInterval(() => void look(), POLL_INTERVAL_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

/** The hash of a file that is another than it was; the text is only read when its time of change moved. */
async function changedHash(
  { handle, hash, at }: Known,
  note: (at: number) => void,
): Promise<string | undefined> {
  if (!(await isReadable(handle))) return undefined;
  const file = await handle.getFile();
  if (file.lastModified === at) return undefined;
  const now = await contentHash(await textOf(file));
  if (now !== hash) return now;
  note(file.lastModified);
  return undefined;
}
