import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { compareNames, fileAt } from "#core/project/fileAt.ts";
import { filePath, isGameId } from "#core/project/gameFiles.ts";
import { codeOf } from "#adapters/disk/diskError.ts";
import { readBytes } from "#adapters/disk/safeFile.ts";

/** Which file of a folder is which file of which game. Paths are relative to the root, with forward slashes. */
export interface Places {
  /** Undefined when this kind of place keeps no such file. */
  pathOf(game: string, name: string): string | undefined;
  /** Ids of the games that are there now. */
  games(): Promise<readonly string[]>;
  /** Logical names of a game's files that are there now, machine first. */
  names(game: string): Promise<readonly string[]>;
  /** The game that a path belongs to, if it may be a file of one. */
  gameOf(path: string): string | undefined;
  /** Whether a path is a file or a folder of a game, in its place or in the trash. */
  holds(path: string): boolean;
  /** Whether a watcher has to look at this path or below it; "" is the root. */
  concerns(path: string): boolean;
  /** Where a game is kept, for people. */
  placeOf(game: string): string;
  /** Whether games can be made, renamed and removed here. */
  readonly open: boolean;
  /** The folders that hold files of games. */
  folders(): Promise<readonly string[]>;
}

const ruleFolders = ["text", "labels", "scenarios"];

/** A workspace: `machines/` and `rulesets/`. */
export function workspacePlaces(root: string): Places {
  const listed = async (folder: string) =>
    (await entries(join(root, folder))).map((entry) => `${folder}/${entry}`);
  return {
    open: true,
    pathOf: filePath,
    gameOf: (path) => fileAt(path)?.game,
    holds(path) {
      const place = path.replace(/^\.turnwright-trash\/[^/]+\//, "");
      return fileAt(place) !== undefined || /^rulesets\/[a-z][a-z0-9-]*$/.test(place);
    },
    concerns: (path) =>
      /^(?:$|(?:machines|rulesets)(?:$|\/))/.test(path) && !/(?:^|\/)(?:\.|source$|source\/)/.test(path),
    placeOf: () => root,
    async games() {
      const machines = (await listed("machines")).filter((path) => path.endsWith(".machine.ts"));
      return machines.flatMap((path) => fileAt(path)?.game ?? []).sort();
    },
    async names(game) {
      const rules = `rulesets/${game}`;
      const below = await Promise.all(
        ["", ...ruleFolders.map((name) => `/${name}`)].map((name) => listed(rules + name)),
      );
      const files = [...(await listed("machines")), ...below.flat()].map(fileAt);
      return files.flatMap((file) => (file?.game === game ? file.name : [])).sort(compareNames);
    },
    async folders() {
      const games = (await entries(join(root, "rulesets")))
        .filter(isGameId)
        .map((game) => `rulesets/${game}`);
      const below = games.flatMap((game) => [game, ...ruleFolders.map((name) => `${game}/${name}`)]);
      return ["", "machines", "rulesets", ...below];
    },
  };
}

/**
 * Files that were opened by path: each is a game of its own, saved to that very file. Its layout is kept beside it as
 * `<name>.layout.json`, and only once there is one to keep; rules need a workspace.
 */
export function loosePlaces(root: string, files: readonly string[]): Places {
  const machines = new Map<string, string>();
  for (const file of files) machines.set(freeId(gameIdFrom(file), machines), file);
  const layoutOf = (file: string) => `${stem(file)}.layout.json`;
  const pathOf = (game: string, name: string) => {
    const file = machines.get(game);
    if (file === undefined) return undefined;
    return name === "machine" ? file : name === "layout" ? layoutOf(file) : undefined;
  };
  const gameOf = (path: string) =>
    [...machines].find(([, file]) => path === file || path === layoutOf(file))?.[0];
  return {
    open: false,
    pathOf,
    gameOf,
    holds: (path) => gameOf(path) !== undefined,
    concerns: (path) => path === "" || gameOf(path) !== undefined,
    placeOf: (game) => join(root, machines.get(game) ?? ""),
    async games() {
      const there = new Set(await entries(root));
      return [...machines].filter(([, file]) => there.has(file)).map(([game]) => game);
    },
    async names(game) {
      const there = new Set(await entries(root));
      return ["machine", "layout"].filter((name) => there.has(pathOf(game, name) ?? "/"));
    },
    folders: async () => [""],
  };
}

/** The scripts of a folder that build a machine, by name. Their text is only looked at. */
export async function machineScripts(root: string): Promise<string[]> {
  const scripts = (await entries(root)).filter((name) => isScript(name) && !/\.d\.[mc]?ts$/.test(name));
  const texts = await Promise.all(scripts.map((name) => readBytes(root, name).catch(() => undefined)));
  const builds = (bytes?: Uint8Array) =>
    /\bcreateMachine\b|\bMachine\(/.test(Buffer.from(bytes ?? []).toString("utf8"));
  return scripts.filter((_, index) => builds(texts[index])).sort();
}

/** Whether a file may hold a machine module, by its name. */
export const isScript = (name: string): boolean => /^[^.].*\.[mc]?[jt]sx?$/.test(name);

const stem = (file: string) => file.replace(/\.[mc]?[jt]sx?$/, "").replace(/\.machine$/, "");

/** A game id from a file's name: `Traffic Light.machine.ts` gives `traffic-light`. */
export function gameIdFrom(file: string): string {
  const words = stem(file)
    .normalize("NFKD")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "");
  return words.slice(0, 40).replace(/-+$/, "") || "game";
}

function freeId(id: string, taken: ReadonlyMap<string, string>): string {
  let free = id;
  for (let n = 2; taken.has(free); n++) free = `${id}-${n}`;
  return free;
}

/** Names in a folder; none when it is not there. Any other failure is told: it must not look as if all games were gone. */
async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return [];
    throw error;
  }
}
