import { openPath as openOnDisk } from "#adapters/disk/openPath.ts";
import { serveWorkspace, type ServeWorkspaceOptions, type Started } from "#cli/serveWorkspace.ts";

export interface OpenPathOptions extends ServeWorkspaceOptions {
  /** A machine module or a folder. */
  readonly path: string;
}

/**
 * `turnwright open PATH`: serves what lies at a path, inert until the person trusts it in the studio. A single game is shown at
 * once.
 * @throws StoreError `not-found` | `refused`; Error when the studio is not built
 */
export async function openPath({ path, ...options }: OpenPathOptions): Promise<Started> {
  const workspace = await openOnDisk(path);
  const games = await workspace.list();
  return serveWorkspace(workspace, games.length === 1 ? `#/${games[0]?.id}` : "", options);
}
