import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

test("the palette asks for what a command or a block needs, says why not, and one undo takes it back", async ({
  visit,
}) => {
  const me = await visit();
  await me.openGame();
  await me.selectState("setup.pickDecider");
  const { keyboard } = me.page;

  await keyboard.press("Control+k");
  await expect(me.dialog.getByRole("combobox")).toBeFocused();
  await keyboard.type(me.say("command.state.setId"));
  await expect(me.dialog.getByRole("option", { selected: true })).toContainText(
    me.say("command.state.setId"),
  );
  await keyboard.press("Enter");
  const id = me.dialog.getByRole("textbox", { name: me.say("ask.id"), exact: true });
  await id.fill("a.b");
  await keyboard.press("Enter");
  await expect(me.dialog.getByRole("alert")).toHaveText(me.say("refusal.id-invalid", { id: "a.b" }));
  await id.fill("decider");
  await keyboard.press("Enter");

  await expect(me.dialog).toHaveCount(0);
  await me.expectCode(/id:\s"decider"/);
  await me.undo();
  await me.expectSaved("saved");

  // A block has a dialog of its own: the arrow keys choose it, Enter inserts it behind the selected state.
  await keyboard.press("Control+k");
  await keyboard.type(me.say("command.block.insert"));
  await expect(me.dialog.getByRole("option", { selected: true })).toContainText(
    me.say("command.block.insert"),
  );
  await keyboard.press("Enter");
  const blocks = me.dialog.getByRole("radiogroup", { name: me.say("block.list") });
  await expect(blocks.getByRole("radio").first()).toBeFocused();
  for (let i = 0; i < 3; i++) await keyboard.press("ArrowDown");
  await expect(blocks.getByRole("radio").nth(3)).toBeChecked();
  await expect(me.dialog.getByRole("img", { name: me.say("block.picture") })).toBeVisible();
  await keyboard.press("Enter");

  await expect(me.dialog).toHaveCount(0);
  await expect(me.outlineState("setup.phase")).toHaveAttribute("aria-selected", "true");
  await expect(me.graphState("setup.phase")).toBeVisible();
  await me.undo();
  await expect(me.outlineState("setup.phase")).toHaveCount(0);
  await me.expectSaved("saved");
});

test("actions are added, put in order and taken away in the inspector, each one undo", async ({ visit }) => {
  const me = await visit({ codeFolded: true, language: "ja" });
  await me.openGame();
  await me.selectState("set");
  const entry = me.inspector.getByRole("group", { name: me.say("inspector.entry"), exact: true });
  const rows = entry.locator(".act");
  await expect(rows).toHaveCount(2);
  const before = await rows.allInnerTexts();
  const [first = "", second = ""] = before;

  await entry
    .getByRole("button", { name: me.say("inspector.later", { name: "beginSet" }), exact: true })
    .click();
  await expect(rows).toHaveText([second, first]);
  await entry.getByRole("button", { name: `+ ${me.say("inspector.entry")}`, exact: true }).click();
  await me.page.keyboard.type("() => {}");
  await me.page.keyboard.press("Enter");
  await expect(rows).toHaveCount(3);
  await entry
    .getByRole("button", { name: me.say("inspector.remove", { name: "beginSet" }), exact: true })
    .click();
  await expect(rows).toHaveCount(2);

  for (const count of [3, 2]) {
    await me.undo();
    await expect(rows).toHaveCount(count);
  }
  await me.undo();
  await expect(rows).toHaveText(before);
  await me.expectSaved("saved");
});

test("states are selected together on the graph and gathered into a new one", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const head = { position: { x: 30, y: 12 } };
  await me.graphState("setup.pickDecider").click(head);

  await me.graphState("setup.decideServe").click({ ...head, modifiers: ["Shift"] });
  await expect(me.inspector).toContainText(me.say("outline.count", { count: 2 }));
  await me.graphState("setup.shuffle").click({ ...head, modifiers: ["Control"] });
  await expect(me.inspector).toContainText(me.say("outline.count", { count: 3 }));
  await me.inspector
    .getByRole("button", { name: `${me.say("command.state.extract")}…`, exact: true })
    .click();
  await expect(me.dialog.getByRole("checkbox", { checked: true })).toHaveCount(3);
  await me.dialog.getByRole("textbox", { name: me.say("ask.new-key"), exact: true }).fill("draw");
  await me.dialog.getByRole("button", { name: me.say("ask.do"), exact: true }).click();

  await expect(me.outlineState("setup.draw.decideServe")).toHaveCount(1);
  await expect(me.outlineState("setup.draw")).toHaveAttribute("aria-selected", "true");
  await me.undo();
  await expect(me.outlineState("setup.shuffle")).toHaveCount(1);
});

test("what is done with several states is looked at first, and then made as one", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const head = { position: { x: 30, y: 12 } };
  await me.graphState("setup.pickDecider").click(head);
  await me.graphState("setup.decideServe").click({ ...head, modifiers: ["Shift"] });
  await expect(me.inspector).toContainText(me.say("outline.count", { count: 2 }));

  await me.graphState("setup.decideServe").click({ ...head, button: "right" });
  const item = (key: string) => me.page.getByRole("menuitem", { name: me.say(key), exact: true });
  await item("preview.menu").hover();
  await item("preview.menu").press("ArrowRight");
  await item("preview.delete").click();
  await expect(me.dialog.getByRole("table", { name: me.say("preview.list") })).toBeVisible();
  await expect(me.dialog).toContainText("setup.pickDecider");
  await expect(me.dialog).toContainText("setup.decideServe");
  await me.picture("preview-several");
  await me.dialog.getByRole("button", { name: me.say("preview.do"), exact: true }).click();

  await expect(me.outlineState("setup.pickDecider")).toHaveCount(0);
  await expect(me.outlineState("setup.decideServe")).toHaveCount(0);
  await me.undo();
  await expect(me.outlineState("setup.pickDecider")).toHaveCount(1);
  await expect(me.outlineState("setup.decideServe")).toHaveCount(1);
});

