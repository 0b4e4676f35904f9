import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileAt } from "#core/project/fileAt.ts";
import { isScript } from "#core/project/gameIdFrom.ts";
import { StoreError } from "#core/project/store.ts";
import { isTypes, machinesOf } from "#core/read/modules/machinesOf.ts";
import { crawlScripts, type Bounds } from "#adapters/disk/crawlScripts.ts";
import { loosePlaces } from "#adapters/disk/places.ts";
import { exists } from "#adapters/disk/safeFile.ts";
import { openWorkspace, type Around, type Workspace } from "#adapters/disk/workspace.ts";

/** A folder that was named is looked through; around a file that was named only what it may import is looked at. */
const NAMED: Bounds = { depth: 8, files: 1_000, bytes: 16 * 1024 * 1024 };
const AROUND: Bounds = { depth: 2, files: 300, bytes: 8 * 1024 * 1024 };

/**
 * Opens what someone names by path; its games are marked as foreign. A folder with `rulesets/`, or with all its machines in files
 * such as `machines/<game>.machine.ts`, is a workspace, any other folder the modules in it and below that make a machine (one
 * without any is a workspace to be), a script is one game, saved to that file. Nothing is written by opening, and nothing is run.
 * @throws StoreError `not-found` | `refused`
 */
export async function openPath(path: string): Promise<Workspace> {
  const full = await realpath(path).catch(() => {
    throw new StoreError("not-found", `There is no file or folder ${path}`);
  });
  const kind = await stat(full);
  if (kind.isDirectory()) return openFolder(full);
  if (!kind.isFile() || !isScript(basename(full)))
    throw new StoreError(
      "refused",
      `${path} is no TypeScript or JavaScript file; open a machine module or a folder`,
    );
  const root = dirname(full);
  return openWorkspace(root, {
    foreign: true,
    places: (at) => loosePlaces(at, [basename(full)]),
    around: {
      scripts: () => crawlScripts(root, AROUND),
      others: async () => [],
      machinesIn: () => undefined,
    },
  });
}

async function openFolder(root: string): Promise<Workspace> {
  if (await exists(join(root, "rulesets"))) return openWorkspace(root, { foreign: true });
  const scripts = await crawlScripts(root, NAMED);
  const machines = machinesOf(scripts);
  // Many a project keeps its machines in `machines/`, under names that no workspace knows.
  const inPlace = (await exists(join(root, "machines"))) && [...machines.keys()].every(fileAt);
  if (inPlace) return openWorkspace(root, { foreign: true });
  const around: Around = {
    scripts: () => crawlScripts(root, NAMED),
    others: async () =>
      scripts.map(({ path }) => path).filter((path) => !machines.has(path) && !isTypes(path)),
    machinesIn: (path) => machines.get(path),
  };
  const files = [...machines.keys()];
  const places = files.length > 0 ? { places: (at: string) => loosePlaces(at, files) } : {};
  return openWorkspace(root, { foreign: true, around, ...places });
}
