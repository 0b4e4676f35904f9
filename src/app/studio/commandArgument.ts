import type { GameEntry } from "#core/project/store.ts";

/** How a game is named on the command line: by its id among the games of a folder, else by its file. */
export const commandArgument = (
  game: string,
  entry: Pick<GameEntry, "kept" | "found" | "place"> | undefined,
): string => (entry && isByPath(entry) ? quoted(entry.place) : game);

const isByPath = ({ kept, found }: Pick<GameEntry, "kept" | "found">): boolean =>
  kept === "path" || found === true;

/** As every shell takes it for one word. */
const quoted = (path: string): string => (/^[\w./:@+-]+$/.test(path) ? path : `"${path}"`);
