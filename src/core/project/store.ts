/**
 * Where games live, as every filling of it behaves: a folder on disk, the loopback server over it, the browser's database.
 * The app cannot tell them apart.
 */
import type { TellFailure } from "#core/diagnostic/failure.ts";
import { isDeviceName, isFileName, isGameId } from "#core/project/gameFiles.ts";

export interface GameEntry {
  readonly id: string;
  /** From ruleset.json; empty when there is none. */
  readonly title: Readonly<Record<string, string>>;
  readonly files: readonly FileEntry[];
  /** Opened by path from outside the workspace: shown, but not run before the person says so. */
  readonly foreign?: boolean;
  /** A machine that lies in the folder of games, but in no place of theirs. */
  readonly found?: true;
  /** Where it is kept, for people. */
  readonly place: string;
  /**
   * What keeps it, when that is no folder of games: a file that was opened by path, a file or one of a folder that was brought, a
   * copy of one, or this browser's games.
   */
  readonly kept?: "path" | "file" | "folder" | "copy" | "browser";
  /** Its machine's file as other files know it (`machines/lamp.machine.ts`), with forward slashes. */
  readonly path: string;
  /** Keys of the machines in the file, when somebody looked. */
  readonly machines?: readonly string[];
}
/** A script that lies with the games. Paths as in `GameEntry.path`. */
export interface ScriptText {
  readonly path: string;
  readonly text: string;
}

/** The scripts that lie with a game; undefined while they are not known. */
export type FindScripts = () => readonly ScriptText[] | undefined;

/** Whether a game can have a file where it is kept: beside a module that was opened by path there is only its layout. */
export const keepsFile = (entry: Pick<GameEntry, "kept"> | undefined, name: string): boolean =>
  entry?.kept !== "path" || name === "machine" || name === "layout";

export interface FileEntry {
  /** Logical name (`core/project/gameFiles.ts`). */
  readonly name: string;
  /** `sha256:<hex>` of the UTF-8 bytes. */
  readonly hash: string;
}
export interface FileText extends FileEntry {
  readonly text: string;
}
/** A file of a game that is to be made. */
export interface NewFile {
  readonly name: string;
  readonly text: string;
}

/** One file of a save. `text: null` deletes it. `base` is the hash it was read at; null means "must not exist yet". */
export interface FileChange {
  readonly name: string;
  readonly text: string | null;
  readonly base: string | null;
}
/** What a store holds of a file that was changed by someone else; `text` null when it is gone. */
export interface TheirFile {
  readonly name: string;
  readonly text: string | null;
  readonly hash: string | null;
}
export type SaveResult =
  | { readonly ok: true; readonly files: readonly FileEntry[] }
  /** Nothing was written. `theirs` is what is there now. */
  | { readonly ok: false; readonly code: "stale"; readonly theirs: readonly TheirFile[] };

/** Something changed in the store that this page did not do. */
export interface StoreEvent {
  readonly game: string;
  readonly files: readonly FileEntry[];
  readonly removed: readonly string[];
  /** A script that lies with the game changed: what the machine imports may be another. */
  readonly siblings?: true;
}

export interface Store {
  /** All games, by id. A broken ruleset.json costs the title, not the game. */
  list(): Promise<readonly GameEntry[]>;
  /** All files of a game, by name. @throws StoreError `not-found` | `bad-name` | `refused` (not UTF-8, a link) | `too-large` */
  read(game: string): Promise<readonly FileText[]>;
  /**
   * All files or none. A file that already holds the wanted text counts as saved, whatever its base.
   * `ok` lists the files of the save that exist afterwards.
   */
  save(game: string, changes: readonly FileChange[]): Promise<SaveResult>;
  /** Creates a game from these files, `machine` among them. @throws StoreError `exists` | `bad-name` */
  create(game: string, files: readonly NewFile[]): Promise<void>;
  /** Moves a game to another id; `ruleset.json` follows, the machine's text stays. @throws StoreError `exists` | `not-found` */
  rename(game: string, to: string): Promise<void>;
  /** Copies a game. @throws StoreError `exists` | `not-found` */
  duplicate(game: string, to: string): Promise<void>;
  remove(game: string): Promise<void>;
  /** Scripts that lie with a game and that its machine may import, its own file among them. Bounded; nothing is run. */
  siblings(game: string): Promise<readonly ScriptText[]>;
  /** Paths of the scripts of a folder that was opened in which there is no machine. */
  others(): Promise<readonly string[]>;
  /**
   * Calls back for changes made elsewhere, within a second. Returns how to stop.
   * @param onFailure is called with faults met on the way, after which the watch goes on
   */
  watch(onChange: (event: StoreEvent) => void, onFailure?: TellFailure): () => void;
}

/**
 * `fixed`: the studio was opened on a file or folder by path; games cannot be made, renamed or removed there. `permission`: the
 * browser has to ask for the file again. `locked`: this page has not the key of the server that runs now. `encoding`: a file
 * is not UTF-8. `denied`: the system lets whoever runs the store not at a file.
 */
export const storeErrorCodes = [
  "exists",
  "not-found",
  "bad-name",
  "too-large",
  "refused",
  "fixed",
  "permission",
  "unreachable",
  "locked",
  "encoding",
  "denied",
  "disk",
] as const;

