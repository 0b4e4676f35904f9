import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

test("a state on the canvas is duplicated, copied, cut and pasted by keys, and each is one undo", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  const release = await me.holdBack(/\/assets\/graphChange-/);
  await me.openGame();
  await me.selectState("setup.redraw.otherPlayer");

  // Whoever is faster than the commands finds it done when they are there, and its copy selected.
  await me.page.keyboard.press("Control+d");
  release();
  await expect(me.outlineState("setup.redraw.otherPlayer2")).toHaveAttribute("aria-selected", "true");
  await me.page.keyboard.press("Control+c");
  await me.page.keyboard.press("Control+v");
  await expect(me.outlineState("setup.redraw.otherPlayer3")).toHaveAttribute("aria-selected", "true");
  await me.page.keyboard.press("Control+x");
  await expect(me.outlineState("setup.redraw.otherPlayer3")).toHaveCount(0);

  await me.undo();
  await expect(me.outlineState("setup.redraw.otherPlayer3")).toHaveCount(1);
  await me.undo();
  await expect(me.outlineState("setup.redraw.otherPlayer3")).toHaveCount(0);
});

test("states that are selected together are copied and pasted together, with one undo", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const state = (key: string) => me.outlineState(`setup.redraw.${key}`);
  await me.selectState("setup.redraw.firstServer");
  await me.graphState("setup.redraw.otherPlayer").click({ modifiers: ["Shift"], position: { x: 30, y: 12 } });
  await me.page.keyboard.press("Control+c");
  await me.page.keyboard.press("Control+v");
  await expect(state("firstServer2")).toHaveCount(1);
  await expect(state("otherPlayer2")).toHaveCount(1);
  await me.undo();
  await expect(state("firstServer2")).toHaveCount(0);
  await expect(state("otherPlayer2")).toHaveCount(0);
});

test("the menu of a state wraps it in a new one", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.selectState("setup.redraw.otherPlayer");

  await me.graphState("setup.redraw.otherPlayer").click({ button: "right", position: { x: 30, y: 12 } });
  await me.picture("state-menu");
  await me.page.getByRole("menuitem", { name: me.say("command.state.wrap"), exact: true }).click();

  await expect(me.outlineState("setup.redraw.newState.otherPlayer")).toHaveCount(1);
});
