import { readFile } from "node:fs/promises";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const TEXT_JA = "rulesets/haikyu-break/text/ja.json";
const TEXT_EN = "rulesets/haikyu-break/text/en.json";
const LABELS_JA = "rulesets/haikyu-break/labels/ja.json";

const textOf = (file: string, clause: string): string | undefined => JSON.parse(file).text[clause];

test("wordings are edited by keys: taken, taken back, left, and on to the next open clause", async ({
  visit,
  studio,
}) => {
  const before = await studio.text(TEXT_JA);
  const holes = JSON.parse(before);
  delete holes.text["HV-III.5"];
  delete holes.text["HV-I.2"];
  await studio.write(TEXT_JA, `${JSON.stringify(holes, null, 2)}\n`);
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-I.1");
  const { page } = me;
  await page.getByRole("combobox", { name: me.say("rules.right") }).selectOption("ja");
  const field = page.getByRole("textbox", { name: /^Wording of HV/ });

  // F2 opens it, Escape leaves it as it was
  await me.clause("HV-I.1").focus();
  await page.keyboard.press("F2");
  await expect(field).toBeFocused();
  await field.fill("別の文");
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(me.clause("HV-I.1")).toBeFocused();
  await me.expectSaved("saved");
  await expect(me.clause("HV-I.1")).not.toContainText("別の文");

  // Enter takes it
  await page.keyboard.press("Enter");
  await field.fill("デッキを出す。");
  await me.picture("wording");
  await page.keyboard.press("Enter");
  await expect(me.clause("HV-I.1")).toContainText("デッキを出す。");
  await expect(me.clause("HV-I.1")).toBeFocused();

  // Alt+Down goes from one open clause to the next, around the end
  await page.keyboard.press("F2");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(field).toHaveAccessibleName(/HV-I\.2/);
  await field.fill("一人が選ぶ。");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(field).toHaveAccessibleName(/HV-III\.5/);
  await expect(me.clause("HV-I.2")).toContainText("一人が選ぶ。");
  await field.fill("防ぐ。");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.getByText(me.say("rules.none-open"))).toBeVisible();

  // each is one undo, and only what was changed differs
  await page.keyboard.press("Escape");
  await me.clause("HV-III.5").focus();
  await page.keyboard.press("Control+z");
  await expect(me.clause("HV-III.5")).not.toContainText("防ぐ。");
  await page.keyboard.press("Control+y");
  await me.save();
  const after = await studio.text(TEXT_JA);
  expect(textOf(after, "HV-I.1")).toBe("デッキを出す。");
  expect(textOf(after, "HV-I.2")).toBe("一人が選ぶ。");
  expect(textOf(after, "HV-III.5")).toBe("防ぐ。");
  expect(Object.keys(JSON.parse(after).text)).toEqual(Object.keys(JSON.parse(before).text));

  // the other column by a double click; an empty wording is removed
  await me.clause("HV-I.1").locator("p[lang]").first().dblclick();
  await expect(field).toHaveAccessibleName(/繁體|中文|Chinese/);
  await page.keyboard.press("Escape");
});

test("letters that are being composed are not taken by Enter, and in a low window the clause stays in sight", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.page.setViewportSize({ width: 1280, height: 720 });
  await me.open("#/haikyu-break/rules?clause=HV-III.5");
  await me.clause("HV-III.5").focus();
  await me.page.keyboard.press("F2");
  const field = me.page.getByRole("textbox", { name: /^Wording of HV-III\.5/ });
  await expect(field).toBeFocused();
  await expect(me.clause("HV-III.5")).toBeInViewport({ ratio: 0.9 });
  await field.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
  await expect(field).toBeVisible();
});

test("what is typed is taken by a save, and before a key or an address leads elsewhere", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-I.1");
  const { page } = me;
  await page.getByRole("combobox", { name: me.say("rules.right") }).selectOption("ja");
  const field = page.getByRole("textbox", { name: /^Wording of HV-I\.1/ });
  const type = async (text: string) => {
    await me.clause("HV-I.1").focus();
    await page.keyboard.press("F2");
    await expect(field).toBeFocused();
    await field.fill(text);
  };
  const goTo = (address: string) => page.evaluate((hash) => void (location.hash = hash), address);

  await type("保存。");
  await page.keyboard.press("Control+s");
  await me.expectSaved("saved");
  await expect(field).toBeFocused();
  expect(textOf(await studio.text(TEXT_JA), "HV-I.1")).toBe("保存。");
  await page.keyboard.press("Escape");

  await type("図へ。");
  await page.keyboard.press("Alt+1");
  await expect(me.clause("HV-I.1")).toHaveCount(0);
  await page.keyboard.press("Alt+3");
  await expect(me.clause("HV-I.1")).toContainText("図へ。");

  await type("住所へ。");
  await goTo("#/haikyu-break/design");
  await expect(me.clause("HV-I.1")).toHaveCount(0);
  await goTo("#/haikyu-break/rules?clause=HV-I.1");
  await expect(me.clause("HV-I.1")).toContainText("住所へ。");

  await type("ほかのゲームへ。");
  await goTo("#/vf-card");
  await expect(me.clause("HV-I.1")).toHaveCount(0);
  await goTo("#/haikyu-break/rules?clause=HV-I.1");
  await expect(me.clause("HV-I.1")).toContainText("ほかのゲームへ。");
  await me.save();

  // Nothing but what is typed is unsaved: the page asks before it goes.
  await type("閉じる前に。");
  const question = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;
  await expect(me.clause("HV-I.1")).toContainText("閉じる前に。");
});

