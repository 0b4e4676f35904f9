import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const tab = (me: StudioDriver, name: RegExp | string) =>
  me.page
    .getByRole("navigation", { name: me.say("tabs.title") })
    .getByRole("listitem")
    .filter({ hasText: name });
const description = (me: StudioDriver) =>
  me.inspector.getByRole("textbox", { name: me.say("inspector.description") });
const vf = "VF card game";
const volley = /Volleyball/;

test("games open side by side: each keeps its work, its history and where one was; also over a reload", async ({
  visit,
}) => {
  const me = await visit();
  await me.openGame();
  await me.selectState("setup.pickDecider");
  await description(me).fill("A coin is thrown.");
  await description(me).press("Control+Enter");
  await me.expectSaved("unsaved");

  await me.gameMenu(new RegExp(vf));
  await expect(me.page).toHaveURL(/#\/vf-card\/design/);
  await expect(me.graph.locator(".react-flow__node").first()).toBeVisible();
  await expect(tab(me, volley).getByRole("img", { name: me.say("tabs.unsaved") })).toBeVisible();
  await me.expectSaved("saved");
  await me.view("rules");
  await me.picture("tabs-rules");

  // the keyboard goes back: the same selection, view and history as before
  await me.page.keyboard.press("Alt+Shift+Digit1");
  await expect(description(me)).toHaveValue("A coin is thrown.");
  await me.picture("tabs-design");
  await me.undo();
  await me.expectSaved("saved");
  await me.button("header.redo").click();
  await me.page.keyboard.press("Alt+Shift+Digit2");
  await expect(me.clause().first()).toBeVisible();

  me.page.once("dialog", (dialog) => void dialog.accept());
  await me.page.reload();
  await expect(me.clause().first()).toBeVisible();
  await tab(me, volley).getByRole("button").first().click();
  await expect(me.dialog.getByText(/^\+.*A coin is thrown\./)).toBeVisible();
  await me.dialog.getByRole("button", { name: me.say("dialog.draft-take") }).click();
  await me.expectSaved("unsaved");
});

test("a game is closed; with unsaved work it asks, and saves or forgets", async ({ studio, visit }) => {
  const me = await visit({ codeFolded: true });
  const machine = "machines/haikyu-break.machine.ts";
  const before = await studio.text(machine);
  const describe = async (text: string) => {
    await me.openGame();
    await me.selectState("setup.pickDecider");
    await description(me).fill(text);
    await description(me).press("Control+Enter");
    await me.expectSaved("unsaved");
  };
  const close = (name: RegExp | string) => tab(me, name).getByRole("button").last().click();
  await me.openGame("vf-card");
  await describe("A coin is thrown.");

  await close(volley);
  await expect(me.dialog).toContainText(me.say("dialog.close-game-text"));
  await me.dialog.getByRole("button", { name: me.say("cancel") }).click();
  await me.expectSaved("unsaved");
  await close(volley);
  await me.dialog.getByRole("button", { name: me.say("dialog.close-game-forget") }).click();
  await expect(me.page).toHaveURL(/#\/vf-card\//);
  await expect(me.page.getByRole("navigation", { name: me.say("tabs.title") })).toHaveCount(0);
  expect(await studio.text(machine)).toBe(before);

  await describe("A die is rolled.");
  await tab(me, volley).getByRole("button").first().press("Delete");
  await me.dialog.getByRole("button", { name: me.say("dialog.close-game-save") }).click();
  await expect(me.page).toHaveURL(/#\/vf-card\//);
  expect(await studio.text(machine)).toContain("A die is rolled.");

  // the last one: the start page
  await me.page.keyboard.press("Control+k");
  await me.page.getByRole("option", { name: me.say("palette.close", { game: vf }) }).click();
  await expect(me.page.getByRole("heading", { name: me.say("welcome.none") })).toBeVisible();
  expect(me.complaints).toEqual([]);
});

test("another program's change reaches a game that is open but not looked at", async ({ studio, visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.gameMenu(new RegExp(vf));
  await expect(me.page).toHaveURL(/#\/vf-card\/design/);
  await me.expectWatching();
  const machine = "machines/haikyu-break.machine.ts";

  const text = await studio.text(machine);
  await studio.write(machine, text.replaceAll("decideServe", "decideFirst"));

  await tab(me, volley).getByRole("button").first().click();
  await expect(me.graphState("setup.decideFirst")).toBeVisible();
});

test("however many games are open, the page stays where it is, and the tab of the game is in sight", async ({
  studio,
  visit,
}) => {
  const names = Array.from({ length: 14 }, (_, i) => `game-number-${i + 1}`);
  for (const name of names)
    await studio.write(
      `machines/${name}.machine.ts`,
      `import { createMachine } from "xstate";\nexport const machine = createMachine({ initial: "a", states: { a: {} } });\n`,
    );
  const me = await visit({ codeFolded: true, size: { width: 1000, height: 700 } });
  const isInSight = (name: string) =>
    me.page.evaluate((text) => {
      const box = [...document.querySelectorAll("nav li")].find((item) => item.textContent === text);
      const { left, right } = box?.getBoundingClientRect() ?? { left: -1, right: -1 };
      return left >= 0 && right <= innerWidth;
    }, name);

  await me.open(`#/${names[0]}/design`);
  for (const name of names.slice(1)) {
    await me.page.evaluate((to) => (location.hash = `#/${to}/design`), name);
    await expect(tab(me, name).getByRole("button", { name, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
  }

  const page = () =>
    me.page.evaluate(() => [scrollX, document.documentElement.scrollWidth <= innerWidth] as const);
  await expect.poll(() => isInSight(names[13]!)).toBe(true);
  expect(await page()).toEqual([0, true]);

  await me.page.evaluate((to) => (location.hash = `#/${to}/design`), names[0]);
  await expect.poll(() => isInSight(names[0]!)).toBe(true);
  expect(await page()).toEqual([0, true]);
});
