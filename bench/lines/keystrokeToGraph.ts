import type { BenchLine } from "../line.ts";
import { caretBefore, designPage } from "../support/designPage.ts";
import { figures, PACE, TRIES } from "../support/figures.ts";
import { timed } from "../support/timed.ts";
import { withStudio } from "../../scripts/studio/withStudio.ts";

/** Typing one letter into the key of a state until the graph shows the state under its new name. */
export const keystrokeToGraph: BenchLine = {
  about: "a letter typed into the key of a state, until the graph has the new name",
  run: async ({ studio }) =>
    withStudio(await studio(), async (open) => {
      const page = await designPage(open);
      let key = "redraw";
      await caretBefore(page, `${key}: {`);
      const times: number[] = [];
      for (let i = 0; i < TRIES; i++) {
        key = `x${key}`;
        // The caret goes in front again: the name grows to the left, and no word of the text completes it.
        times.push(
          await timed(page, { from: "keydown", within: ".react-flow__nodes", text: key }, () =>
            page.keyboard.press("x"),
          ),
        );
        await page.keyboard.press("Escape");
        await page.keyboard.press("ArrowLeft");
        await page.waitForTimeout(PACE);
      }
      return figures("keystroke to graph", times, 2);
    }),
};
