import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { compareNames, fileAt } from "#core/project/fileAt.ts";
import { filePath, isGameId } from "#core/project/gameFiles.ts";
import { freeGameId, gameIdFrom, isScript, stem } from "#core/project/gameIdFrom.ts";
import { contentHash } from "#adapters/disk/contentHash.ts";
import { codeOf } from "#adapters/disk/diskError.ts";
import { exists } from "#adapters/disk/safeFile.ts";

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
  /** Whether files of games stand in a folder, and so temporary ones beside them; "" is the root. */
  holdsIn(folder: string): boolean;
  /** Whether a watcher has to look at this path or below it; "" is the root. */
  concerns(path: string): boolean;
  /** Where a game is kept, for people. */
  placeOf(game: string): string;
  /** Whether games can be created, renamed and removed here. */
  readonly open: boolean;
  /** The folders that hold files of games. */
  folders(): Promise<readonly string[]>;
}

const ruleFolders = ["text", "labels", "scenarios"];

const gameFolder = /^(?:|machines|rulesets(?:\/[a-z][a-z0-9-]*(?:\/[a-z]+)?)?)$/;

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
    holdsIn: (folder) => gameFolder.test(folder),
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
 * @param files relative to the root, with forward slashes
 * @param idOf an id that is not taken
 */
export function loosePlaces(
  root: string,
  files: readonly string[],
  idOf: (file: string, isTaken: (id: string) => boolean) => string = freeGameId,
): Places {
  const machines = new Map<string, string>();
  for (const file of files)
    machines.set(
      idOf(file, (id) => machines.has(id)),
      file,
    );
  const layoutOf = (file: string) => `${stem(file)}.layout.json`;
  const pathOf = (game: string, name: string) => {
    const file = machines.get(game);
    if (file === undefined) return undefined;
    return name === "machine" ? file : name === "layout" ? layoutOf(file) : undefined;
  };
  const games = new Map(
    [...machines].flatMap(([game, file]) => [[file, game] as const, [layoutOf(file), game] as const]),
  );
  const folders = [...new Set(["", ...files.flatMap(foldersOf)])];
  /** A script in a folder where there are machines: they may import it. */
  const isBeside = (path: string) =>
    isScript(path.slice(path.lastIndexOf("/") + 1)) &&
    folders.includes(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  return {
    open: false,
    pathOf,
    gameOf: (path) => games.get(path),
    holds: (path) => games.has(path),
    holdsIn: (folder) => folders.includes(folder),
    concerns: (path) => folders.includes(path) || games.has(path) || isBeside(path),
    placeOf: (game) => join(root, machines.get(game) ?? ""),
    async games() {
      const there = await Promise.all(
        [...machines].map(async ([game, file]) => ((await exists(join(root, file))) ? [game] : [])),
      );
      return there.flat();
    },
    async names(game) {
      const there = await Promise.all(
        ["machine", "layout"].map(async (name) => {
          const path = pathOf(game, name);
          return path !== undefined && (await exists(join(root, path))) ? [name] : [];
        }),
      );
      return there.flat();
    },
    folders: async () => folders,
  };
}

/**
 * An id that a file has whatever lies beside it: `src/turn.ts` is `src-turn` at every start. A path that this does not tell from
 * others, as `src/turn-end.ts` from `src/turn/end.ts`, has a hash of it behind.
 */
export function pathId(file: string): string {
  const id = gameIdFrom(file.replaceAll("/", "-"));
  if (/^[a-z][a-z0-9]*(?:\/[a-z0-9]+)*\.ts$/.test(file) && id.replaceAll("-", "/") === stem(file)) return id;
  return `${id}-${contentHash(file).slice(-6)}`;
}

/** The folders on the way to a file: `a/b/c.ts` gives `a` and `a/b`. */
const foldersOf = (file: string): string[] =>
  file
    .split("/")
    .slice(0, -1)
    .map((_, i, parts) => parts.slice(0, i + 1).join("/"));

/** Names in a folder; none when it is not there. Any other failure is thrown: it must not look as if all games were gone. */
async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return [];
    throw error;
  }
}
