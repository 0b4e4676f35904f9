import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const labels = ["en", "ja"].map((language) => `rulesets/vf-card/labels/${language}.json`);

test("labels of a newer format are not written by a rename that they would follow: it is refused with the file's name", async ({
  visit,
  studio,
}) => {
  for (const file of labels)
    await studio.write(
      file,
      JSON.stringify({ ...(JSON.parse(await studio.text(file)) as object), format: 99, shiny: [1] }),
    );
  const before = await studio.filesOf("vf-card");
  const me = await visit({ codeFolded: true });
  await me.openGame("vf-card");

  await me.renameStateOnGraph("setup.deal", "dealing");

  await expect(
    me.page.getByText(me.say("refusal.newer-format", { file: "labels/en" })).first(),
  ).toBeVisible();
  await me.expectSaved("saved");
  await me.page.keyboard.press("Control+s");
  await me.selectState("setup.deal");
  const description = me.inspector.getByRole("textbox", { name: me.say("inspector.description") });
  await description.fill("Cards are dealt.");
  await description.press("Control+Enter");
  await me.save();
  const after = await studio.filesOf("vf-card");
  expect(after["machines/vf-card.machine.ts"]).toContain("Cards are dealt.");
  for (const file of labels) expect(after[file]).toBe(before[file]);
});

test("a game whose ruleset is of a newer format is neither renamed nor copied, and every byte stays", async ({
  visit,
  studio,
}) => {
  const file = "rulesets/vf-card/ruleset.json";
  await studio.write(
    file,
    JSON.stringify({ ...(JSON.parse(await studio.text(file)) as object), format: 99, shiny: [1] }),
  );
  const before = await studio.filesOf("vf-card");
  const me = await visit({ codeFolded: true });
  await me.openGame("vf-card");

  for (const item of ["games.rename", "games.duplicate"]) {
    await me.gameMenu(item);
    await me.dialog.getByRole("textbox").first().fill("vf-other");
    await me.dialog.getByRole("textbox").first().press("Enter");
    await expect(me.dialog.getByText(/ruleset\.json has a newer format/)).toBeVisible();
    await me.page.keyboard.press("Escape");
  }

  expect(await studio.filesOf("vf-card")).toEqual(before);
  expect(await studio.filesOf("vf-other")).toEqual({});
});
