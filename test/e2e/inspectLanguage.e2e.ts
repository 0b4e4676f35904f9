import { uiLanguages } from "#app/i18n.ts";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import { wordsOf } from "#test/support/words.ts";

test("the inspector opens in the language that was chosen in the studio, also when it is loaded anew", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.button("apps.inspect").click();
  const address = (await me.dialog.getByRole("link").first().getAttribute("href")) ?? "";
  for (const language of uiLanguages) {
    const say = wordsOf(language);
    const url = new URL(address);
    url.searchParams.set("language", language);
    expect(new URL(address).searchParams.get("language")).toBe("en");
    const page = await me.context.newPage();
    for (const load of [() => page.goto(url.href), () => page.reload()]) {
      await load();
      await expect(page.getByRole("combobox", { name: say("header.language"), exact: true })).toHaveValue(
        language,
      );
      await expect(page.getByRole("navigation", { name: say("inspect.apps") })).toBeVisible();
    }
    await page.close();
  }
});
