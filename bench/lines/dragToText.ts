import type { Page } from "playwright";
import type { BenchLine } from "../line.ts";
import { caretBefore, designPage } from "../support/designPage.ts";
import { figures, PACE, TRIES } from "../support/figures.ts";
import { timed } from "../support/timed.ts";
import { withStudio } from "../../scripts/studio/withStudio.ts";

const state = "setup.presentDecks";
/** Pixels of a drag; to and fro, so that the state stays where it belongs. */
const far = 24;

/** Dropping a dragged state until the text of the layout file, shown beside it, has the new place. */
export const dragToText: BenchLine = {
  about: "pointer up after a drag, until the text of the layout file has the new place",
  run: async ({ studio }) =>
    withStudio(await studio(), async (open) => {
      const page = await designPage(open, state);
      const code = page.locator("section", { has: page.locator(".monaco-editor") }).last();
      await code.locator("select").selectOption("layout");
      await caretBefore(page, `"${state}": {`);
      const times: number[] = [];
      for (let i = 0; i < TRIES; i++) {
        const box = await page.locator(`[data-id="/${state}"]`).boundingBox();
        if (!box) throw new Error(`${state} is not in sight`);
        const [x, y] = [box.x + 12, box.y + 6];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + (i % 2 === 0 ? far : -far), y, { steps: 4 });
        const before = {
          from: "pointerup",
          within: ".view-lines",
          text: await placeIn(page),
          gone: true,
        } as const;
        times.push(await timed(page, before, () => page.mouse.up()));
        await page.waitForTimeout(PACE);
      }
      return figures("drag to layout text", times);
    }),
};

/** The line of the state in the layout file, as the editor shows it. */
async function placeIn(page: Page): Promise<string> {
  const lines = await page.locator(".view-line").allTextContents();
  const found = lines
    .map((line) => line.replaceAll("\u00a0", " "))
    .find((line) => line.includes(`"${state}":`));
  if (found === undefined) throw new Error(`The place of ${state} is not in sight`);
  return found.trim();
}
