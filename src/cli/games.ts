import { readdir, realpath, stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { openWorkspace, type Workspace } from "#adapters/disk/workspace.ts";
import { readNamed } from "#adapters/disk/safeFile.ts";
import { siblingsOnDisk } from "#adapters/disk/siblingsOnDisk.ts";
import { near } from "#core/diagnostic/near.ts";
import { StoreError } from "#core/project/store.ts";
import { freeGameId, isScript, stem } from "#core/project/gameIdFrom.ts";
import { filePath, isGameId, type FileName } from "#core/project/gameFiles.ts";
import type { ModuleReading } from "#core/read/module.ts";
import type { ReadOptions } from "#core/read/readFresh.ts";
import { readModule } from "#core/read/readModule.ts";
import { storeOf, type StoredGame } from "#cli/storeOf.ts";
import { UsageError } from "#cli/io.ts";

/** A game, or a machine module by itself, with its texts by logical name. */
export interface CliGame {
  /** Its id; for a module by itself the file as it was named. */
  readonly id: string;
  readonly lang: "ts" | "js";
  readonly files: ReadonlyMap<FileName, string>;
  /** Reads the machine's module, or another text in its place, and the files that it imports from where it lies. */
  readonly read: (text?: string) => ModuleReading;
  /** Where the files that it imports are found. */
  readonly imports: Required<Pick<ReadOptions, "path" | "modules">>;
  /** Opens the store that keeps it, for writing. Close the workspace after use. */
  readonly stored: () => Promise<StoredGame>;
  /** A file's place, for people and programs: relative to `folder` for a game, as named for a module. */
  readonly pathOf: (name: FileName) => string;
  /** The folder of games; for a module by itself the one from which it was named. Absolute. */
  readonly folder: string;
}

/** The folder of games: `--root`, else the current folder. @throws UsageError when there are no games in it */
export async function workspaceOf(cwd: string, root: string | undefined): Promise<string> {
  const folder = resolve(cwd, root ?? ".");
  const present = await Promise.all(["machines", "rulesets"].map((name) => isFolder(join(folder, name))));
  if (present.includes(true)) return folder;
  if (!(await isFolder(folder)))
    throw new UsageError(`There is no folder ${folder}; name the folder of games with --root`);
  throw new UsageError(`${folder} has no machines/ or rulesets/ in it; name the folder of games with --root`);
}

/** Ids of the games in a folder, in order. */
export async function gameIds(folder: string): Promise<string[]> {
  const workspace = await openWorkspace(folder);
  try {
    return (await workspace.list()).map((game) => game.id);
  } finally {
    await workspace.close();
  }
}

/** A machine's file among those of the games that is none, for its name. */
export interface StrayMachine {
  /** Relative to the folder of games. */
  readonly file: string;
  /** A name by which it would be a game. */
  readonly rename: string;
}

/** Files of `machines/` that are called as machines are, but not as a game may be: `trafficLight.machine.ts`. */
export async function strayMachines(folder: string): Promise<readonly StrayMachine[]> {
  const names = await readdir(join(folder, "machines")).catch((): string[] => []);
  const taken = new Set(names.map((name) => stem(name)));
  // A game's own file, or one that was generated beside it.
  const isOfGame = (name: string) => isGameId(stem(name)) && names.includes(`${stem(name)}.machine.ts`);
  return names
    .filter((name) => isScript(name) && /\.machine\.[^.]+$/.test(name) && !isOfGame(name))
    .sort()
    .map((name) => {
      const id = isGameId(stem(name)) ? stem(name) : freeGameId(name, (item) => taken.has(item));
      return { file: `machines/${name}`, rename: filePath(id, "machine") };
    });
}

/** A game of which something could not be read; nothing else is said of it. */
export interface UnreadGame {
  readonly id: string;
  readonly unread: StoreError;
}

/** The games of a folder. One that cannot be read does not take the others along. */
export async function readGames(folder: string): Promise<readonly (CliGame | UnreadGame)[]> {
  const games: (CliGame | UnreadGame)[] = [];
  for (const id of await gameIds(folder))
    games.push(
      await readGame(folder, id).catch((error: unknown) => {
        if (error instanceof StoreError) return { id, unread: error };
        throw error;
      }),
    );
  return games;
}

/** A game of a folder with all its files. @throws UsageError when there is none of that id */
export async function readGame(folder: string, id: string): Promise<CliGame> {
  const workspace = await openWorkspace(folder);
  try {
    const ids = (await workspace.list()).map((game) => game.id);
    if (!ids.includes(id)) {
      const meant = near(id, ids);
      throw new UsageError(
        `There is no game ${id} in ${folder}. ${meant.length > 0 ? `Did you mean ${meant.join(" or ")}?` : `There is: ${ids.join(", ") || "none"}`}`,
      );
    }
    return await gameIn(workspace, folder, id);
  } finally {
    await workspace.close();
  }
}

/** A game of an open folder with all its files. @throws StoreError `not-found` when there is none of that id */
export async function gameIn(workspace: Workspace, folder: string, id: string): Promise<CliGame> {
  const files = new Map((await workspace.read(id)).map(({ name, text }) => [name, text]));
  const pathOf = (name: FileName) => filePath(id, name);
  return {
    id,
    lang: "ts",
    files,
    pathOf,
    folder,
    stored: async () => ({ workspace: await openWorkspace(folder), game: id }),
    ...reads({ files, lang: "ts", cwd: folder, path: pathOf("machine") }),
  };
}

/**
 * What `ID|FILE` names: a game of the folder, or a module anywhere. A file that is the machine of a game is that game.
 * @throws UsageError when it is neither
 */
export async function gameOrModule(named: string, cwd: string, root: string | undefined): Promise<CliGame> {
  const path = resolve(cwd, named);
  if (!(await isModuleFile(named, cwd))) {
    if (isGameId(named)) return readGame(await workspaceOf(cwd, root), named);
    throw new UsageError(`${named} is neither the id of a game nor a file`);
  }
  const folder = await workspaceOf(cwd, root).catch(() => undefined);
  const id = /^(.*)\.machine\.ts$/.exec(basename(path))?.[1] ?? "";
  if (folder !== undefined && isGameId(id) && (await samePlace(path, join(folder, filePath(id, "machine")))))
    return readGame(folder, id);
  return readModuleFile(path, named, cwd);
}

/** Whether `ID|FILE` is a file. */
export const isModuleFile = async (named: string, cwd: string): Promise<boolean> =>
  (await stat(resolve(cwd, named)).catch(() => undefined))?.isFile() === true;

async function readModuleFile(path: string, named: string, cwd: string): Promise<CliGame> {
  const ending = extname(path);
  if (!/^\.[cm]?[jt]sx?$/.test(ending)) throw new UsageError(`${named} is no TypeScript or JavaScript file`);
  const lang = ending.includes("t") ? "ts" : "js";
  const files = new Map<FileName, string>([["machine", await readNamed(path, named)]]);
  // How its states stand is kept beside it, once somebody has arranged them.
  const layoutOf = (file: string) => `${stem(file)}.layout.json`;
  const layout = await readNamed(layoutOf(path), layoutOf(named)).catch((error: unknown) => {
    if (error instanceof StoreError) throw error;
    return undefined;
  });
  if (layout !== undefined) files.set("layout", layout);
  const stored = async () => storeOf(await realpath(path));
  const pathOf = (name: FileName) => (name === "layout" ? layoutOf(named) : named);
  return { id: named, lang, files, stored, pathOf, folder: cwd, ...reads({ files, lang, cwd, path: named }) };
}

interface Place {
  readonly files: ReadonlyMap<FileName, string>;
  readonly lang: "ts" | "js";
  /** The folder that `path`, and the paths of the files that are imported, are relative to. */
  readonly cwd: string;
  readonly path: string;
}

function reads({ files, lang, cwd, path }: Place): Pick<CliGame, "read" | "imports"> {
  const imports = { path: path.replaceAll("\\", "/"), modules: siblingsOnDisk(cwd) };
  return { imports, read: (text = files.get("machine") ?? "") => readModule(text, { lang, ...imports }) };
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

async function samePlace(a: string, b: string): Promise<boolean> {
  const [pathA, pathB] = await Promise.all([realpath(a), realpath(b).catch(() => undefined)]);
  return pathA === pathB;
}
