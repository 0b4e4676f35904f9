import { openWorkspace } from "#adapters/disk/workspace.ts";

/** The id that the game has after so many renames. */
export const idAfter = (renames: number): string => (renames % 2 === 0 ? "one" : "two");

/** Renames the game to and fro and says each number once it is acknowledged. Runs until it is killed. */
async function renameForever(folder: string, first: number): Promise<void> {
  const workspace = await openWorkspace(folder);
  await workspace.list();
  console.log(first - 1);
  for (let number = first; ; number++) {
    await workspace.rename(idAfter(number - 1), idAfter(number));
    console.log(number);
  }
}

const [folder, first] = process.argv.slice(2);
if (folder && first && process.argv[1]?.endsWith("renamer.mjs")) await renameForever(folder, Number(first));
