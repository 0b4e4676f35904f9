import type { BenchLine } from "../line.ts";
import { designPage } from "../support/designPage.ts";
import { figures, PACE, TRIES } from "../support/figures.ts";
import { timed } from "../support/timed.ts";
import { withStudio } from "../../scripts/studio/withStudio.ts";

/** Renaming a state on the graph until the code shows the new key. */
export const renameToText: BenchLine = {
  about: "Enter in a state's name on the graph, until the code has the new key",
  run: async ({ studio }) =>
    withStudio(await studio(), async (open) => {
      let name = "presentDecks";
      const page = await designPage(open, `setup.${name}`);
      const times: number[] = [];
      for (let i = 0; i < TRIES; i++) {
        const next = `presentDecks${i}`;
        await page.locator(`[data-id="/setup.${name}"]`).dblclick({ position: { x: 30, y: 12 } });
        const field = page.locator(".react-flow__node input");
        await field.fill(next);
        times.push(
          await timed(page, { from: "keydown", within: ".view-lines", text: `${next}: {` }, () =>
            field.press("Enter"),
          ),
        );
        name = next;
        await page.waitForTimeout(PACE);
      }
      return figures("rename on the graph to code", times);
    }),
};
