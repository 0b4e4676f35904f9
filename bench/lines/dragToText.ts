import type { StudioDriver } from "#test/support/StudioDriver.ts";
import { timesAt, type BenchLine } from "../line.ts";
import { designPage } from "../support/designPage.ts";
import { figures, PACE, TRIES } from "../support/figures.ts";
import { timed } from "../support/timed.ts";

/** Two states beside each other: each is dragged behind the other in turn. */
const PAIR = ["turn.draw", "turn.phases"] as const;
const KEY = '"draw"';

/** Dropping a dragged state until the text of the layout file, shown beside it, has the new order. */
export const dragToText: BenchLine = {
  about: "pointer up after a drag, until the text of the layout file has the new order",
  run: async ({ withStudio, scale }) =>
    withStudio(async (open) => {
      const driver = await designPage(open, "vf-card");
      await driver.level("map");
      await driver.still();
      const [first, second] = PAIR;
      // A game has no layout file before something was dragged.
      await driver.holdBehind(first, second);
      await driver.page.mouse.up();
      await driver.showFile("layout");
      await driver.findInCode(KEY);
      await driver.still();
      const times: number[] = [];
      for (let i = 0; i < timesAt(scale, TRIES, 2); i++) {
        const [state, other] = i % 2 === 0 ? [second, first] : [first, second];
        await driver.holdBehind(state, other);
        const before = {
          from: "pointerup",
          within: ".view-lines",
          text: await lineOf(driver),
          gone: true,
        } as const;
        times.push(await timed(driver.page, before, () => driver.page.mouse.up()));
        await driver.page.waitForTimeout(PACE);
        await driver.still();
      }
      return figures("drag to layout text", times);
    }),
};

/** The lines of the layout file from the state's own to the next, as the editor shows them. */
async function lineOf(driver: StudioDriver): Promise<string> {
  const lines = await driver.code.locator(".view-line").allTextContents();
  const found = lines.map((line) => line.replaceAll("\u00a0", " ")).find((line) => line.includes(KEY));
  if (found === undefined) throw new Error(`The layout file shows no line with ${KEY}`);
  return found.trim();
}
