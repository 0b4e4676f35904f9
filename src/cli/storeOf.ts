import { basename, dirname, join } from "node:path";
import { openPath } from "#adapters/disk/openPath.ts";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";
import { filePath, isGameId } from "#core/project/gameFiles.ts";
import { StoreError } from "#core/project/store.ts";

/** A game where it is kept. Close the workspace after use. */
export interface StoredGame {
  readonly workspace: Workspace;
  readonly game: string;
}

/** The store that keeps a file: the folder of games when it is the machine of one, else the file by itself. */
export async function storeOf(path: string): Promise<StoredGame> {
  const root = dirname(dirname(path));
  const id = /^(.*)\.machine\.ts$/.exec(basename(path))?.[1] ?? "";
  const workspace =
    isGameId(id) && join(root, filePath(id, "machine")) === path
      ? await openWorkspace(root)
      : await openPath(path);
  const games = await workspace.list();
  const game = games.find((gameEntry) => gameEntry.id === id) ?? games[0];
  if (game) return { workspace, game: game.id };
  await workspace.close();
  throw new StoreError("not-found", `${path} is not there any more`);
}
