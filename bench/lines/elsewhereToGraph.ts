import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { timesAt, type BenchLine } from "../line.ts";
import { designPage } from "../support/designPage.ts";
import { figures, PACE, TRIES } from "../support/figures.ts";

/** Another program writing a machine's file until the graph in the page shows what it wrote. */
export const elsewhereToGraph: BenchLine = {
  about: "another program writes the machine's file, until the graph has the new name",
  run: async ({ withStudio, scale }) =>
    withStudio(async (open) => {
      const driver = await designPage(open);
      await driver.expectWatching();
      const file = join(open.studio.root, "machines/haikyu-break.machine.ts");
      const text = await readFile(file, "utf8");
      const times: number[] = [];
      for (let i = 0; i < timesAt(scale, TRIES, 2); i++) {
        const key = `theirs${i}`;
        // Both ends read the clock of this machine.
        const shown = driver.graphState(`setup.${key}`).waitFor();
        const written = Date.now();
        await writeFile(file, text.replaceAll("presentDecks", key));
        await shown;
        times.push(Date.now() - written);
        await driver.page.waitForTimeout(PACE);
      }
      return [...figures("change by another program to graph", times)].map((one) => ({
        ...one,
        limit: 1000,
      }));
    }),
};
