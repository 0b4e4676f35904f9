import { basename, dirname, join } from "node:path";
import { openPath } from "#adapters/disk/openPath.ts";
import { loosePlaces, workspacePlaces } from "#adapters/disk/places.ts";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";
import { filePath, isGameId } from "#core/project/gameFiles.ts";
import { StoreError } from "#core/project/store.ts";
import { pathInside } from "#cli/pathInside.ts";

/** A game where it is kept. Close the workspace after use. */
export interface StoredGame {
  readonly workspace: Workspace;
  readonly game: string;
}

/** A game that was found by the file of its machine. */
export interface StoredFile extends StoredGame {
  /** Where a file of it is kept, whether it is there or not. Absolute; undefined when this store keeps no such file. */
  readonly pathOf: (name: string) => string | undefined;
}

/**
 * The store that keeps a file: the folder of games when it is the machine of one, else the file by itself.
 * @param path absolute, with links resolved
 * @param within a folder of games that does not lie in this one is not opened, so that its machine is a file by itself; as `path`
 */
export async function storeOf(path: string, within?: string): Promise<StoredFile> {
  const root = dirname(dirname(path));
  const id = /^(.*)\.machine\.ts$/.exec(basename(path))?.[1] ?? "";
  const isOpen = within === undefined || root === within || pathInside(root, within) !== undefined;
  const isGame = isOpen && isGameId(id) && join(root, filePath(id, "machine")) === path;
  const workspace = await (isGame ? openWorkspace(root) : openPath(path));
  const games = await workspace.list();
  const game = games.find((gameEntry) => gameEntry.id === id) ?? games[0];
  if (game) {
    const folder = workspace.root;
    const places = isGame ? workspacePlaces(folder) : loosePlaces(folder, [basename(path)]);
    const pathOf = (name: string) => {
      const file = places.pathOf(game.id, name);
      return file === undefined ? undefined : join(folder, file);
    };
    return { workspace, game: game.id, pathOf };
  }
  await workspace.close();
  throw new StoreError("not-found", `${path} is not there any more`);
}