test("a file that is no JSON is not written, and says so", async ({ visit, studio }) => {
  const broken = (await studio.text(TEXT_EN)).replace("{", "{{");
  await studio.write(TEXT_EN, broken);
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-I.1");
  await me.page.getByRole("combobox", { name: me.say("rules.right") }).selectOption("en");
  await me.clause("HV-I.1").focus();
  await me.page.keyboard.press("F2");
  await me.page.getByRole("textbox", { name: /^Wording of HV-I\.1/ }).fill("Lost?");
  await me.page.keyboard.press("Enter");
  await expect(me.page.getByText(me.say("notice.text-read-only", { file: "text/en.json" }))).toBeVisible();
  await me.expectSaved("saved");
  expect(await studio.text(TEXT_EN)).toBe(broken);
});

test("a label is edited in the inspector in each language, and the map shows it", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true, language: "ja" });
  await me.openGame();
  await me.selectState("setup.presentDecks");
  const field = me.inspector.getByRole("textbox", {
    name: me.say("rules.label-in", { language: "日本語" }),
  });
  await field.fill("山札を見せる");
  await field.press("Enter");
  await expect(me.graphState("setup.presentDecks")).toContainText("山札を見せる");
  await me.picture("label-inspector");
  await me.save();
  expect(JSON.parse(await studio.text(LABELS_JA)).labels["state:setup.presentDecks"]).toBe("山札を見せる");
});

test("a language is added: its first wording makes its file, and the rules are in it from then on", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-I.1");
  const right = me.page.getByRole("combobox", { name: me.say("rules.right") });
  await right.selectOption("+");
  const tag = me.page.getByRole("textbox", { name: me.say("rules.language-tag") });
  await expect(tag).toBeFocused();
  await tag.fill("german");
  await tag.press("Enter");
  await expect(me.page.getByText(me.say("rules.language-tag-bad"))).toBeVisible();
  await tag.fill("DE");
  await expect(me.page.getByText("German", { exact: true })).toBeVisible();
  await tag.press("Enter");
  await expect(right).toHaveValue("de");
  await me.clause("HV-I.1").focus();
  await me.page.keyboard.press("F2");
  await me.page.getByRole("textbox", { name: /^Wording of HV-I\.1: German/ }).fill("Beide zeigen ihr Deck.");
  await me.page.keyboard.press("Enter");
  await expect(me.clause("HV-I.1")).toContainText("Beide zeigen ihr Deck.");
  await me.save();

  const file = JSON.parse(await studio.text("rulesets/haikyu-break/text/de.json"));
  expect(file).toMatchObject({ format: 1, locale: "de", text: { "HV-I.1": "Beide zeigen ihr Deck." } });
  expect(JSON.parse(await studio.text("rulesets/haikyu-break/ruleset.json")).locales).toContain("de");
  await expect(me.page.getByText(/German 1\/66/)).toBeVisible();
});

test("texts go out to translators and come back: what changed is shown, written once, and undone once", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-I.1");
  await me.button("exchange.open").click();
  await me.dialog.getByRole("combobox", { name: me.say("exchange.from") }).selectOption("en");
  await me.dialog.getByRole("combobox", { name: me.say("exchange.into") }).selectOption("ja");
  const coming = me.page.waitForEvent("download");
  await me.dialog.getByRole("button", { name: me.say("exchange.download") }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("haikyu-break.en-ja.xlf");
  const out = await readFile(await download.path(), "utf8");
  const before = await studio.text(TEXT_JA);
  const ours = textOf(before, "HV-I.1") ?? "";
  expect(out).toContain(ours);

  const file = { name: "back.xlf", mimeType: "text/xml" };
  const input = me.dialog.locator('input[type="file"]');
  await input.setInputFiles({ ...file, buffer: Buffer.from(out) });
  await expect(me.dialog.getByRole("status")).toContainText("0 changed, 0 in conflict");
  await input.setInputFiles({ ...file, buffer: Buffer.from("<xliff") });
  await expect(me.dialog.getByRole("alert")).toContainText("it is not XML at line 1");
  await input.setInputFiles({ ...file, buffer: Buffer.from(out.replace(ours, "デッキを見せる。")) });
  await expect(me.dialog.getByRole("status")).toContainText("1 changed, 0 in conflict");
  await expect(me.dialog.getByRole("listitem")).toContainText("デッキを見せる。");
  await me.picture("exchange");
  await me.dialog.getByRole("button", { name: me.say("exchange.apply", { count: 1 }) }).click();
  await expect(me.dialog).toHaveCount(0);
  await me.save();
  expect(textOf(await studio.text(TEXT_JA), "HV-I.1")).toBe("デッキを見せる。");
  await me.undo();
  await me.save();
  expect(await studio.text(TEXT_JA)).toBe(before);
});
