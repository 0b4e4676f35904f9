import { join, relative } from "node:path";
import { machinesOf } from "#core/read/modules/machinesOf.ts";
import { crawlScripts, type Bounds } from "#adapters/disk/crawlScripts.ts";
import { gameIds, workspaceOf } from "#cli/games.ts";
import { UsageError, type Io } from "#cli/io.ts";

/** How far a folder without games is looked through: enough for the sources of an app. */
const LOOK: Bounds = { depth: 6, files: 1_000, bytes: 8 * 1024 * 1024 };
/** So many files are named. */
const MOST = 5;

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

/** The modules with machines in a folder and below, by path; nothing is run. */
export const machinesBelow = async (folder: string): Promise<string[]> => [
  ...machinesOf(await crawlScripts(folder, LOOK)).keys(),
];

/** What a folder without games can do: open the machines that lie in it, or look at the games of this package. */
export async function instead(io: Pick<Io, "cwd" | "home">, folder: string): Promise<string[]> {
  const machines = await machinesBelow(folder);
  const found = machines.slice(0, MOST).join(", ");
  const more = machines.length > MOST ? ` and ${machines.length - MOST} more` : "";
  const where = commonFolder(machines);
  const samples = await gameIds(io.home).catch(() => []);
  const home = relative(io.cwd, io.home);
  return [
    ...(machines.length > 0 ? [`Machines are in ${found}${more}: turnwright open ${where} shows them`] : []),
    ...(samples.length > 0
      ? [
          `Samples come with turnwright: ${samples.join(", ")}; turnwright list --root ${home || "."} has them`,
        ]
      : []),
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
