import { openPath as openOnDisk } from "#adapters/disk/openPath.ts";
import type { GameEntry } from "#core/project/store.ts";
import { serveWorkspace, type ServeWorkspaceOptions, type Started } from "#cli/serveWorkspace.ts";

export interface OpenPathOptions extends ServeWorkspaceOptions {
  /** A machine module or a folder. */
  readonly path: string;
}

/**
 * `turnwright open PATH`: serves what lies at a path, inert until the person trusts it in the studio, and says what there is. A
 * single game is shown at once.
 * @throws StoreError `not-found` | `refused`; Error when the studio is not built
 */
export async function openPath({ path, ...options }: OpenPathOptions): Promise<Started> {
  const workspace = await openOnDisk(path);
  const [games, others] = await Promise.all([workspace.list(), workspace.others()]);
  if (!options.json)
    for (const line of summaryLines(
      games.filter(({ machines }) => machines),
      others,
    ))
      options.log(line);
  return serveWorkspace(workspace, games.length === 1 ? `/${games[0]?.id}` : "", options);
}

/** How many files without a machine are listed; the others of a large folder are counted. */
const MAX_LISTED_FILES = 20;

/** What a folder holds: each module with its machines, then what was examined in vain. */
function summaryLines(games: readonly GameEntry[], others: readonly string[]): string[] {
  const lines = games.map(({ path, machines = [] }) =>
    machines.length > 0 ? `${path}: ${machines.join(", ")}` : `${path}: cannot be read yet`,
  );
  if (others.length === 0) return lines;
  const named = others.slice(0, MAX_LISTED_FILES).join(", ");
  const rest = others.length > MAX_LISTED_FILES ? ` and ${others.length - MAX_LISTED_FILES} more` : "";
  return [
    ...lines,
    `No machine found (looked for createMachine and setup().createMachine) in ${named}${rest}`,
  ];
}