test("states in a frame drawn with Shift are deleted together, and one undo brings them back", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  const from = await me.graphState("setup.pickDecider").boundingBox();
  const to = await me.graphState("setup.decideServe").boundingBox();
  if (!from || !to) throw new Error("both states are on the graph");
  const { mouse, keyboard } = me.page;

  await keyboard.down("Shift");
  await mouse.move(Math.min(from.x, to.x) - 3, from.y - 3);
  await mouse.down();
  await mouse.move(to.x, to.y);
  await mouse.move(Math.max(from.x + from.width, to.x + to.width) + 3, to.y + to.height + 3);
  await mouse.up();
  await keyboard.up("Shift");
  await expect(me.inspector).toContainText(me.say("outline.count", { count: 2 }));
  await keyboard.press("Delete");

  await expect(me.outlineState("setup.pickDecider")).toHaveCount(0);
  await expect(me.outlineState("setup.decideServe")).toHaveCount(0);
  await me.undo();
  await expect(me.outlineState("setup.pickDecider")).toHaveCount(1);
  await expect(me.outlineState("setup.decideServe")).toHaveCount(1);
  await me.expectSaved("saved");
});

test("what there is to look at after a deletion is one message, unfolded on demand", async ({ visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  await me.selectState("set.checkProcess");

  await me.page.keyboard.press("Delete");

  await expect(me.outlineState("set.checkProcess")).toHaveCount(0);
  const message = me.page.getByRole("status").getByRole("group");
  await expect(message).toHaveCount(1);
  await expect(message.getByRole("listitem").first()).toBeHidden();
  await message.locator("summary").click();
  await expect(message.getByRole("listitem").first()).toBeVisible();
  expect(await message.getByRole("listitem").count()).toBeGreaterThan(1);
  await me.picture("many-warnings");
});

test("a transition is led into a second region and back in the inspector", async ({ visit, studio }) => {
  await studio.write(
    "machines/table.machine.ts",
    `import { createMachine } from "xstate";

export const machine = createMachine({
  id: "table",
  initial: "ready",
  states: {
    ready: { on: { DEAL: "play.cards.dealt" } },
    play: {
      type: "parallel",
      states: {
        cards: { initial: "piled", states: { piled: {}, dealt: {} } },
        dice: { initial: "resting", states: { resting: {}, rolled: {} } },
      },
    },
  },
});
`,
  );
  const me = await visit();
  await me.openGame("table");
  await me.selectState("ready");
  await me.inspector.getByRole("button", { name: /DEAL/ }).click();
  const { inspector } = me;
  const target = inspector.getByLabel(me.say("inspector.target"), { exact: true });
  await expect(target).toHaveValue("play.cards.dealt");

  await inspector.getByRole("button", { name: `+ ${me.say("origin.another-target")}` }).click();
  const another = inspector.getByLabel(me.say("origin.another-target"), { exact: true });
  await expect(another).toBeFocused();
  // Only what can be entered together with the first is offered.
  expect(await another.getByRole("option").allInnerTexts()).toEqual([
    me.say("origin.another-target"),
    "play.dice",
    "play.dice.resting",
    "play.dice.rolled",
  ]);
  await another.selectOption("play.dice.rolled");
  await me.expectCode(/DEAL:\s\{\starget:\s\["play\.cards\.dealt",\s"#table\.play\.dice\.rolled"\]\s\}/);
  await expect(another).toHaveCount(0);
  await me.picture("several-targets");

  await inspector
    .getByLabel(`${me.say("inspector.target")} 2`, { exact: true })
    .selectOption("play.dice.resting");
  await me.expectCode(/\["play\.cards\.dealt",\s"#table\.play\.dice\.resting"\]/);
  await target.hover();
  await inspector
    .getByRole("button", { name: me.say("inspector.remove", { name: "play.cards.dealt" }), exact: true })
    .click();
  await expect(target).toHaveValue("play.dice.resting");
  for (let i = 0; i < 3; i++) await me.undo();
  await me.expectCode(/DEAL:\s"play\.cards\.dealt"/);
});

test("what is done before the commands are loaded is done when they are, and saved after it", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const { page } = me;
  const release = await me.holdBack(/\/assets\/graphChange-/);
  await me.openGame();
  await me.selectState("set.checkProcess");

  await page.keyboard.press("Delete");
  await page.keyboard.press("Control+s");
  await me.graphState("set.lostDeclared").click({ position: { x: 30, y: 12 } });
  await page.keyboard.press("Delete");
  await expect(me.outlineState("set.checkProcess")).toHaveCount(1);
  release();

  await expect(me.outlineState("set.checkProcess")).toHaveCount(0);
  await expect(me.outlineState("set.lostDeclared")).toHaveCount(0);
  await expect.poll(() => studio.text("machines/haikyu-break.machine.ts")).not.toContain("checkProcess: {");
});
