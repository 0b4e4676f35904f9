import { expect } from "#test/support/expect.ts";
import { seriousFindings } from "#test/support/seriousFindings.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const findings = (me: StudioDriver, without: string[] = []) => seriousFindings(me.page, without);

/** The findings in the light theme and, after a press on its button, in the dark one. */
async function inBothThemes(me: StudioDriver, without: string[] = []): Promise<string[]> {
  const light = await findings(me, without);
  await me.button("header.dark").click();
  await expect(me.page.locator("html")).toHaveAttribute("data-theme", "dark");
  const dark = await findings(me, without);
  await me.button("header.light").click();
  return [...light.map((one) => `light: ${one}`), ...dark.map((one) => `dark: ${one}`)];
}

test("design, with a selected state, a fault and the code", async ({ visit }) => {
  const me = await visit();
  await me.openGame();
  await me.typeInCode('target: "decideServe"', 'target: "decideServes"');
  await me.selectState("setup.pickDecider");
  await expect(me.problems.getByRole("button").first()).toBeVisible();
  expect(await inBothThemes(me)).toEqual([]);

  await me.undo();
  await me.typeInCode('initial: "presentDecks"', 'initial: = "presentDecks"');
  await expect(me.code).toContainText(me.say("halfTyped.code"));
  // Monaco's list of suggestions has names of its own making, and opens or not by how fast the keys come
  await me.page.keyboard.press("Escape");
  await expect(me.suggestions).toHaveCount(0);
  // the graph is greyed then, as controls are that cannot be used now
  expect(await inBothThemes(me, ["[data-stale] .react-flow"])).toEqual([]);
});

test("simulate, before and in a run", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.view("simulate");
  await expect(me.page.getByRole("button", { name: me.say("simulate.start"), exact: true })).toBeEnabled();
  expect(await inBothThemes(me)).toEqual([]);

  await me.startRun();
  await me.sendEvent("present a deck", { seat: "P1" });
  const form = me.event("present a deck", "P2");
  await form.getByRole("spinbutton").first().fill("7");
  await form.locator("button[type=submit]").click();
  await expect(me.timeline.getByText(me.say("simulate.refused"), { exact: true })).toBeVisible();

  expect(await inBothThemes(me)).toEqual([]);
});

test("simulate, with the tree, a search in it, two ways compared, a change by hand and a hot seat", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.startRun();
  await me.sendEvent("present a deck", { seat: "P1" });
  await me.sendEvent("present a deck", { seat: "P2" });
  await me.page.getByRole("tab", { name: me.say("time.tree.title"), exact: true }).click();
  const tree = me.page.getByRole("tree", { name: me.say("time.tree.title"), exact: true });
  await me.page.getByRole("combobox", { name: me.say("time.seats.filter") }).selectOption("P1");
  await me.page.getByRole("searchbox", { name: me.say("time.tree.search") }).fill("deck");
  await expect(tree.locator("[data-found]")).toHaveCount(3);
  await me.button("time.edit.open").click();
  await me.page.getByRole("button", { name: /^turn player/ }).click();
  expect(await inBothThemes(me)).toEqual([]);

  await me.button("cancel").click();
  await me.button("time.tree.compare").click();
  await me.page.getByRole("checkbox", { name: me.say("time.seats.hot") }).check();
  expect(await inBothThemes(me)).toEqual([]);
});

test("rules, with a selected clause", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/rules?clause=HV-II-1.3");
  await expect(me.clause("HV-II-1.3")).toBeVisible();
  await expect(me.graph.locator(".react-flow__node").first()).toBeVisible();

  expect(await inBothThemes(me)).toEqual([]);
});

test("rules, with a wording in its field, and the texts for translators", async ({ visit }) => {
  const me = await visit();
  await me.open("#/chrono-card/rules?clause=CC-3.4");
  await me.clause("CC-3.4").focus();
  await me.page.keyboard.press("F2");
  await expect(me.page.getByRole("textbox", { name: /^Wording of CC-3\.4/ })).toBeFocused();
  expect(await inBothThemes(me)).toEqual([]);

  await me.button("exchange.open").click();
  await expect(me.dialog).toBeVisible();
  expect(await findings(me)).toEqual([]);
});

test("export", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.view("export");
  await expect(me.button("export.download")).toBeEnabled();

  expect(await inBothThemes(me)).toEqual([]);
});

test("the palette, the menu and a dialog", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/haikyu-break/export");
  await expect(me.button("export.download")).toBeEnabled();

  for (const theme of ["light", "dark"]) {
    if (theme === "dark") await me.button("header.dark").click();
    await expect(me.page.locator("html")).toHaveAttribute("data-theme", theme);
    await me.page.keyboard.press("Control+k");
    await expect(me.dialog).toBeVisible();
    expect(await findings(me), theme).toEqual([]);
    await me.page.keyboard.press("Escape");
    await expect(me.dialog).toHaveCount(0);

    await me.page.keyboard.press("Control+k");
    await me.page.keyboard.type("サーブ");
    await expect(me.dialog.getByRole("option").first()).toBeVisible();
    expect(await findings(me), theme).toEqual([]);
    await me.page.keyboard.press("Escape");
    await expect(me.dialog).toHaveCount(0);

    await me.page.keyboard.press("?");
    await expect(me.dialog).toBeVisible();
    expect(await findings(me), theme).toEqual([]);
    await me.page.keyboard.press("Escape");
    await expect(me.dialog).toHaveCount(0);

    await me.gameMenu("games.duplicate");
    await expect(me.dialog).toBeVisible();
    expect(await findings(me), theme).toEqual([]);
    await me.page.keyboard.press("Escape");
    await expect(me.dialog).toHaveCount(0);
  }
});
