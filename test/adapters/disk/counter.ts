import { openWorkspace } from "#adapters/disk/workspace.ts";

/**
 * Counts up by one, so many times, in the files that are named; begins again whenever someone else was faster. The process signs
 * each number: two that want to write the same text would both be told that it is there.
 */
async function countUp(folder: string, times: number, names: readonly string[]): Promise<void> {
  const workspace = await openWorkspace(folder);
  for (let done = 0; done < times;) {
    const files = (await workspace.read("one")).filter((file) => names.includes(file.name));
    const changes = files.map(({ name, text, hash }) => ({
      name,
      base: hash,
      text: `${parseInt(text) + 1} by ${process.pid}`,
    }));
    if ((await workspace.save("one", changes)).ok) done++;
  }
}

const [folder, times, ...names] = process.argv.slice(2);
if (folder && process.argv[1]?.endsWith("counter.mjs")) await countUp(folder, Number(times), names);
