import { isAbsolute, relative } from "node:path";
import type { Failure } from "#core/diagnostic/failure.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { StoreError, wordsKey } from "#core/project/store.ts";
import { lineColumn } from "#core/text/lines.ts";
import { diagnosticLine } from "#cli/diagnosticLine.ts";
import type { CliGame } from "#cli/games.ts";
import { UsageError } from "#cli/io.ts";
import { sentence, type Language } from "#cli/words.ts";
import en from "#locales/later/en.json";
import ja from "#locales/later/ja.json";
import zhHant from "#locales/later/zh-Hant.json";

/** The JSON answer when a command failed. */
export interface ErrorJson {
  /** `usage`, a code of the store (`not-found`, `encoding`, …), one of the system (`EACCES`), or `failed`. */
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly encoding?: string;
  /** Offset in bytes of the first fault of a file in UTF-8, and whether it is that the file ends there within a character. */
  readonly at?: number;
  readonly isCut?: boolean;
  readonly diagnostics?: readonly object[];
}

/** A module that cannot be used for the command, with its diagnostics: exit code 1. */
export class FaultyGame extends Error {
  readonly game: CliGame;
  readonly diagnostics: readonly Diagnostic[];
  readonly language: Language;
  constructor(game: CliGame, diagnostics: readonly Diagnostic[], language: Language) {
    super(diagnostics.map((diagnostic) => diagnosticLine(diagnostic, game, language)).join(""));
    this.game = game;
    this.diagnostics = diagnostics;
    this.language = language;
  }
}

/** A file that a person named cannot be used for the command: exit code 1. The message is in the language of the person. */
export class FailedFile extends Error {
  readonly code: string;
  readonly file: string;
  constructor(code: string, message: string, file: string) {
    super(message);
    this.code = code;
    this.file = file;
  }
}

/** What a command may meet. Files that cannot be read, addresses that cannot be listened on are reported as they are. */
export const isFailure = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof StoreError ||
  error instanceof FaultyGame ||
  error instanceof FailedFile ||
  (error instanceof Error && "syscall" in error);

const store: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: en.store,
  ja: ja.store,
  "zh-Hant": zhHant.store,
};

/** A failure of the store in a sentence; those of which there is nothing to name are reported in English, as they are. */
export function storeWords(error: StoreError, language: Language): string {
  const { code, facts, message } = error;
  const words = code === "encoding" || code === "denied" ? store[language][wordsKey(error)] : undefined;
  const all: Readonly<Record<string, unknown>> = { ...facts };
  return words?.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(all[name])) ?? message;
}

/** A fault of this program that it survived, in a sentence. */
export const failureWords = ({ place, message }: Failure): string =>
  `${FAILED[place]}: ${message}; the rest goes on`;
const FAILED = en.failure.at;

/** A path as a person would type it: from the folder that they are in, when it lies there. */
export function shownPath(path: string, cwd: string): string {
  const inside = relative(cwd, path).replaceAll("\\", "/");
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? path : inside;
}

/** A failure of the system in a sentence that names the file; one that there are no words for as it is. */
export function systemWords(error: Error, cwd: string): string {
  const { code = "", path, message } = error as NodeJS.ErrnoException;
  const words = Object.hasOwn(SYSTEM, code) ? SYSTEM[code] : undefined;
  return words === undefined || path === undefined ? message : `${shownPath(path, cwd)} ${words} (${code})`;
}
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: "may not be read or written by this user",
  EPERM: "may not be read or written by this user",
  EROFS: "lies where nothing can be written",
  EEXIST: "is a file, where a folder is needed",
  ENOTDIR: "lies within a file, where a folder is needed",
  EISDIR: "is a folder, where a file is needed",
  ENOENT: "is not there, and cannot be made there",
  ENOSPC: "cannot be written: the disk is full",
};

/** The same failure for programs. */
export function errorJson(error: Error, language: Language, cwd: string): ErrorJson {
  if (error instanceof UsageError) return { code: "usage", message: error.message };
  if (error instanceof FailedFile) return { code: error.code, message: error.message, file: error.file };
  if (error instanceof StoreError)
    return { code: error.code, message: storeWords(error, language), ...error.facts };
  if (error instanceof FaultyGame)
    return {
      code: "faulty",
      message: error.diagnostics.map((diagnostic) => sentence(diagnostic, error.language)).join(" "),
      diagnostics: error.diagnostics.map((diagnostic) => placedJson(diagnostic, error.game, error.language)),
    };
  const { code = "failed", path } = error as NodeJS.ErrnoException;
  const file = path === undefined ? {} : { file: shownPath(path, cwd) };
  return { code, message: systemWords(error, cwd), ...file };
}

/** A fault in a game, with its place. */
export const placedJson = (diagnostic: Diagnostic, game: CliGame, language: Language): object => ({
  code: diagnostic.code,
  severity: diagnostic.severity,
  message: sentence(diagnostic, language),
  file: game.pathOf(diagnostic.file),
  ...(diagnostic.at
    ? {
        from: {
          offset: diagnostic.at.from,
          ...lineColumn(game.files.get(diagnostic.file) ?? "", diagnostic.at.from),
        },
      }
    : {}),
});
