import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const module = `import { createMachine } from "xstate";

export const door = createMachine({
  id: "door",
  initial: "shut",
  states: { shut: { on: { OPEN: "wide" } }, wide: { on: { CLOSE: "shut" } } },
});

const lamp = createMachine({
  id: "lamp",
  initial: "off",
  states: { off: { on: { PRESS: "on" } }, on: { on: { PRESS: "off" }, entyr: "glow" } },
});
export const lamps = [lamp];
`;
const chooser = (me: StudioDriver) => me.page.getByRole("combobox", { name: me.say("machines.title") });

test("of several machines in a file each is looked at, edited, played and linked to by itself", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/house.machine.ts", module);
  const me = await visit();
  await me.open("#/house/design");

  await expect(me.graphState("shut")).toBeVisible();
  await expect(chooser(me).locator("option")).toHaveText(["door · 2 states", "lamp · 2 states"]);
  await me.selectState("wide");
  await chooser(me).selectOption("lamp");
  await expect(me.graphState("off")).toBeVisible();
  await expect(me.graphState("shut")).toHaveCount(0);
  await expect(me.page).toHaveURL(/#\/house\/design\?machine=lamp$/);
  await me.picture("machines-design");

  // an edit of one, then of the other: undo leads back to where each was made
  await me.renameStateOnGraph("off", "dark");
  await me.expectCode('initial: "dark"');
  await chooser(me).selectOption("door");
  await me.renameStateOnGraph("shut", "closed");
  await expect(me.graphState("closed")).toBeVisible();
  await me.undo();
  await expect(me.graphState("shut")).toBeVisible();
  await me.undo();
  await expect(me.graphState("off")).toBeVisible();
  await me.expectSaved("saved");

  // the caret in the code, and a row of Problems, lead to their machine
  await me.findInCode('OPEN: "wide"');
  await expect(me.graphState("wide")).toBeVisible();
  await expect(me.outlineState("shut")).toHaveAttribute("aria-selected", "true");
  await me.problems.getByRole("button").filter({ hasText: "entyr" }).first().click();
  await expect(me.outlineState("on")).toHaveAttribute("aria-selected", "true");

  // it is played though it is not exported
  await me.startRun();
  expect(await me.active()).toEqual(["off"]);
  await me.sendEvent("PRESS");
  expect(await me.active()).toEqual(["on"]);
  await chooser(me).selectOption("door");
  await me.startRun();
  expect(await me.active()).toEqual(["shut"]);
  await chooser(me).selectOption("lamp");
  expect(await me.active()).toEqual(["on"]);

  const { name, text } = await me.export("mermaid");
  expect(name).toBe("house-lamp.mmd");
  expect(text).toContain("off");

  await me.page.reload();
  await me.view("design");
  await expect(me.graphState("off")).toBeVisible();
  await me.page.goBack();
  expect(await studio.text("machines/house.machine.ts")).toBe(module);
});

test("a file without a machine says what was looked for; a link to a machine that is not there says so", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/house.machine.ts", module);
  await studio.write("machines/empty.machine.ts", "export const rooms = 3;\n");
  const me = await visit({ codeFolded: true });

  await me.open("#/empty/design");
  await expect(me.page.getByText(me.say("noChart.no-machine-looked", { lines: 2 }))).toBeVisible();
  await me.page.evaluate(() => (location.hash = "#/house/design?machine=garden"));

  await expect(me.notice("notice.no-machine", { machine: "garden" })).toBeVisible();
  await expect(me.graphState("shut")).toBeVisible();
  await expect(me.page).toHaveURL(/#\/house\/design$/);
});
