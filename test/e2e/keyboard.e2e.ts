import { expect } from "#test/support/expect.ts";
import type { Locator } from "playwright";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const focused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab until something has the focus. */
async function tabTo(me: StudioDriver, wanted: Locator): Promise<void> {
  for (let i = 0; i < 80; i++) {
    if ((await wanted.count()) > 0 && (await focused(wanted.first()))) return;
    await me.page.keyboard.press("Tab");
  }
  throw new Error("80 presses of Tab did not lead there");
}

test("a set is played, walked back and branched with the keyboard alone", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const { keyboard } = me.page;
  const send = async (key: string) => {
    const before = await me.at();
    await keyboard.press(key);
    await expect.poll(() => me.at()).not.toBe(before);
    await me.settled();
  };

  await keyboard.press("Alt+2");
  await tabTo(me, me.page.getByRole("button", { name: me.say("simulate.start"), exact: true }));
  await keyboard.press("Enter");
  await expect(me.now).toBeVisible();
  await me.settled();
  // both decks, who decides, serve right, two redraws: always what stands first
  for (let i = 0; i < 6; i++) await send("1");
  expect(await me.active()).toContain("set.serveTurn.serve.deploy");

  await send("ArrowLeft");
  expect(await me.active()).toContain("setup.redraw.otherPlayer");
  await send("Home");
  expect(await me.active()).toEqual(["setup", "setup.presentDecks"]);
  await send("End");
  await send("2");
  await send("ArrowLeft");
  await send("1");
  await expect(
    me.timeline.getByRole("combobox", { name: me.say("simulate.branches", { count: 2 }) }),
  ).toBeVisible();
});

test("the outline is a tree for arrows, and what it selects is renamed and taken back by keys", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const { keyboard } = me.page;

  await tabTo(me, me.outlineState("setup"));
  await keyboard.press("ArrowDown");
  await expect(me.outlineState("setup.presentDecks")).toBeFocused();
  await expect(me.outlineState("setup.presentDecks")).toHaveAttribute("aria-selected", "true");
  await keyboard.press("ArrowLeft");
  await expect(me.outlineState("setup")).toBeFocused();
  await keyboard.press("ArrowLeft");
  await expect(me.outlineState("setup")).toHaveAttribute("aria-expanded", "false");
  await expect(me.outlineState("setup.presentDecks")).toHaveCount(0);
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await expect(me.outlineState("setup.presentDecks")).toBeFocused();
  await keyboard.press("End");
  await expect(me.outlineState("gameOver")).toBeFocused();
  await keyboard.press("Home");
  await expect(me.outlineState("setup")).toBeFocused();

  await keyboard.press("ArrowDown");
  await expect(me.outlineState("setup.presentDecks")).toBeFocused();
  await keyboard.press("F2");
  await expect(me.dialog.getByRole("textbox")).toHaveValue("presentDecks");
  await keyboard.press("Escape");
  await expect(me.dialog).toHaveCount(0);
  await me.graph.focus();
  await keyboard.press("F2");
  await expect(me.graph.getByRole("textbox", { name: me.say("canvas.rename") })).toBeFocused();
  await keyboard.press("Control+a");
  await keyboard.type("showDecks");
  await keyboard.press("Enter");
  await expect(me.graphState("setup.showDecks")).toBeVisible();
  await me.expectSaved("unsaved");
  await keyboard.press("Control+z");
  await expect(me.graphState("setup.presentDecks")).toBeVisible();
  await me.expectSaved("saved");
});

