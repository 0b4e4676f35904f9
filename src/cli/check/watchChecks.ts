import type { StoreEvent } from "#core/project/store.ts";
import { StoreError } from "#core/project/store.ts";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";
import type { CheckResult } from "#cli/check/checkResult.ts";
import { failureWords } from "#cli/failure.ts";
import { gameIds, gameIn, strayMachines, type CliGame, type UnreadGame } from "#cli/games.ts";
import type { Io } from "#cli/io.ts";

export interface WatchGiven {
  readonly folder: string;
  /** The one game that is watched; all of the folder when left out. */
  readonly only?: string;
  /** Checks what was read. */
  readonly check: (games: readonly (CliGame | UnreadGame)[]) => Pick<CheckResult, "reports" | "unread">;
  /** Reports all games, after each change. */
  readonly report: (result: CheckResult) => void;
  readonly io: Io;
}

/**
 * Checks a folder of games, and again what changes in it, until `io.ended` or the end of the process. The system tells of changes; only
 * the games that changed, and those that may import what did, are read and checked again.
 */
export async function watchChecks({ folder, only, check, report, io }: WatchGiven): Promise<void> {
  const workspace = await openWorkspace(folder);
  const checked = new Map<string, Pick<CheckResult, "reports" | "unread">>();
  const isWatched = (id: string) => only === undefined || id === only;
  const read = async (id: string) => {
    const game = await readOne(workspace, folder, id);
    if (game) checked.set(id, check([game]));
    else checked.delete(id);
  };
  const tell = async () => {
    const ids = [...checked.keys()].toSorted();
    const parts = ids.map((id) => checked.get(id)!);
    report({
      reports: parts.flatMap(({ reports }) => reports),
      unread: parts.flatMap(({ unread }) => unread),
      stray: only === undefined ? await strayMachines(folder) : [],
      folder,
    });
  };
  const dirty = new Set<string>();
  const first = async () => {
    for (const id of (await gameIds(folder)).filter(isWatched)) await read(id);
    await tell();
  };
  let work = Promise.resolve();
  /** Whether its machine is read from more files than its own. A game that could not be read may be. */
  const importsFiles = (game: string) =>
    checked.get(game)?.reports.every(({ reading }) => (reading.imports ?? []).length > 0) ?? true;
  const changed = ({ game, siblings }: StoreEvent) => {
    if (!isWatched(game) || (siblings && !importsFiles(game))) return;
    if (dirty.size === 0) work = work.then(look).catch((error: unknown) => io.err(`${String(error)}\n`));
    dirty.add(game);
  };
  const look = async () => {
    const games = [...dirty];
    dirty.clear();
    for (const id of games) await read(id);
    await tell();
  };
  const stop = workspace.watch(changed, (failure) => io.err(`turnwright check: ${failureWords(failure)}\n`));
  // What changes while all is read for the first time is read again afterwards.
  work = first();
  await work;
  await new Promise<void>((resolve) => {
    if (io.ended?.aborted) resolve();
    io.ended?.addEventListener("abort", () => resolve(), { once: true });
  });
  stop();
  await work;
  await workspace.close();
}

/** A game as it is now; undefined when it is gone. */
async function readOne(
  workspace: Workspace,
  folder: string,
  id: string,
): Promise<CliGame | UnreadGame | undefined> {
  try {
    return await gameIn(workspace, folder, id);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.code === "not-found" ? undefined : { id, unread: error };
  }
}
