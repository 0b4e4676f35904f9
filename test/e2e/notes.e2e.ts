import { describe } from "vitest";
import { uiLanguages } from "#app/i18n.ts";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

const noteOf = (me: StudioDriver, id: string) =>
  me.graph.locator(`.react-flow__node-note [data-note="${id}"]`);
const field = (me: StudioDriver) => me.graph.getByRole("textbox", { name: me.say("note.text"), exact: true });

describe.each(uiLanguages)("in %s", (language) => {
  test("a note is written, coloured, edited and deleted beside its state, and each step taken back", async ({
    visit,
    studio,
  }) => {
    const me = await visit({ language, codeFolded: true });
    await me.openGame();
    await me.level("flow");
    await me.selectState("set.interval.refillHands");
    await me.graph.focus();

    // by the menu of a state
    await me.graphState("set.interval.refillHands").click({ button: "right", position: { x: 8, y: 8 } });
    await me.page.getByRole("menuitem", { name: me.say("command.note.add"), exact: true }).click();
    await expect(field(me)).toBeFocused();
    await me.page.keyboard.type("Reading 7: played as allowed.");
    await me.page.keyboard.press("Enter");
    await me.page.keyboard.type("二行目");
    await field(me).press("Control+Enter");
    await expect(noteOf(me, "n1")).toContainText("Reading 7: played as allowed.二行目");
    await expect(noteOf(me, "n1")).toHaveAccessibleName(/./);
    await me.picture(`${language}-note`);

    // in place, with another colour
    await noteOf(me, "n1").focus();
    await me.page.keyboard.press("Enter");
    await expect(field(me)).toBeFocused();
    await me.graph.getByRole("button", { name: me.say("note.colours.blue"), exact: true }).click();
    await field(me).fill("Ask the publisher");
    await field(me).press("Control+Enter");
    await expect(noteOf(me, "n1")).toHaveAttribute("data-colour", "blue");
    await expect(noteOf(me, "n1")).toHaveText("Ask the publisher");

    // Escape leaves it as it was; Delete takes it away
    await noteOf(me, "n1").dblclick();
    await field(me).fill("something else");
    await field(me).press("Escape");
    await expect(noteOf(me, "n1")).toHaveText("Ask the publisher");
    await noteOf(me, "n1").focus();
    await me.page.keyboard.press("Delete");
    await expect(noteOf(me, "n1")).toHaveCount(0);

    await me.undo();
    await expect(noteOf(me, "n1")).toHaveText("Ask the publisher");
    await me.undo();
    await expect(noteOf(me, "n1")).toContainText("Reading 7");
    await expect(noteOf(me, "n1")).toHaveAttribute("data-colour", "yellow");
    await me.redo();
    await me.save();
    expect(JSON.parse(await studio.text("machines/haikyu-break.layout.json"))).toMatchObject({
      format: 2,
      machines: {
        machine: {
          notes: [{ id: "n1", at: "set.interval.refillHands", colour: "blue", text: "Ask the publisher" }],
        },
      },
    });
  });
});

test("a note follows its state, is a sign where the map has no room, and opens there by pointer and focus", async ({
  visit,
}) => {
  const me = await visit();
  await me.page.setViewportSize({ width: 1500, height: 700 });
  await me.openGame();
  await me.selectState("set.interval.refillHands");
  const { keyboard } = me.page;
  const long = Array.from({ length: 14 }, (_, i) => `${i + 1}. May a hand be empty at this time of a game?`);

  // by the palette; nothing written is no note
  for (const text of ["", long.join("\n")]) {
    await keyboard.press("Control+k");
    await expect(me.dialog.getByRole("combobox")).toBeFocused();
    await keyboard.type(me.say("command.note.add"));
    await expect(me.dialog.getByRole("option", { selected: true })).toContainText(me.say("command.note.add"));
    await keyboard.press("Enter");
    await expect(field(me)).toBeFocused();
    await field(me).fill(text);
    await field(me).press("Control+Enter");
    await expect(field(me)).toHaveCount(0);
    if (text === "") await me.expectSaved("saved");
  }
  const card = me.graph.locator(`[data-note="n1"]`);
  const sign = me.graph.locator(`[data-mark="note"]`);
  await me.graph.getByRole("button", { name: me.say("canvas.fit"), exact: true }).click();
  await me.still();
  await expect(sign).toHaveCount(1);
  await sign.hover();
  await expect(card).toContainText("1. May a hand be empty");
  await me.picture("note-sign");
  await me.page.mouse.move(2, 2);
  await expect(card).toHaveCount(0);
  await sign.focus();
  await expect(card).toContainText("1. May a hand be empty");
  await sign.blur();

  await me.renameStateOnGraph("set.interval.refillHands", "refill");
  await expect(me.graphState("set.interval.refill").locator(`[data-mark="note"]`)).toHaveCount(1);
  // of a closed phase it says that there is one inside
  await me.graphState("set.interval").hover({ position: { x: 40, y: 10 } });
  await me
    .graphState("set.interval")
    .getByRole("button", { name: me.say("canvas.fold"), exact: true })
    .click();
  await expect(me.graphState("set.interval").locator(`[data-mark="note"]`)).toHaveCount(1);
  await me.selectState("set.interval.refill");
  await me.graphState("set.interval").click({ position: { x: 40, y: 10 } });
  await me.graph.press("Delete");
  await expect(sign).toHaveCount(0);
  await me.undo();
  await expect(sign).toHaveCount(1);
});
