import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchLine } from "../line.ts";
import { designPage } from "../support/designPage.ts";
import { figures, PACE, TRIES } from "../support/figures.ts";
import { withStudio } from "../../scripts/studio/withStudio.ts";

/** Another program writing a machine's file until the graph in the page shows what it wrote. */
export const elsewhereToGraph: BenchLine = {
  about: "another program writes the machine's file, until the graph has the new name",
  run: async ({ studio }) =>
    withStudio(await studio(), async (open) => {
      const page = await designPage(open);
      const file = join(open.studio.root, "machines/haikyu-break.machine.ts");
      const text = await readFile(file, "utf8");
      const times: number[] = [];
      for (let i = 0; i < TRIES; i++) {
        const key = `theirs${i}`;
        // Both ends read the clock of this machine.
        const shown = page.locator(".react-flow__nodes", { hasText: key }).waitFor();
        const written = Date.now();
        await writeFile(file, text.replaceAll("presentDecks", key));
        await shown;
        times.push(Date.now() - written);
        await page.waitForTimeout(PACE);
      }
      return [...figures("change by another program to graph", times)].map((one) => ({
        ...one,
        limit: 1000,
      }));
    }),
};
