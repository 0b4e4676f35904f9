/** Whether a file may hold a machine module, by its name. */
export const isScript = (name: string): boolean => /^[^.].*\.[mc]?[jt]sx?$/.test(name);

/** A path without what says of which kind the file is: `src/lamp.machine.ts` gives `src/lamp`. */
export const stem = (file: string): string => file.replace(/\.[mc]?[jt]sx?$/, "").replace(/\.machine$/, "");

/** A game id from a file's name: `Traffic Light.machine.ts` gives `traffic-light`. */
export function gameIdFrom(file: string): string {
  const words = stem(file)
    .normalize("NFKD")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-$/g, "");
  return words.slice(0, 40).replace(/-$/, "") || "game";
}

/**
 * An id for the game of a file that no other one has: its name, with its folder in front when there are two of the name, else with
 * a number behind.
 */
export function freeGameId(file: string, isTaken: (id: string) => boolean): string {
  const parts = file.split("/");
  const id = gameIdFrom(parts.at(-1) ?? "");
  if (!isTaken(id)) return id;
  const longer = gameIdFrom(parts.slice(-2).join("-"));
  let free = longer;
  for (let n = 2; isTaken(free); n++) free = `${longer}-${n}`;
  return free;
}
