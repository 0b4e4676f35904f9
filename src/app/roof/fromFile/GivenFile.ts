/** A file or a text that a person gave for a new game. */
export interface GivenFile {
  /** Of the file; absent for a pasted text. */
  readonly name?: string;
  readonly content: File | string;
}

/** What was dropped or pasted: one, or how many where it is not one. */
export type GivenFiles = GivenFile | { readonly count: number };

/** The one file of a drop or of a clipboard; undefined where it holds none. */
export function givenFiles(transfer: DataTransfer | null): GivenFiles | undefined {
  const files = [...(transfer?.files ?? [])];
  const [file] = files;
  if (!file) return undefined;
  return files.length === 1 ? { name: file.name, content: file } : { count: files.length };
}
