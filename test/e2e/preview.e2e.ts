import { describe } from "vitest";
import { uiLanguages } from "#app/i18n.ts";
import { expect } from "#test/support/expect.ts";
import { seriousFindings } from "#test/support/seriousFindings.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";
import { test } from "#test/support/studioTest.ts";

const FILE = "machines/vf-card.machine.ts";
const event = "RETURN_TO_FIELD";

/** Asks for a new name of the event at the caret, and for what that would change. */
async function previewRename(me: StudioDriver): Promise<void> {
  await me.findInCode(`${event}: {`);
  await me.page.keyboard.press("ArrowLeft");
  await me.page.keyboard.press("Shift+F2");
  await me.dialog.getByRole("textbox").fill("COME_BACK");
  await me.dialog.getByRole("button", { name: me.say("preview.open"), exact: true }).click();
  await expect(me.dialog.getByRole("table", { name: me.say("preview.list") })).toBeVisible();
}

describe.each(uiLanguages)("%s", (language) => {
  test("a rename from the code is seen as a list and a diff, and made by the keyboard", async ({
    studio,
    visit,
  }) => {
    const me = await visit({ language });
    await me.openGame("vf-card");
    const before = await studio.text(FILE);

    await previewRename(me);

    const rows = me.dialog.getByRole("row");
    await expect(rows.nth(1)).toContainText("vf-card.machine.ts");
    await expect(rows.nth(1)).toContainText("machine");
    expect(await rows.count()).toBeGreaterThan(3);
    await expect(me.dialog).toContainText("COME_BACK");
    await expect(me.dialog.locator('[data-kind="add"]').first()).toContainText("COME_BACK");
    await me.page.setViewportSize({ width: 1280, height: 720 });
    await me.picture(`preview-${language}-small-light`);
    await me.page.evaluate(() => void (document.documentElement.dataset["theme"] = "dark"));
    await me.picture(`preview-${language}-small-dark`);
    await me.page.setViewportSize({ width: 1600, height: 960 });
    await me.picture(`preview-${language}-large-dark`);
    await me.page.evaluate(() => void (document.documentElement.dataset["theme"] = "light"));
    await me.picture(`preview-${language}-large-light`);

    // The button that makes it has the focus.
    await expect(me.dialog.getByRole("button", { name: me.say("preview.do"), exact: true })).toBeFocused();
    await me.page.keyboard.press("Enter");
    await expect(me.dialog).toHaveCount(0);
    await me.expectCode("COME_BACK: {");
    await me.undo();
    await me.expectCode(`${event}: {`);
    await expect(me.button("header.undo")).toBeDisabled();
    expect(await studio.text(FILE)).toBe(before);
  });
});

test.for(["light", "dark"] as const)(
  "the preview is accessible in the %s theme",
  async (theme, { visit }) => {
    const me = await visit({ codeFolded: true, theme });
    await me.openGame("vf-card");
    await me.selectState("turn.draw");
    await me.page.keyboard.press("F2");
    await me.dialog.getByRole("textbox").fill("drawACard");
    await me.dialog.getByRole("button", { name: me.say("preview.open"), exact: true }).press("Enter");
    await expect(me.dialog.getByRole("table")).toBeVisible();

    expect(await seriousFindings(me.page)).toEqual([]);
  },
);

test("a deletion is looked at from the menus of the outline and the graph, and left or made", async ({
  studio,
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame("vf-card");
  const item = (key: string) => me.page.getByRole("menuitem", { name: me.say(key), exact: true });
  const look = async () => {
    await item("preview.menu").hover();
    await item("preview.menu").press("ArrowRight");
    await item("preview.delete").click();
    await expect(me.dialog.getByRole("table")).toBeVisible();
  };

  await me.outlineState("turn.draw").click({ button: "right" });
  await expect(item("preview.menu")).toBeVisible();
  await me.picture("preview-outline-menu");
  await look();
  await expect(me.dialog).toContainText("turn.draw");
  await me.picture("preview-delete");
  await me.page.keyboard.press("Escape");
  await expect(me.dialog).toHaveCount(0);
  await expect(me.button("header.undo")).toBeDisabled();

  await me.graphState("turn").click({ button: "right", position: { x: 30, y: 12 } });
  await look();
  await me.dialog.getByRole("button", { name: me.say("preview.do"), exact: true }).click();
  await expect(me.outlineState("turn")).toHaveCount(0);
  await me.undo();
  await expect(me.outlineState("turn")).toBeVisible();
  await me.save().catch(() => undefined);
  expect(await studio.text(FILE)).toContain("draw: {");
});

/** Where BACK leads is known only when it runs. */
const unread = `import { createMachine } from "xstate";

export const machine = createMachine({
  id: "vf-card",
  initial: "p",
  states: { p: { on: { GO: "q" } }, q: { on: JSON.parse('{"BACK":"p"}') } },
});
`;

test("what XState would throw at is refused in its words, and made when the person wants it all the same", async ({
  studio,
  visit,
}) => {
  await studio.write(FILE, unread);
  const me = await visit();
  await me.openGame("vf-card");

  await me.selectState("p");
  await me.page.keyboard.press("F2");
  await me.dialog.getByRole("textbox").fill("zz");
  await me.page.keyboard.press("Enter");

  const notice = me.page.getByRole("status").getByText(/Child state 'p' does not exist/);
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await me.picture("preview-refused");
  await expect(me.outlineState("p")).toBeVisible();
  await me.button("offer.anyway").click();
  await expect(me.outlineState("zz")).toBeVisible();
  await me.undo();
  await expect(me.outlineState("p")).toBeVisible();

  // Of the other state XState has nothing to say, and the rename is made without a question.
  await me.selectState("q");
  await me.page.keyboard.press("F2");
  await me.dialog.getByRole("textbox").fill("end");
  await me.page.keyboard.press("Enter");
  await expect(me.outlineState("end")).toBeVisible();
});
