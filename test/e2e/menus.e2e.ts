import type { Locator } from "playwright";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

/** Each button of the header that says it has a menu, whatever it is called. */
const menuButtons = (me: StudioDriver) => me.page.getByRole("banner").locator('[aria-haspopup="menu"]');

/** The ways to press a button. By mouse there is no pause between coming and pressing. */
const ways: Record<string, (me: StudioDriver, button: Locator) => Promise<unknown>> = {
  Enter: (_, button) => button.press("Enter"),
  Space: (_, button) => button.press(" "),
  "the mouse": async (me, button) => {
    const at = await button.boundingBox();
    if (!at) throw new Error("not drawn");
    await me.page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  },
};

for (const [way, press] of Object.entries(ways))
  test(`each menu of the header opens at the first press with ${way}, loaded or not`, async ({ visit }) => {
    for (const loaded of [true, false])
      for (let i = 0; ; i++) {
        const me = await visit({ codeFolded: true });
        await me.openGame();
        const all = await menuButtons(me).count();
        expect(all).toBeGreaterThanOrEqual(2);
        if (i >= all) break;
        const button = menuButtons(me).nth(i);
        const letCome = loaded ? undefined : await me.holdBack(/Menu-[^/]*\.js$/);
        await button.focus();
        if (loaded) {
          await expect
            .poll(() =>
              me.page.evaluate(
                () =>
                  performance.getEntriesByType("resource").filter(({ name }) => /Menu-[^/]*\.js$/.test(name))
                    .length,
              ),
            )
            .toBeGreaterThanOrEqual(all);
          await me.page.waitForTimeout(200);
          await expect(button).toBeFocused();
        }

        await press(me, button);
        letCome?.();

        await expect(me.page.getByRole("menu")).toBeVisible();
        await me.page.keyboard.press("Escape");
        await expect(me.page.getByRole("menu")).toHaveCount(0);
        await expect(button).toBeFocused();
        await me.close();
      }
  });
