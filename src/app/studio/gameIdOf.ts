import { isDeviceName, isGameId } from "#core/project/gameFiles.ts";

/** Letters of an id; a number behind it has room beside them. */
const MAX_LENGTH = 40;

/**
 * The id of a game by its title: `Den of Thieves` is `den-of-thieves`. Where no letter of the title can stand in one, as with a title in
 * Japanese, it is `game`. What is taken gets a number: `game-2`.
 */
export function gameIdOf(title: string, isTaken: (id: string) => boolean): string {
  const words = title
    .normalize("NFKD")
    .replaceAll(/\p{M}|['’]/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const joined = words.join("-").slice(0, MAX_LENGTH).replace(/-$/, "");
  const base = isGameId(joined) ? joined : joined === "" ? "game" : `game-${joined}`;
  const isFree = (id: string) => !isTaken(id) && !isDeviceName(id);
  let id = base;
  for (let n = 2; !isFree(id); n++) id = `${base}-${n}`;
  return id;
}
