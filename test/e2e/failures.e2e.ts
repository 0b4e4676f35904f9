import { describe } from "vitest";
import { uiLanguages, type UiLanguage } from "#app/i18n.ts";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

/** What code of the page may do at any time: throw in a timer, leave a promise rejected. */
const fail = ({ page }: StudioDriver) =>
  page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError("x is not a function");
    });
    void Promise.reject(new Error("the disk of the browser is full"));
    // What was thrown may be anything.
    setTimeout(() => {
      // oxlint-disable-next-line no-throw-literal
      throw { toString: 1 };
    });
  });

describe.each(uiLanguages)("in %s", (language: UiLanguage) => {
  test("what fails on the page is told in the status bar, and the studio goes on", async ({ visit }) => {
    const me = await visit({ language });
    await me.openGame();

    await fail(me);

    const summary = me.page.locator("footer summary");
    await expect(summary).toContainText("3");
    await summary.click();
    const list = me.page.locator("footer details");
    await expect(list).toContainText("x is not a function");
    await expect(list).toContainText("the disk of the browser is full");
    await expect(list).toContainText('{"toString":1}');
    for (const [width, height] of [
      [1600, 960],
      [1280, 720],
    ] as const) {
      await me.page.setViewportSize({ width, height });
      await me.picture(`failures-${language}-${width}`);
    }
    await list.getByRole("button").click();
    await expect(summary).toHaveCount(0);

    await me.selectState("set.serveTurn.serve");
    await me.renamePhaseOnGraph("set.serveTurn.serve", "servePhase");
    await me.expectCode("servePhase: {");
  });
});
