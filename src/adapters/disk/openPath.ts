import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StoreError } from "#core/project/store.ts";
import { isScript, loosePlaces, machineScripts } from "#adapters/disk/places.ts";
import { exists } from "#adapters/disk/safeFile.ts";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";

/**
 * Opens what someone names by path; its games are marked as foreign. A folder with `machines/` or `rulesets/` is a workspace, any
 * other folder the machine scripts that lie in it (an empty one is a workspace to be), a script is one game, saved to that file.
 * @throws StoreError `not-found` | `refused`
 */
export async function openPath(path: string): Promise<Workspace> {
  const full = await realpath(path).catch(() => {
    throw new StoreError("not-found", `There is no file or folder ${path}`);
  });
  const kind = await stat(full);
  if (kind.isDirectory()) {
    const isWorkspace = (await exists(join(full, "machines"))) || (await exists(join(full, "rulesets")));
    const scripts = isWorkspace ? [] : await machineScripts(full);
    const places = scripts.length > 0 ? (root: string) => loosePlaces(root, scripts) : undefined;
    return openWorkspace(full, { foreign: true, places });
  }
  if (!kind.isFile() || !isScript(basename(full)))
    throw new StoreError(
      "refused",
      `${path} is no TypeScript or JavaScript file; open a machine module or a folder`,
    );
  return openWorkspace(dirname(full), {
    foreign: true,
    places: (root) => loosePlaces(root, [basename(full)]),
  });
}
