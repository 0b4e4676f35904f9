import { timesAt, type BenchLine } from "../line.ts";
import { designPage } from "../support/designPage.ts";
import { figures, PACE, TRIES } from "../support/figures.ts";
import { timed } from "../support/timed.ts";

/** Typing one letter into the key of a state until the graph shows the state under its new name. */
export const keystrokeToGraph: BenchLine = {
  about: "a letter typed into the key of a state, until the graph has the new name",
  run: async ({ withStudio, scale }) =>
    withStudio(async (open) => {
      const driver = await designPage(open);
      const { page } = driver;
      let key = "redraw";
      await driver.findInCode(`${key}: {`);
      await page.keyboard.press("ArrowLeft");
      const times: number[] = [];
      for (let i = 0; i < timesAt(scale, TRIES, 2); i++) {
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
