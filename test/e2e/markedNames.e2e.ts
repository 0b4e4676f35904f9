import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const lamp = `import { setup } from "xstate";
export const machine = setup({
  types: {} as { events: { type: "PRESS" } },
}).createMachine({
  id: "lamp",
  initial: "off",
  states: { off: { on: { PRESS: "on" } }, on: { on: { PRESS: "off" } }, broken: {} },
});
`;

test("what uses a guard that is picked in the palette is marked on the graph and counted, until Escape", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const { keyboard } = me.page;
  const marks = me.graph.locator("[data-emphasis]");

  await keyboard.press("Control+k");
  await expect(me.dialog.getByRole("combobox")).toBeFocused();
  await keyboard.type("blockIsOpen");
  await expect(me.dialog.getByRole("option", { selected: true })).toContainText("blockIsOpen");
  await keyboard.press("Enter");

  const bar = me.page.getByRole("region", { name: me.say("marked.title") });
  await expect(bar).toContainText("blockIsOpen");
  await expect(bar).toContainText(me.say("marked.transitions", { count: 1 }));
  await expect(me.graphState("set.rallyTurn.startPhase.choose")).toBeVisible();
  await expect(marks).not.toHaveCount(0);
  await keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await expect(marks).toHaveCount(0);
});

test("the event of a new transition is declared once its name is typed, and gets its fields", async ({
  studio,
  visit,
}) => {
  await studio.write("machines/lamp.machine.ts", lamp);
  const me = await visit();
  await me.openGame("lamp");
  const told = me.page.getByRole("status").filter({ hasText: me.say("command.event.declare") });

  await me.drawTransition("off", "broken");
  const event = me.inspector.getByLabel(me.say("inspector.event"), { exact: true });
  await expect(event).toBeFocused();
  await expect(told).toHaveCount(0);
  await me.page.keyboard.insertText("PEEK");
  await me.page.keyboard.press("Enter");

  await me.expectCode(/type:\s"PEEK"/);
  // It needs no word, and nothing is left of the name that stood in for it.
  await expect(told).toHaveCount(0);

  await me.inspector.getByRole("button", { name: me.say("inspector.field") }).click();
  await me.dialog.getByLabel(me.say("ask.fields")).fill("card: string, n?: number");
  await me.page.keyboard.press("Enter");
  await expect(me.dialog).toHaveCount(0);
  await expect(me.inspector.getByText("card: string", { exact: true })).toBeVisible();
  await expect(me.inspector.getByText("n?: number", { exact: true })).toBeVisible();
});