test("the palette leads to all that has a name, to views and doings, by typing", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const { keyboard } = me.page;
  const choose = async (words: string) => {
    // also where the code has the keys, whose own Ctrl+K begins chords
    await keyboard.press("Control+Shift+P");
    await expect(me.dialog.getByRole("combobox")).toBeFocused();
    await keyboard.type(words);
    await expect(me.dialog.getByRole("option", { selected: true })).toBeVisible();
    await keyboard.press("Enter");
    await expect(me.dialog).toHaveCount(0);
  };

  await choose("interval.takeSetCard");
  await expect(me.outlineState("set.interval.takeSetCard")).toHaveAttribute("aria-selected", "true");
  await choose("HV-II-1.2b");
  await expect(me.page).toHaveURL(/rules\?clause=HV-II-1\.2b/);
  await choose("Export");
  await expect(me.button("export.download")).toBeVisible();
  await choose("Light or dark");
  await expect(me.page.locator("html")).toHaveAttribute("data-theme", "dark");

  await choose("byDecider");
  await expect(me.page).toHaveURL(/\/design/);
  await expect(me.code.locator(".view-line", { hasText: "byDecider:" })).toBeVisible();
  await choose("ふりーすてっぷ アタック");
  await expect(me.outlineState("set.rallyTurn.receivePath.attack.free")).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await choose("Fold all");
  await expect(me.graph.getByRole("button", { name: me.say("canvas.unfoldAll") })).toBeVisible();
  await choose("lost-no-server");
  await expect(me.page).toHaveURL(/\/simulate/);
  await me.settled();
  const at = await me.at();
  await choose(me.say("palette.view.run.back"));
  await expect.poll(() => me.at()).not.toBe(at);
  await choose("serve-right");
  await expect(me.page).toHaveURL(/\/rules/);
  await expect(me.page.getByRole("note").filter({ hasText: "サーブ権" })).toBeVisible();

  await keyboard.press("Control+k");
  await keyboard.type("setup");
  await expect(me.dialog.getByRole("option", { selected: true })).toHaveText(/^State/);
  await keyboard.press("Escape");
  await expect(me.dialog).toHaveCount(0);
  await keyboard.press("?");
  await expect(me.dialog.getByRole("heading", { name: me.say("shortcuts.title") })).toBeVisible();
  // never over a dialog
  await keyboard.press("Control+k");
  await expect(me.page.getByRole("combobox", { name: me.say("header.palette") })).toHaveCount(0);
  await keyboard.press("Escape");
  await expect(me.dialog).toHaveCount(0);
});

test("clauses are walked by arrows, and the graph follows", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.page.keyboard.press("Alt+3");
  const first = me.clause().first();
  await tabTo(me, first);

  await me.page.keyboard.press("Enter");
  await me.page.keyboard.press("ArrowDown");

  await expect(me.clause().nth(1)).toBeFocused();
  await expect(me.clause().nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(me.graph.locator("[data-id]").first()).toBeVisible();
});

test("every key reaches the code beside the graph, the space too", async ({ visit }) => {
  const me = await visit();
  await me.openGame();
  await me.focusCode();
  const { keyboard } = me.page;

  await keyboard.press("Control+End");
  await keyboard.type("// a  space or twoo");
  await keyboard.press("Backspace");

  await me.expectCode(/\/\/\sa\s\sspace\sor\stwo$/);
});

test("a state that is chosen in the palette is where the keys work, after a move and its undo too", async ({
  visit,
}) => {
  const me = await visit();
  await me.openGame();
  const { keyboard } = me.page;
  const choose = async (typed: string) => {
    await keyboard.press("Control+k");
    await keyboard.type(typed);
    await expect(me.dialog.getByRole("option", { selected: true })).toBeVisible();
    await keyboard.press("Enter");
  };
  const canvas = me.page.locator("[data-canvas]");

  await choose("setup.pickDecider");
  await expect(canvas).toBeFocused();
  await choose(me.say("command.state.move"));
  await me.dialog.getByRole("button", { name: me.say("ask.do"), exact: true }).click();
  await expect(me.dialog).toHaveCount(0);
  await expect(canvas).toBeFocused();
  await keyboard.press("Control+z");
  await expect(canvas).toBeFocused();
  await expect(me.inspector.getByText(me.say("origin.gone"))).toHaveCount(0);
});
