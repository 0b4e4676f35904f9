import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import type { Command, Given } from "#cli/command.ts";
import { gameToRead } from "#cli/emptyFolder.ts";
import { pathInside } from "#cli/pathInside.ts";
import { isModuleFile, type CliGame } from "#cli/games.ts";
import { UsageError, type Io } from "#cli/io.ts";
import type { PlaySessions } from "#cli/mcp/PlaySessions.ts";
import type { Language } from "#cli/words.ts";

/** What the tools of one server share. */
export interface McpHost {
  /** The folder of games. Files are named from it, and none outside of it is read or written. Absolute. */
  readonly folder: string;
  /** The folder of this package, with its samples. */
  readonly home: string;
  /** The language in which refusals, diagnostics and names are written. */
  readonly language: Language;
  readonly sessions: PlaySessions;
  /** No tool writes a file. */
  readonly readOnly: boolean;
}

/** What a command of the command line gave. */
export interface Captured {
  readonly out: string;
  /** What it says to people beside its answer. */
  readonly notes: string;
}

/** An `Io` over the host's folder, and what was written to it so far. @param ended ends a long run */
export function captureIo(host: McpHost, ended?: AbortSignal): { readonly io: Io; captured(): Captured } {
  let out = "";
  let notes = "";
  const io: Io = {
    home: host.home,
    cwd: host.folder,
    stdin: Readable.from([]),
    out: (text) => (out += text),
    err: (text) => (notes += text),
    ...(ended ? { ended } : {}),
  };
  return { io, captured: () => ({ out, notes }) };
}

/** Runs a command of the command line over the host's folder. @throws what the command throws */
export async function runCommand(
  command: Command,
  args: readonly string[],
  given: Given,
  host: McpHost,
): Promise<Captured> {
  const { io, captured } = captureIo(host);
  await command.run(args, { lang: host.language, ...given }, io);
  return captured();
}

/**
 * The game that a tool is about: by its id, or a module's file in the folder.
 * @throws UsageError for a file that lies outside, and as `gameToRead`
 */
export async function hostedGame(named: string, host: McpHost, io: Io): Promise<CliGame> {
  await refuseOutside(named, host);
  return gameToRead(named, io, undefined);
}

/** @throws UsageError for a file that lies outside of the folder, by its name or over a link */
export async function refuseOutside(named: string, { folder }: McpHost): Promise<void> {
  if (!(await isModuleFile(named, folder))) return;
  const [file, root] = await Promise.all([realpath(resolve(folder, named)), realpath(folder)]);
  if (pathInside(file, root) === undefined)
    throw new UsageError(
      `${named} lies outside of ${folder}: a game is named by its id, or by a file of that folder`,
    );
}
