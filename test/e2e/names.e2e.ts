import { describe } from "vitest";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { UiLanguage } from "#app/i18n.ts";
import { uiLanguages } from "#app/i18n.ts";

const event = "RETURN_TO_FIELD";

test("half a target is typed and completed, an event renamed, its definition found, and the graph shows it all", async ({
  studio,
  visit,
}) => {
  const me = await visit();
  const keys = me.page.keyboard;
  await me.openGame("vf-card");

  // half a target: the state that is meant is offered with its label, and taken
  await me.findInCode('target: "over"');
  await keys.insertText('target: "');
  await keys.type("o");
  await expect(me.suggestions.first()).toContainText("over");
  await expect(me.suggestions.first()).toContainText("game over");
  await me.picture("names-1-suggest");
  await keys.press("Enter");
  await me.expectCode('target: "over",');
  await expect(me.code.getByText(me.say("codeFile.in-step"))).toBeVisible();
  await me.undoAll();

  // a caret in a transition selects it on the graph; a hover says what it is
  await me.findInCode(`${event}: {`);
  await keys.press("ArrowLeft");
  await expect(me.page).toHaveURL(new RegExp(`transition=turn.phases.*${event}`));
  await me.hoverAtCaret();
  await expect(me.hover).toContainText("return to the field");
  await me.picture("names-2-hover");
  await keys.press("Escape");

  // every place of it, in the machine and the rule files
  await keys.press("Shift+F12");
  await expect(me.references).toContainText(event);
  const places = me.references.getByRole("button", { name: /RETURN_TO_FIELD/ });
  const count = await places.count();
  expect(count).toBeGreaterThan(20);
  await expect(places.first()).toContainText(me.say("references.definition"));
  await me.picture("names-3-references");

  // its definition
  await me.focusCode();
  await keys.press("F12");
  await me.expectCode(`type: "${event}";`);

  // renamed everywhere at once: code, graph, labels, scenarios; the list goes along
  await keys.press("F2");
  const box = me.code.locator("input.rename-input");
  await expect(box).toHaveValue(event);
  await box.fill("COME_BACK");
  await box.press("Enter");
  await me.expectCode(`type: "COME_BACK";`);
  await expect(me.page).toHaveURL(/transition=turn.phases.*COME_BACK/);
  await expect(me.graphTransition("turn.phases|on|COME_BACK|0").first()).toBeAttached();
  await expect(me.references.getByRole("button", { name: /COME_BACK/ })).toHaveCount(count);
  await expect(me.problems).toContainText(me.say("problems.none"));
  await me.picture("names-4-renamed");

  // a place in a rule file is shown there; one in the machine is selected on the graph
  await me.references.getByRole("button", { name: /labels\/ja .*event:COME_BACK/ }).click();
  await me.expectCode('"event:COME_BACK": ');
  await me.references.getByRole("button", { name: /COME_BACK: \{/ }).click();
  await expect(me.page).toHaveURL(/transition=turn.phases.*COME_BACK/);
  await keys.press("Escape");
  await expect(me.references).toHaveCount(0);

  // what is saved has the new name and nothing of the old
  await me.save();
  const files = await studio.filesOf("vf-card");
  expect(
    Object.entries(files)
      .filter(([, text]) => text.includes(event))
      .map(([name]) => name),
  ).toEqual([]);

  // and one undo takes it all back
  await me.undo();
  await expect(me.graphTransition(`turn.phases|on|${event}|0`).first()).toBeAttached();
});

describe.each(uiLanguages)("in %s", (language: UiLanguage) => {
  test("from the inspector a guard leads to its code and is renamed, and the code comes in its place", async ({
    visit,
  }) => {
    const me = await visit({ language });
    await me.open("#/vf-card/design?transition=turn.phases|on|RETURN_TO_FIELD|0");
    await me.inspector.waitFor();
    await expect(me.code).toHaveCount(0);
    const chip = (name: string) =>
      me.inspector.getByRole("button", { name: `${me.say("symbol.kind.guard")} ${name}`, exact: true });

    await chip("vfInLeavePile").click();
    await me.page.getByRole("menuitem", { name: me.say("names.definition") }).click();
    await expect(me.code).toBeVisible();
    await me.expectCode("vfInLeavePile: ({ context, event }) =>");

    await me.showSide("inspector");
    await chip("vfInLeavePile").click();
    await me.page.getByRole("menuitem", { name: me.say("names.rename") }).click();
    await expect(me.dialog).toContainText(me.say("command.guard.rename"));
    await me.picture(`names-5-dialog-${language}`);
    await me.dialog.getByRole("textbox").fill("vfInHand");
    await me.dialog.getByRole("textbox").press("Enter");
    await expect(me.notice("refusal.name-taken", { key: "vfInHand" })).toBeVisible();
    await me.dialog.getByRole("textbox").fill("vfOffTheField");
    await me.dialog.getByRole("textbox").press("Enter");

    await expect(me.dialog).toHaveCount(0);
    await expect(chip("vfOffTheField")).toBeVisible();
    await chip("vfOffTheField").click();
    await me.page.getByRole("menuitem", { name: me.say("names.definition") }).click();
    await me.expectCode("vfOffTheField: ({ context, event }) =>");
  });
});

test("a definition that is asked for in another view is shown in Design, though the inspector was chosen", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true });
  await me.open("#/vf-card/design?transition=turn.phases|on|RETURN_TO_FIELD|0");
  await me.inspector.waitFor();
  await expect(me.code).toHaveCount(0);
  await me.view("rules");

  await me.page.keyboard.press("Control+k");
  await me.page.keyboard.insertText(me.say("names.definition"));
  await me.dialog
    .getByRole("option")
    .filter({ hasText: me.say("names.definition") })
    .first()
    .click();
  await me.view("design");

  await expect(me.code).toBeVisible();
  await expect(me.code.locator(".view-lines").first()).toContainText("RETURN_TO_FIELD");
});
