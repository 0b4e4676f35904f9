import { expect as plain } from "vitest";
import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";

const MACHINE = "machines/haikyu-break.machine.ts";
const FILE = "rulesets/haikyu-break/scenarios/decks-are-presented.json";
const TITLE = "Decks are presented";

test("a run is saved with what was chosen, no longer fits a changed machine, is mended, and that is taken back", async ({
  visit,
  studio,
}) => {
  const me = await visit({ codeFolded: true });
  const { page } = me;
  await me.openGame("haikyu-break");
  await me.startRun();
  await me.sendEvent("present a deck", { seat: "P1", fields: { cards: "30", "event cards": "4" } });
  await me.sendEvent("present a deck", { seat: "P1", fields: { cards: "40", "event cards": "4" } });
  await me.sendEvent("present a deck", { seat: "P2", fields: { cards: "40", "event cards": "4" } });
  await expect(me.timeline).toContainText(
    `${me.say("simulate.at", { at: 2, of: 2 })} · ${me.say("simulate.refused-count", { count: 1 })}`,
  );

  // Title, note, and one expectation less than all.
  await me.timeline.getByRole("button", { name: me.say("simulate.save-scenario") }).click();
  await me.dialog.getByRole("textbox", { name: me.say("scenario.title"), exact: true }).fill(TITLE);
  await me.dialog.getByRole("textbox", { name: me.say("scenario.note") }).fill("Thirty cards are too few");
  await expect(me.dialog).toContainText("scenarios/decks-are-presented.json");
  const steps = me.dialog.getByRole("listitem");
  await expect(steps).toHaveCount(4);
  await steps.nth(2).locator("summary").click();
  await steps
    .nth(2)
    .getByRole("checkbox", { name: /^players / })
    .first()
    .uncheck();
  await me.picture("save-scenario");
  await me.dialog.getByRole("button", { name: me.say("palette.save"), exact: true }).click();
  await expect(me.notice("simulate.scenario-saved", { name: "decks-are-presented" })).toBeVisible();
  await me.save();
  const saved = JSON.parse(await studio.text(FILE));
  plain(saved).toMatchObject({
    title: { en: TITLE },
    steps: [
      { note: { en: "Thirty cards are too few" }, expect: { in: ["setup", "setup.presentDecks"] } },
      { send: { cards: 30 }, expect: { refused: { guard: "deckIsLegal" } } },
      { send: { cards: 40, by: "P1" }, expect: { in: ["setup", "setup.presentDecks"] } },
      { send: { cards: 40, by: "P2" }, expect: { in: ["setup", "setup.pickDecider"] } },
    ],
  });
  plain(saved.steps[2].expect.context).not.toHaveProperty("players");

  // The banner counts what the file does, the refused event too.
  await replay();
  await expect(page.getByText(me.say("simulate.replayed", { name: TITLE, steps: 3 }))).toBeVisible();
  await expect(page.getByText(me.say("simulate.refused-too", { count: 1 }))).toBeVisible();
  await expect(me.timeline.locator("[data-refused]")).toHaveCount(1);

  // A rule changes: thirty cards are a deck now.
  const text = await studio.text(MACHINE);
  await studio.write(MACHINE, text.replace("const DECK_SIZE = 40;", "const DECK_SIZE = 30;"));
  await expect(page.getByText(me.say("simulate.edited"))).toBeVisible();
  await replay();
  await page.getByRole("button", { name: me.say("mend.open"), exact: true }).click();
  await expect(me.dialog).toContainText(/The machine has changed since it was recorded \(\w{8} → \w{8}\)/);
  await me.dialog.getByRole("radio", { name: new RegExp(`^${me.say("mend.kind.onward")}`) }).check();
  await expect(me.dialog.locator("[data-kind=del]").filter({ hasText: "refused" })).toBeVisible();
  await me.picture("mend-scenario");
  await me.dialog.getByRole("button", { name: me.say("mend.apply") }).click();
  await expect(page.getByText(me.say("simulate.replayed", { name: TITLE, steps: 3 }))).toBeVisible();
  await me.undo();
  await me.save();
  plain(JSON.parse(await studio.text(FILE))).toEqual(saved);
  plain(me.complaints).toEqual([]);

  async function replay() {
    await me.timeline
      .getByRole("combobox", { name: me.say("simulate.replay") })
      .selectOption({ label: TITLE });
    await me.settled();
  }
});

test("coverage of all scenarios is worked out, painted on the map, and leads to what is not covered", async ({
  visit,
}) => {
  const me = await visit({ codeFolded: true, size: { width: 1280, height: 720 } });
  const { page } = me;
  await me.openGame("haikyu-break");
  await me.view("simulate");
  await page.getByRole("tab", { name: me.say("coverage.title") }).click();
  const panel = page.getByRole("region", { name: me.say("coverage.title"), exact: true });
  const kind = (name: string) =>
    panel.getByRole("radio", { name: new RegExp(`^${me.say(`coverage.kind.${name}`)}`) });

  await expect(kind("states")).toContainText("75 of 75", { timeout: 60_000 });
  await expect(kind("transitions")).toContainText("100 of 100");
  await expect(me.graph.locator('[data-covered="yes"]').first()).toBeVisible();
  await expect(me.graph.locator('[data-covered="no"]')).toHaveCount(0);

  // One scenario plays less.
  await panel
    .getByRole("button", { name: me.say("coverage.choose") })
    .or(panel.getByTitle(me.say("coverage.choose")))
    .first()
    .click();
  await page.getByRole("checkbox", { name: me.say("coverage.all") }).uncheck();
  await page
    .getByRole("checkbox", { name: "A failed receive costs one Lost" })
    .or(page.getByRole("checkbox").nth(3))
    .first()
    .check();
  await page.keyboard.press("Escape");
  await expect(panel).toContainText(me.say("coverage.chosen", { count: 1 }));
  await expect(me.graph.locator('[data-covered="no"]').first()).toBeVisible();
  await kind("states").click();
  await page.keyboard.press("ArrowDown");
  await expect(kind("states")).not.toBeChecked();
  await page.keyboard.press("ArrowUp");
  await expect(kind("states")).toBeChecked();
  const list = panel.getByRole("list", { name: me.say("coverage.list") });
  const first = list.getByRole("button").first();
  const id = await first.getAttribute("title");
  await first.click();
  await expect(me.graph.locator(`[data-state="${id}"][data-selected]`)).toBeVisible();
  await me.picture("coverage");

  // With another panel in its place the map is as it was.
  await page.getByRole("tab", { name: me.say("simulate.timeline") }).click();
  await expect(me.graph.locator("[data-covered]")).toHaveCount(0);
  plain(me.complaints).toEqual([]);
});
