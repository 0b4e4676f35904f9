import { timesAt, type BenchLine } from "../line.ts";
import { designPage } from "../support/designPage.ts";
import { figures, PACE, TRIES } from "../support/figures.ts";
import { timed } from "../support/timed.ts";

/** Renaming a state on the graph until the code shows the new key. */
export const renameToText: BenchLine = {
  about: "Enter in a state's name on the graph, until the code has the new key",
  run: async ({ withStudio, scale }) =>
    withStudio(async (open) => {
      let name = "presentDecks";
      const driver = await designPage(open);
      await driver.findInCode(`${name}: {`);
      await driver.selectState(`setup.${name}`);
      // Chosen by hand, the code stays when another state is selected, as one is by its new name.
      for (const side of ["inspector", "code"] as const) await driver.showSide(side);
      await driver.still();
      const times: number[] = [];
      for (let i = 0; i < timesAt(scale, TRIES, 2); i++) {
        const next = `presentDecks${i}`;
        const field = await driver.typeNameOnGraph(`setup.${name}`, next);
        times.push(
          await timed(driver.page, { from: "keydown", within: ".view-lines", text: `${next}: {` }, () =>
            field.press("Enter"),
          ),
        );
        name = next;
        await driver.page.waitForTimeout(PACE);
      }
      return figures("rename on the graph to code", times);
    }),
};
