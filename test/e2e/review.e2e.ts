import type { Locator } from "playwright";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const MACHINE = "machines/haikyu-break.machine.ts";
const REVIEW = "rulesets/haikyu-break/review.json";

test("a clause is checked, turns suspect when the rule is changed, and is checked again, by keys", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true, language: "ja" });
  await me.open("#/haikyu-break/rules?clause=HV-III.5");
  const { page } = me;
  const bar = page.getByRole("region", { name: me.say("review.title"), exact: true });
  const sign = (clause: string, status: string): Locator =>
    me.clause(clause).getByRole("img", { name: new RegExp(`${me.say(`review.state.${status}`)}$`) });
  await expect(bar).toBeVisible();

  // the name is asked for once
  await me.clause("HV-III.5").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByLabel(me.say("review.name")).fill("葵");
  await page.keyboard.press("Enter");
  await expect(sign("HV-III.5", "checked")).toBeVisible();
  await expect(bar.getByText("葵、20")).toBeVisible();
  await me.clause("HV-III.2").click();
  await page.keyboard.press("Control+Shift+Enter");
  await expect(sign("HV-III.2", "in-doubt")).toBeVisible();
  const note = bar.getByLabel(me.say("review.note")).last();
  await note.fill("3 枚か");
  await note.press("Enter");

  // one undo each
  await me.clause("HV-III.2").focus();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(sign("HV-III.2", "in-doubt")).toBeHidden();
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+y");
  await expect(sign("HV-III.2", "in-doubt")).toBeVisible();
  await expect(note).toHaveValue("3 枚か");

  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.text(REVIEW).catch(() => "")).toContain("3 枚か");
  const { review } = JSON.parse(await studio.text(REVIEW));
  expect(review.map((one: { clause: string; state: string }) => `${one.clause} ${one.state}`)).toEqual([
    "HV-III.5 checked",
    "HV-III.2 in-doubt",
  ]);

  const text = await studio.text(MACHINE);
  await studio.write(
    MACHINE,
    text.replace("(context.dp ?? 0) >= facedOp(context),", "(context.dp ?? 0) > facedOp(context),"),
  );
  await expect(sign("HV-III.5", "suspect")).toBeVisible();
  await expect(sign("HV-III.2", "in-doubt")).toBeVisible();
  const filter = page.getByRole("combobox", { name: /^確認：/ });
  await filter.selectOption("suspect");
  await expect(page.locator("[data-clause]")).toHaveCount(1);
  await me.clause("HV-III.5").click();
  const comparison = bar.getByRole("group", { name: me.say("review.compare") });
  await expect(comparison.locator('[data-side="then"]')).toContainText(
    "(DP なければ 0) が 届かせるべきOP 以上",
  );
  await expect(comparison.locator('[data-side="now"]')).toContainText(
    "(DP なければ 0) が 届かせるべきOP を超える",
  );
  await me.picture("review-suspect");

  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(me.say("rules.nothing"))).toBeVisible();
  await filter.selectOption("any");
  await expect(sign("HV-III.5", "checked")).toBeVisible();
});
