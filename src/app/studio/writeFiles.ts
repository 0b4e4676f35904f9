import {
  StoreError,
  type FileChange,
  type FileEntry,
  type Store,
  type TheirFile,
} from "#core/project/store.ts";

/** What came of a save: what was written, what another program had written in its place, what its place does not take. */
export interface Written {
  readonly written: readonly FileChange[];
  /** As they are stored now. */
  readonly files: readonly FileEntry[];
  readonly theirs: readonly TheirFile[];
  readonly refused: readonly { readonly name: string; readonly error: StoreError }[];
}

/**
 * Saves all together. Where one of several is refused each is saved by itself: a file that its place does not take must not keep
 * the work on the others from being saved.
 * @throws StoreError when nothing at all can be written
 */
export async function writeFiles(
  store: Store,
  game: string,
  changes: readonly FileChange[],
): Promise<Written> {
  try {
    const result = await store.save(game, changes);
    return result.ok
      ? { written: changes, files: result.files, theirs: [], refused: [] }
      : { written: [], files: [], theirs: result.theirs, refused: [] };
  } catch (error) {
    if (!isRefusal(error) || changes.length === 1) throw error;
    const parts: Written[] = [];
    const refused: Written["refused"][number][] = [];
    for (const change of changes)
      try {
        parts.push(await writeFiles(store, game, [change]));
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
        refused.push({ name: change.name, error: cause });
      }
    if (parts.length === 0) throw error;
    return {
      written: parts.flatMap(({ written }) => written),
      files: parts.flatMap(({ files }) => files),
      theirs: parts.flatMap(({ theirs }) => theirs),
      refused,
    };
  }
}

const isRefusal = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.code === "refused";
