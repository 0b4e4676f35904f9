import { basename, join, relative } from "node:path";
import { machinesOf } from "#core/read/modules/machinesOf.ts";
import { crawl, MAX_NAMES, type Bounds } from "#adapters/disk/crawlScripts.ts";
import { stem } from "#core/project/gameIdFrom.ts";
import { gameIds, gameOrModule, isModuleFile, readGame, workspaceOf, type CliGame } from "#cli/games.ts";
import { UsageError, type Io } from "#cli/io.ts";

/** How far a folder without games is looked through: enough for the sources of an app. */
export const LOOK: Bounds = { depth: 6, files: 1_000, bytes: 8 * 1024 * 1024 };
/** Files that are listed; more are counted. */
const MAX_LISTED_FILES = 5;

/**
 * The folder of games; where there is none, what can be done instead.
 * @throws UsageError with the games that come with this package and the machines that were found
 */
export async function gamesFolder(io: Io, root: string | undefined): Promise<string> {
  try {
    return await workspaceOf(io.cwd, root);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const lines = await instead(io, join(io.cwd, root ?? "."));
    throw new UsageError([error.message, ...lines].join("\n"));
  }
}

/**
 * What `ID|FILE` names, for a command that only reads: where there is no folder of games, the sample of that id that comes with this
 * package, and the person is notified.
 * @throws UsageError as `gameOrModule`, with what can be done instead
 */
export async function gameToRead(named: string, io: Io, root: string | undefined): Promise<CliGame> {
  if ((await samplesStandIn(io, root)) && !(await isModuleFile(named, io.cwd))) {
    const samples = await samplesOf(io);
    if (samples.includes(named)) {
      io.err(`${named} is read from the samples of turnwright, in ${homeOf(io)}\n`);
      return readGame(io.home, named);
    }
  }
  return gameToWrite(named, io, root);
}

/**
 * What `ID|FILE` names, for a command that may write: never a sample, unless `--root` says so.
 * @throws UsageError as `gameOrModule`, with what can be done instead where there is no folder of games
 */
export async function gameToWrite(named: string, io: Io, root: string | undefined): Promise<CliGame> {
  try {
    return await gameOrModule(named, io.cwd, root);
  } catch (error) {
    if (!(error instanceof UsageError) || !(await hasNoGames(io, root))) throw error;
    throw new UsageError(
      [error.message, ...(await instead(io, join(io.cwd, root ?? "."), named))].join("\n"),
    );
  }
}

/** The folder to list: where there is none, that of the samples, and the person is notified. */
export async function folderToList(io: Io, root: string | undefined): Promise<string> {
  if (!(await samplesStandIn(io, root))) return gamesFolder(io, root);
  for (const line of await filesBelow(io.cwd)) io.err(`${line}\n`);
  io.err(`These are the samples of turnwright, in ${homeOf(io)}\n`);
  return io.home;
}

/** Whether samples stand in for games: no folder of games is named, the current one is none, and this package has some. */
const samplesStandIn = async (io: Io, root: string | undefined): Promise<boolean> =>
  root === undefined && (await hasNoGames(io, root)) && (await samplesOf(io)).length > 0;

const hasNoGames = (io: Io, root: string | undefined): Promise<boolean> =>
  workspaceOf(io.cwd, root).then(
    () => false,
    () => true,
  );
const samplesOf = (io: Pick<Io, "home">): Promise<string[]> => gameIds(io.home).catch(() => []);
const homeOf = (io: Pick<Io, "cwd" | "home">): string => relative(io.cwd, io.home) || ".";

/**
 * What a folder without games can do: open the machines that lie in it, or look at the games of this package.
 * @param named what was requested: a machine's file may be called so
 */
export async function instead(
  io: Pick<Io, "cwd" | "home">,
  folder: string,
  named?: string,
): Promise<string[]> {
  const samples = await samplesOf(io);
  const example = named !== undefined && samples.includes(named) ? named : undefined;
  return [
    ...(await filesBelow(folder, named)),
    ...(samples.length > 0
      ? [
          `Samples come with turnwright: ${samples.join(", ")}; ${example === undefined ? "npx turnwright list" : `${example} with`} --root ${homeOf(io)}${example === undefined ? " has them" : ""}`,
        ]
      : []),
  ];
}

/** The machines in a folder and below, and which of them was meant. */
async function filesBelow(folder: string, named?: string): Promise<string[]> {
  const { scripts, isCut } = await crawl(folder, LOOK);
  const machines = [...machinesOf(scripts).keys()];
  const cut = isCut
    ? [
        `${folder} was not looked through to the end: it holds more than ${LOOK.files} scripts or ${MAX_NAMES} files. Name a smaller folder with --root, or the machine's file`,
      ]
    : [];
  if (machines.length === 0) return cut;
  const meant = machines.filter((path) => stem(basename(path)) === named);
  const listed = machines.slice(0, MAX_LISTED_FILES).join(", ");
  const more = machines.length > MAX_LISTED_FILES ? ` and ${machines.length - MAX_LISTED_FILES} more` : "";
  return [
    ...(meant.length > 0 ? [`Did you mean ${meant.join(" or ")}?`] : []),
    `Machines are in ${listed}${more}: npx turnwright open ${commonFolder(machines)} shows them`,
    ...cut,
  ];
}

/** The folder that holds all of these, or the one file. */
function commonFolder(paths: readonly string[]): string {
  const [first = "", ...rest] = paths;
  if (rest.length === 0) return first;
  const parts = first.split("/").slice(0, -1);
  while (parts.length > 0 && !rest.every((path) => path.startsWith(`${parts.join("/")}/`))) parts.pop();
  return parts.join("/") || ".";
}
