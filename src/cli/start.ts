import { openStartFolder } from "#adapters/disk/startFolder.ts";
import { LOOK } from "#cli/emptyFolder.ts";
import { serveWorkspace, type ServeWorkspaceOptions, type Started } from "#cli/serveWorkspace.ts";

export interface StartOptions extends ServeWorkspaceOptions {
  /** The workspace: a folder with `machines/` and `rulesets/`, or where they will be. */
  readonly root: string;
}

/**
 * `turnwright start`: serves the studio over a folder of games.
 * @throws StoreError `not-found` when there is no such folder; Error when the studio is not built
 */
export async function start({ root, ...options }: StartOptions): Promise<Started> {
  return serveWorkspace(await openStartFolder(root, LOOK), "", options);
}