/** A store said no, or could not be reached. The message is for logs; the app words it by `code`. */
export class StoreError extends Error {
  readonly code: (typeof storeErrorCodes)[number];
  readonly facts: StoreFacts;
  constructor(code: StoreError["code"], message: string, facts: StoreFacts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

/** What the words of a failure name. */
export interface StoreFacts {
  /** The file that it is about, as the store calls it. */
  readonly file?: string;
  /** What a file seems to be in, when it is not sound UTF-8; empty when that is not known, `binary` when it is no text. */
  readonly encoding?: string;
  /** Offset in bytes of the first fault of a file that is UTF-8 else. */
  readonly at?: number;
  /** Whether that fault is that the file ends within a character. */
  readonly isCut?: boolean;
}

/** What is known of the encoding of a file that is not UTF-8, or not sound UTF-8. */
export type EncodingFacts = Pick<StoreFacts, "encoding" | "at" | "isCut">;

/** The refusal of a file whose bytes are not UTF-8. @param file as the store calls it */
export function notUtf8(file: string, { encoding = "", at, isCut }: EncodingFacts): StoreError {
  const fault = isCut ? `is cut off within a character at byte ${at}` : `is damaged at byte ${at}`;
  const seems =
    encoding === "" ? "" : encoding === "binary" ? " and no text" : ` but seems to be ${encoding}`;
  const message =
    at === undefined ? `is not UTF-8${seems}; save it as UTF-8 in the program that wrote it` : fault;
  return new StoreError("encoding", `${file} ${message}`, {
    file,
    encoding,
    ...(at === undefined ? {} : { at, isCut }),
  });
}

/** The words of a failure: they stand under `store.<key>`. */
export function wordsKey({ code, facts: { encoding = "", at, isCut } }: StoreError): string {
  if (code !== "encoding") return code;
  if (at !== undefined) return isCut ? "encoding-cut" : "encoding-damaged";
  return encoding === "" ? "encoding-unknown" : encoding === "binary" ? "encoding-binary" : "encoding";
}

/** The most that one file may have, in UTF-8 bytes. */
export const maxFileBytes = 8 * 1024 * 1024;

/** @throws StoreError `bad-name` unless a game may be created with this id: a folder of games is taken along to other systems. */
export function checkNewId(id: string): void {
  checkGameId(id);
  if (isDeviceName(id)) throw new StoreError("bad-name", `${id} is the name of a device on Windows`);
}

/** @throws StoreError `bad-name` unless `id` may be the id of a game. */
export function checkGameId(id: string): void {
  if (!isGameId(id)) throw new StoreError("bad-name", `${JSON.stringify(id)} is not the id of a game`);
}

/**
 * Refuses texts that no store may take: a name that is none, a name twice, more than 8 MB, half a surrogate pair (it has no
 * UTF-8 form, so it would not come back as it was).
 * @throws StoreError `bad-name` | `too-large` | `refused`
 */
export function checkFiles(files: readonly { readonly name: string; readonly text: string | null }[]): void {
  const names = new Set<string>();
  for (const { name, text } of files) {
    if (!isFileName(name))
      throw new StoreError("bad-name", `${JSON.stringify(name)} is not a file of a game`);
    if (names.has(name)) throw new StoreError("bad-name", `${name} is named twice`);
    names.add(name);
    if (text === null) continue;
    const bytes = utf8Length(text);
    if (bytes === undefined)
      throw new StoreError("refused", `${name} holds half a surrogate pair, which UTF-8 cannot keep`);
    if (bytes > maxFileBytes)
      throw new StoreError("too-large", `${name} has ${bytes} bytes; at most ${maxFileBytes} are kept`);
  }
}

/** Refuses a new game without a machine: no list would show it. @throws StoreError */
export function checkNewGame(game: string, files: readonly NewFile[]): void {
  checkNewId(game);
  checkFiles(files);
  if (!files.some((file) => file.name === "machine"))
    throw new StoreError("refused", `A game is a machine and its rules; ${game} comes without a machine`);
}

/** What a stored file turned into between two looks at a store, game by game. Empty when nothing did. */
export function diffGames(
  before: ReadonlyMap<string, readonly FileEntry[]>,
  after: ReadonlyMap<string, readonly FileEntry[]>,
): StoreEvent[] {
  const events: StoreEvent[] = [];
  for (const game of new Set([...before.keys(), ...after.keys()])) {
    const old = new Map((before.get(game) ?? []).map((file) => [file.name, file.hash]));
    const now = after.get(game) ?? [];
    const files = now.filter((file) => old.get(file.name) !== file.hash);
    for (const file of now) old.delete(file.name);
    if (files.length > 0 || old.size > 0) events.push({ game, files, removed: [...old.keys()] });
  }
  return events;
}

/** Bytes of a text in UTF-8, or undefined when it holds a lone surrogate. */
function utf8Length(text: string): number | undefined {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 2;
    else {
      const next = text.charCodeAt(i + 1);
      if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return undefined;
      bytes += 2;
      i++;
    }
  }
  return bytes;
}
